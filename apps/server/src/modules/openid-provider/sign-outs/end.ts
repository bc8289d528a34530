import type { SessionLifetime } from '@atrium/contract'
import { type Kysely, sql } from 'kysely'
import { isRunning } from '../../../platform/caller/sessions.ts'
import { asSystem, type Database, inTransaction, type Trx } from '../../../platform/database/index.ts'
import { signOutQueue } from '../../../platform/database/queue.ts'
import { usersWhoMayOpen } from '../../products/software/index.ts'

/** Key of a sign-in, as a job carries it. */
export interface SignInKey {
  readonly tenantId: string
  readonly id: string
}

/** Ends sign-ins, and queues the notices of their products. */
const endSignIns = (trx: Trx, ids: readonly string[], reason: 'expired' | 'access'): Promise<unknown> =>
  sql`select end_product_sign_ins(${ids}::text[], ${reason})`.execute(trx)

/** SQL condition on a row of product_sign_in: its session of the suite is running. */
const sessionRuns = (lifetime: SessionLifetime) => sql<boolean>`exists (
  select from session where token_hash = product_sign_in.session_hash and ${isRunning(lifetime)})`

/** Selects the open sign-ins with their products. */
const openSignIns = (trx: Trx) =>
  trx
    .selectFrom('productSignIn')
    .innerJoin('tenantUrl', (join) =>
      join
        .onRef('tenantUrl.tenantId', '=', 'productSignIn.tenantId')
        .onRef('tenantUrl.id', '=', 'productSignIn.tenantUrlId'),
    )
    .select(['productSignIn.tenantId', 'productSignIn.id', 'productSignIn.userId', 'tenantUrl.softwareId'])
    .where('productSignIn.state', '=', 'open')

/** Ends those of the sign-ins whose users may no longer open the product. */
async function endUnauthorized(
  trx: Trx,
  open: Awaited<ReturnType<ReturnType<typeof openSignIns>['execute']>>,
) {
  const ofProducts = Map.groupBy(open, ({ tenantId, softwareId }) => `${tenantId} ${softwareId}`)
  for (const signIns of ofProducts.values()) {
    const [product] = signIns
    if (!product) continue
    const userIds = [...new Set(signIns.map(({ userId }) => userId))]
    const users = await usersWhoMayOpen(trx, userIds, product)
    const ended = signIns.filter(({ userId }) => !users.has(userId)).map(({ id }) => id)
    if (ended.length > 0) await endSignIns(trx, ended, 'access')
  }
}

/** Ends a sign-in if its user may no longer open the product, because rights of theirs have changed. */
export const checkSignIn = (db: Kysely<Database>, { tenantId, id }: SignInKey): Promise<void> =>
  inTransaction(db, asSystem, async (trx) => {
    const one = openSignIns(trx).where('productSignIn.tenantId', '=', tenantId)
    await endUnauthorized(trx, await one.where('productSignIn.id', '=', id).execute())
  })

/** Runs work in one process at a time. The others leave it out. */
const alone = (db: Kysely<Database>, name: string, work: (trx: Trx) => Promise<void>): Promise<void> =>
  inTransaction(db, asSystem, async (trx) => {
    const { rows } = await sql<{ isMine: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as is_mine`.execute(trx)
    if (rows[0]?.isMine) await work(trx)
  })

/**
 * Ends the sign-ins whose session of the suite has expired. Queues notices that have no job, as after a restore.
 */
export const endExpired = (db: Kysely<Database>, lifetime: SessionLifetime): Promise<void> =>
  alone(db, 'expired product sign-ins', async (trx) => {
    const expired = await trx
      .selectFrom('productSignIn')
      .select('id')
      .where('state', '=', 'open')
      .where(sql<boolean>`not ${sessionRuns(lifetime)}`)
      .execute()
    if (expired.length > 0)
      await endSignIns(
        trx,
        expired.map(({ id }) => id),
        'expired',
      )
    await sql`select queue_product_sign_outs(array_agg(p.id)) from product_sign_in p
      where p.state = 'waiting' and not exists (select from pgboss.job
        where name = ${signOutQueue} and state <= 'active' and singleton_key = p.id)
      having count(*) > 0`.execute(trx)
  })

/**
 * Ends the sign-ins of users who lost their rights without an event that would queue a check: a licence ended, or the
 * product has no API.
 */
export const endWithdrawn = (db: Kysely<Database>): Promise<void> =>
  alone(db, 'withdrawn product sign-ins', async (trx) =>
    endUnauthorized(trx, await openSignIns(trx).execute()),
  )
