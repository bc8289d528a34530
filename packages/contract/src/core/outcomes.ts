/**
 * Outcomes of an invitation or authorization, the most urgent first. The texts' group `outcome` has the word for each,
 * docs/glossary.md its meaning.
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
