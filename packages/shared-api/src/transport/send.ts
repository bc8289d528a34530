import type { AnswerOf, Call, InputOf } from '@atrium/contract'
import { sessionKey } from '../session/store.ts'
import { type Presentation, present } from './present.ts'
import { askInSession } from './renewing.ts'
import { askSuite } from './suite.ts'

export interface SendOptions extends Presentation {
  /**
   * Whether a call whose session has ended waits until the user has signed in again, and is sent once more; true
   * unless said otherwise. Calls that anybody may make never wait.
   */
  readonly renew?: boolean
  readonly signal?: AbortSignal
}

/**
 * Makes one call of the contract.
 * @param call its declaration
 * @param input the request's fields
 * @returns the envelope's data
 * @throws Refusal when the server refuses; TransportFailure when no answer comes; both have been shown
 *   to the user by then, a refusal not if `quiet`. AbortError when aborted, or when the user signs out while the
 *   call waits for a new session
 */
export async function send<C extends Call>(
  call: C,
  input: InputOf<C>,
  { renew = true, signal, ...presentation }: SendOptions = {},
): Promise<AnswerOf<C>> {
  const waits = renew && call.access.kind !== 'public'
  const ask = (key: string | undefined) => askSuite(call, Object(input), { key, signal })
  const answered = () => (waits ? askInSession(ask, signal) : ask(sessionKey()))
  return (await present(answered, presentation)) as AnswerOf<C>
}
