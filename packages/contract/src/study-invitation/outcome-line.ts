import type { Translate } from '../core/texts.ts'
import type { InvitationOutcome } from './entities.ts'

/** Says in one line what became of somebody, and why. */
export const outcomeLine = (t: Translate, { name, state, reason }: InvitationOutcome): string => {
  const words = { name, state: t(`outcome.${state}`), reason }
  return t(`studyInvitation.${reason === '' ? 'outcome' : 'outcomeBecause'}`, words)
}
