import { type Kysely, sql } from 'kysely'
import { asSystem, type Database, inTransaction } from '../../../platform/database/index.ts'
import type { LinkServices } from '../linked/index.ts'
import { type NoticeResult, sendNotice } from './send-notice.ts'
import { type DomainKey, nextNotice, queueInvited } from './waiting.ts'

/**
 * Stores results, and deletes the notes of removals that the product has confirmed. Rights that have changed since they
 * were read stay pending, and so does a failed attempt. After a day, a failed attempt is the last. Rights that a
 * transaction is changing are not waited for.
 * @returns whether a part has to be retried
 */
const record = (
  db: Kysely<Database>,
  { tenantId, id }: DomainKey,
  results: readonly NoticeResult[],
): Promise<boolean> =>
  inTransaction(db, asSystem, async (trx) => {
    const sent = sql`unnest(${results.map(({ userId }) => userId)}::text[],
      ${results.map(({ version }) => version)}::bigint[], ${results.map(({ state }) => state)}::text[],
      ${results.map(({ failure }) => failure && JSON.stringify(failure))}::jsonb[]) as sent (user_id, version, state, failure)`
    const isPending = sql`a.tenant_id = ${tenantId} and a.tenant_url_id = ${id} and a.user_id = sent.user_id
      and a.version = sent.version and a.state = 'waiting'`
    await sql`
      with pending as (
        select sent.* from product_access a, ${sent} where ${isPending} order by a.user_id for update of a skip locked
      ), recorded as (
        update product_access a set
          state = case when sent.state = 'waiting' and a.changed_at < now() - interval '1 day'
            then 'failed' else sent.state end,
          notified_version = case sent.state when 'notified' then sent.version else a.notified_version end,
          notified_at = case sent.state when 'notified' then now() else a.notified_at end,
          attempts = a.attempts + case sent.state when 'waiting' then 1 else 0 end,
          failure = sent.failure
        from pending sent where ${isPending}
        returning a.user_id, a.notified_version
      )
      delete from product_access_removal r using recorded
      where r.tenant_id = ${tenantId} and r.tenant_url_id = ${id} and r.user_id = recorded.user_id
        and r.version <= recorded.notified_version`.execute(trx)
    const { rows } = await sql`select from product_access a, ${sent} where ${isPending} limit 1`.execute(trx)
    return rows.length > 0
  })

/**
 * Notifies a product of all pending changes at a domain. If two processes do so at once, the product gets the same
 * rights twice, and the results are stored once.
 * @param stopping ends the work after the call in progress
 * @returns whether a part has to be retried
 */
export async function notifyProduct(
  services: LinkServices,
  key: DomainKey,
  stopping: AbortSignal,
): Promise<boolean> {
  const { db } = services
  const done = new Set<string>()
  let isToBeRetried = false
  for (;;) {
    const notice = await nextNotice(db, key, done)
    if (!notice) break
    if (stopping.aborted) return true
    const results = await sendNotice(services, notice)
    for (const { userId } of results) done.add(userId)
    if (await record(db, key, results)) isToBeRetried = true
    // The product is down. The next attempt begins with the remaining users.
    if (results.every(({ state }) => state === 'waiting')) break
  }
  await queueInvited(db, key)
  return isToBeRetried
}
