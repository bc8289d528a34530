import { type Reason, type ReasonQuestion, withTexts } from '@atrium/shared-api'

/** Asks for the reason of a change that the server requires. The dialog is loaded with the first question. */
export async function askReasonLater(question: ReasonQuestion): Promise<Reason | undefined> {
  const { askReason } = await withTexts(import('@atrium/ui-kit/overlay'), 'ui-kit')
  return askReason(question)
}
