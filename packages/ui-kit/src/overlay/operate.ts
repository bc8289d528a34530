import { Message } from '@arco-design/web-react'
import type { Call, InputOf } from '@atrium/contract'
import { send } from '@atrium/shared-api'
import { refresh } from '../base/query.ts'
import { type Confirmation, confirmOperation } from './confirm.ts'

export interface Operation<C extends Call> {
  readonly question: Confirmation
  readonly call: C
  readonly input: InputOf<C>
  /** What is said when it is done. */
  readonly done: string
}

/**
 * Does something after a confirmation, and shows the success; a rejection has been shown by then.
 * @param lists the calls that are repeated, also after a rejection: they may have been stale
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
