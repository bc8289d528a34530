import type { KeyObject } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { asSystem, inTransaction, type Trx } from '../database/transaction.ts'
import { hashBatches } from './canonical.ts'
import { noHash, type SealContent, signSeal } from './seal.ts'

/** First keys of the advisory locks: the one of sealing itself ('auds'), and those of batches ('audp'). */
const sealing = 1635082611
const batches = 1635082608

/** How long to wait for the writers of a batch before leaving it to the next round. Milliseconds. */
const patience = 2_000

async function tryLock(trx: Trx, space: number, key: number): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${space}::int, ${key}::int) as locked`.execute(trx)
  return rows[0]?.locked ?? false
}

async function lastSeal(trx: Trx) {
  return await trx.selectFrom('auditSeal').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst()
}

/** Opens the next batch where the open one has events. @returns the last batch that is closed. */
async function closeBatch(trx: Trx): Promise<number> {
  const { rows } = await sql<{ opened: number; used: boolean }>`
    select opened.last_value as opened,
           exists (select from audit_event where batch >= opened.last_value) as used
    from audit_batch as opened`.execute(trx)
  const [state] = rows
  if (!state) throw new Error('the sequence of audit batches is gone')
  if (!state.used) return state.opened - 1
  // Not nextval, which skips numbers after a crash of the database.
  await sql`select setval('audit_batch', ${state.opened + 1})`.execute(trx)
  return state.opened
}

/** Waits until no transaction still writes into a batch. It asks instead of queueing: nobody waits for us. */
async function isFinished(trx: Trx, batch: number): Promise<boolean> {
  const deadline = Date.now() + patience
  while (!(await tryLock(trx, batches, batch))) {
    if (Date.now() > deadline) return false
    await sleep(20)
  }
  return true
}

/**
 * Seals the events that are complete, in one transaction of one process at a time.
 *
 * @returns the seal, or undefined when there was nothing to seal, another process is sealing, or a writer
 *   has not finished; the next round goes on from there
 */
export async function sealBatches(db: Kysely<Database>, key: KeyObject): Promise<SealContent | undefined> {
  return await inTransaction(
    db,
    asSystem,
    async (trx) => {
      if (!(await tryLock(trx, sealing, 0))) return undefined
      const last = await lastSeal(trx)
      const fromBatch = (last?.toBatch ?? 0) + 1
      const toBatch = await closeBatch(trx)
      for (let batch = fromBatch; batch <= toBatch; batch += 1) {
        if (!(await isFinished(trx, batch))) return undefined
      }
      const previousHash = last?.hash ?? noHash
      const { events, hash } = await hashBatches(trx, fromBatch, toBatch, previousHash)
      if (events === 0) return undefined
      const seal = {
        number: (last?.number ?? 0) + 1,
        fromBatch,
        toBatch,
        events,
        hash,
        previousHash,
        sealedAt: new Date(),
      }
      await trx
        .insertInto('auditSeal')
        .values({ ...seal, signature: signSeal(seal, key) })
        .execute()
      return seal
    },
    { unlimited: true },
  )
}
