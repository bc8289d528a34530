import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { asSystem, inTransaction, type Trx } from '../database/transaction.ts'
import { newestSeal } from './sealer.ts'

/** Batches from one seal to another, all of whose events are sealed. */
export interface SealedRange {
  readonly fromBatch: number
  readonly toBatch: number
  /** Numbers of the first and the last event. Events of other batches may have numbers in between. */
  readonly firstSequence: number
  readonly lastSequence: number
  /** The last seal. */
  readonly seal: { readonly number: number; readonly hash: string; readonly sealedAt: Date }
}

/** Returns the first batch of the first seal since an instant; undefined if nothing was sealed since. */
async function batchSince(trx: Trx, since: Date): Promise<number | undefined> {
  const found = await trx
    .selectFrom('auditSeal')
    .select('fromBatch')
    .where('sealedAt', '>=', since)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  return found?.fromBatch
}

/**
 * Finds the range from a batch, or from an instant, to the newest seal. Reads the trail as the server itself, since seals
 * cover events of all tenants.
 * @returns undefined if nothing has been sealed there
 */
export async function sealedRange(
  db: Kysely<Database>,
  from: { readonly batch: number; readonly since: Date | null },
): Promise<SealedRange | undefined> {
  const seal = await newestSeal(db)
  if (!seal) return undefined
  const { toBatch, number, hash, sealedAt } = seal
  const work = async (trx: Trx): Promise<SealedRange | undefined> => {
    const fromBatch = from.since ? await batchSince(trx, from.since) : from.batch
    if (fromBatch === undefined || fromBatch > toBatch) return undefined
    const { rows } = await sql<{ first: number | null; last: number | null }>`select
      (select sequence from audit_event where batch >= ${fromBatch} order by batch, sequence limit 1) as first,
      (select sequence from audit_event where batch <= ${toBatch} order by batch desc, sequence desc limit 1) as last`.execute(
      trx,
    )
    const { first, last } = rows[0] ?? {}
    return {
      ...{ fromBatch, toBatch, firstSequence: first ?? 0, lastSequence: last ?? 0 },
      seal: { number, hash, sealedAt },
    }
  }
  return inTransaction(db, asSystem, work, { readOnly: true })
}
