/**
 * Outcomes of an invitation or authorization, most urgent first. The texts' group `outcome` has the display name of
 * each; docs/glossary.md explains them.
 */
export const outcomes = [
  'refused',
  'unauthorized',
  'unsent',
  'approval',
  'training',
  'waiting',
  'planned',
  'sent',
  'accepted',
  'joined',
] as const
export type Outcome = (typeof outcomes)[number]
