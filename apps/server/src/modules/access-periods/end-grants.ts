import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/index.ts'
import { asSystem, inTransaction, type Trx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import { daysIn } from '../access/index.ts'

/** Maximum number of grants that one transaction ends. */
const batchSize = 500

interface Ended {
  readonly tenantId: string
  readonly id: string
  readonly studyUrlId: string
  readonly tenantUserId: string | null
  readonly state: string
}

/** Ends the next grants that are over. A change that waits for the product remains. @returns whether there may be more */
async function endNext(trx: Trx, today: string): Promise<boolean> {
  const over = await trx
    .selectFrom('productAuthorization')
    .select(['tenantId', 'id', 'studyUrlId', 'tenantUserId', 'state'])
    .where(sql<boolean>`accepted_grants ? 'accessUntil' and accepted_grants ->> 'accessUntil' < ${today}`)
    .orderBy('tenantId')
    .orderBy('id')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute()
  const isPending = ({ state }: Ended) => state === 'waiting'
  const ids = (list: readonly Ended[]) => sql<string>`any(${list.map(({ id }) => id)})`
  await trx
    .updateTable('productAuthorization')
    .set({ acceptedGrants: null, updatedAt: sql<Date>`now()` })
    .where('id', '=', ids(over.filter(isPending)))
    .execute()
  await trx
    .deleteFrom('productAuthorization')
    .where('id', '=', ids(over.filter((row) => !isPending(row))))
    .execute()
  const byLink = Map.groupBy<string, Ended>(over, ({ tenantId, studyUrlId }) => `${tenantId} ${studyUrlId}`)
  for (const list of byLink.values())
    await recordAudit(trx, {
      actorId: null,
      actorName: '',
      tenantId: list[0]?.tenantId ?? '',
      call: '',
      entity: 'product_authorization',
      entityId: list[0]?.studyUrlId ?? '',
      before: { list },
    })
  return over.length === batchSize
}

/**
 * Ends grants in products whose last day is over, although their users have other authorizations in the study, without
 * an end. Most grants end with the last authorization.
 * @param stopping ends the work after the transaction in progress
 */
export async function endGrants({ db, profile }: Services, stopping?: AbortSignal): Promise<void> {
  const today = daysIn(profile.timeZone).today()
  let isMore = true
  while (isMore && !stopping?.aborted)
    isMore = await inTransaction(db, asSystem, (trx) => endNext(trx, today))
}
