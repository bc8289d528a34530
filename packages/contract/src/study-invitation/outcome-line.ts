import type { Translate } from '../core/texts.ts'
import type { InvitationOutcome } from './entities.ts'

/** Describes the outcome for one user or address in one line, with the reason. */
export const outcomeLine = (t: Translate, { name, state, reason }: InvitationOutcome): string => {
  const words = { name, state: t(`outcome.${state}`), reason }
  return t(`studyInvitation.${reason === '' ? 'outcome' : 'outcomeBecause'}`, words)
}
