import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/index.ts'
import { asSystem, inTransaction, type Trx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import { stateOf } from './state.ts'

/** Maximum number of requests that one transaction ends. */
const batchSize = 500

/** Limits the requests to those of one user. */
interface Whose {
  readonly userId?: string
}

/** Stores that requests have expired or ended. @returns their number */
async function endNext(trx: Trx, { userId }: Whose): Promise<number> {
  const due = await trx
    .selectFrom('accessRequest')
    .selectAll('accessRequest')
    .select(stateOf.as('reached'))
    .where('accessRequest.state', '=', 'requested')
    .where(stateOf, '<>', 'requested')
    .$if(userId !== undefined, (query) => query.where('accessRequest.userId', '=', userId ?? ''))
    .orderBy('accessRequest.id')
    .limit(batchSize)
    .forUpdate('accessRequest')
    .skipLocked()
    .execute()
  for (const { reached, ...before } of due) {
    const after = await trx
      .updateTable('accessRequest')
      .set({ state: reached, updatedAt: sql<Date>`now()`, rowVersion: before.rowVersion + 1 })
      .where('tenantId', '=', before.tenantId)
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordAudit(trx, {
      actorId: null,
      actorName: '',
      tenantId: before.tenantId,
      call: '',
      entity: 'access_request',
      entityId: before.id,
      before,
      after,
    })
  }
  return due.length
}

/**
 * Stores that requests have expired, or have ended with the membership or the study's link.
 * @param signal ends the work after the transaction in progress
 * @returns their number
 */
export async function endRequests(
  { db }: Pick<Services, 'db'>,
  whose: Whose = {},
  signal?: AbortSignal,
): Promise<number> {
  let ended = 0
  for (let last = batchSize; last === batchSize; ended += last) {
    signal?.throwIfAborted()
    last = await inTransaction(db, asSystem, (trx) => endNext(trx, whose))
  }
  return ended
}
