import { Message } from '@arco-design/web-react'
import type { Call, InputOf } from '@atrium/contract'
import { send } from '@atrium/shared-api'
import { refresh } from '../base/query.ts'
import { type Confirmation, confirmChange } from './confirm.tsx'

export interface Operation<C extends Call> {
  readonly question: Confirmation
  readonly call: C
  readonly input: InputOf<C>
  /** Message after success. */
  readonly done: string
  /** Tenant of the changed row, if the input does not name it. */
  readonly tenantId?: string | undefined
}

/**
 * Runs an operation after a confirmation, which also asks for the reason if one is needed, and shows a message on success. The call itself shows a rejection.
 * @param lists calls to repeat, even after a rejection, because the lists may have been stale
 */
export async function operate<C extends Call>(
  lists: readonly Call[],
  { question, call, input, done, tenantId }: Operation<C>,
): Promise<void> {
  const reason = await confirmChange(question, call, { tenantId, ...Object(input) })
  if (!reason) return
  await send(call, input, { reason }).then(
    () => Message.success(done),
    () => undefined,
  )
  await refresh(...lists)
}
