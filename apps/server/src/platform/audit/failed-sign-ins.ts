import { globalTenantId } from '@atrium/contract'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { asSystem, inTransaction, type Trx } from '../database/transaction.ts'
import { recordAudit } from './record.ts'

/** A failed attempt to prove an identity. */
interface FailedSignIn {
  /** The signed-in user, if there is one. */
  readonly actor: { readonly userId: string; readonly userName: string }
  /** The user with the attempted name, if there is one. */
  readonly user: { readonly id: string; readonly userName: string } | undefined
  /** The attempted name, as far as it may be stored. */
  readonly name: string
  /** Identifies a repeated name that must not be stored itself. */
  readonly nameDigest?: string
  readonly address: string
  /** Code of the rejection. */
  readonly code: number
  /** Path of the call. */
  readonly call: string
  readonly requestId: string
}

/** Records a failed sign-in. If nobody is signed in, the event's actor has the attempted name and no id. */
export async function recordFailedSignIn(trx: Trx, failed: FailedSignIn): Promise<void> {
  const { actor, user, name, nameDigest, address, code, call, requestId } = failed
  await recordAudit(trx, {
    actorId: actor.userId || null,
    actorName: actor.userName || name,
    tenantId: globalTenantId,
    call,
    requestId,
    entity: 'failed_sign_in',
    entityId: user?.id ?? '',
    after: { name, ...(nameDigest !== undefined && { nameDigest }), address, code },
  })
}

/**
 * Counts a failed sign-in that has no event of its own.
 * @param id one of several counter rows, so that concurrent failures need not wait for each other
 */
export async function countFailedSignIn(trx: Trx, id: number): Promise<void> {
  await trx
    .insertInto('failedSignInTally')
    .values({ id, failures: 1 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ failures: sql<number>`failed_sign_in_tally.failures + 1` }),
    )
    .execute()
}

/** How long failures are counted before they are written to the trail, in minutes. */
const tallyMinutes = 10

/** Writes the number of counted failed sign-ins into the trail, once the counts are old enough. */
export async function recordTally(db: Kysely<Database>): Promise<void> {
  await inTransaction(db, asSystem, async (trx) => {
    const rows = await trx
      .deleteFrom('failedSignInTally')
      .where('since', '<', sql<Date>`clock_timestamp() - make_interval(mins => ${tallyMinutes})`)
      .returning(['since', 'failures'])
      .execute()
    if (rows.length === 0) return
    const failures = rows.reduce((sum, row) => sum + row.failures, 0)
    const since = new Date(Math.min(...rows.map((row) => row.since.getTime())))
    await recordAudit(trx, {
      actorId: null,
      actorName: '',
      tenantId: globalTenantId,
      call: '',
      entity: 'failed_sign_in',
      entityId: '',
      after: { failures, since },
    })
  })
}
