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
 * Does something after a confirmation, and says so; a rejection has been shown to the user by then.
 * @param lists the calls that are asked again, whatever comes of it: they may have been behind
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
