import type { Reason, ReasonQuestion } from '@atrium/shared-api'
import { confirmDialog } from '../overlay/confirm.tsx'
import { kitText } from '../texts/index.ts'
import { createReasonState } from './reason-state.ts'

/** Asks for the reason that the server requires, where the screen itself has not asked or the reason was rejected. */
export async function askReason({
  call,
  input,
  given,
  problem,
}: ReasonQuestion): Promise<Reason | undefined> {
  const state = createReasonState(call, input)
  state.change(given)
  state.reject(problem)
  const agreed = await confirmDialog({
    title: kitText('reason.title'),
    content: kitText('reason.question'),
    ok: kitText('reason.go'),
    reason: state,
  })
  return agreed ? state.reason() : undefined
}
