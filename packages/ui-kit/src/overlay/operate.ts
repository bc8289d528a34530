import { Message } from '@arco-design/web-react'
import type { Call, InputOf } from '@atrium/contract'
import { send } from '@atrium/shared-api'
import { refresh } from '../base/query.ts'
import { type Confirmation, confirmOperation } from './confirm.ts'

export interface Operation<C extends Call> {
  readonly question: Confirmation
  readonly call: C
  readonly input: InputOf<C>
  /** Message after success. */
  readonly done: string
}

/**
 * Runs an operation after a confirmation, and shows a message on success. The call itself shows a rejection.
 * @param lists calls to repeat, even after a rejection, because the lists may have been stale
 */
export async function operate<C extends Call>(
  lists: readonly Call[],
  { question, call, input, done }: Operation<C>,
): Promise<void> {
  if (!(await confirmOperation(question))) return
  await send(call, input).then(
    () => Message.success(done),
    () => undefined,
  )
  await refresh(...lists)
}
