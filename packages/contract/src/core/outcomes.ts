/**
 * What becomes of an invitation or authorization, those first that somebody must attend to. Each has its word in the
 * texts' group `outcome`, and its meaning in docs/glossary.md.
 */
export const outcomes = [
  'refused',
  'unauthorized',
  'unsent',
  'waiting',
  'sent',
  'accepted',
  'joined',
] as const
export type Outcome = (typeof outcomes)[number]
