import type { KeyObject } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { asSystem, inTransaction, type Trx } from '../database/transaction.ts'
import { type BatchRange, countEvents, hashEvents } from './canonical.ts'
import { writeCheckpoints } from './checkpoints.ts'
import { recordTally } from './failed-sign-ins.ts'
import {
  locks,
  noHash,
  type Seal,
  type SealContent,
  sealForm,
  signSeal,
  tryLock,
  waitForLock,
} from './seal.ts'

async function lastSeal(trx: Trx): Promise<Seal | undefined> {
  return await trx.selectFrom('auditSeal').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst()
}

/** Returns the newest seal of the trail; undefined if nothing was sealed yet. */
export const newestSeal = (db: Kysely<Database>): Promise<Seal | undefined> =>
  inTransaction(db, asSystem, lastSeal)

/** Opens the next batch if the open one has events. @returns the last closed batch */
async function closeBatch(trx: Trx): Promise<number> {
  const { rows } = await sql<{ closed: number }>`select close_audit_batch() as closed`.execute(trx)
  const [state] = rows
  if (!state) throw new Error('the number of the open audit batch is missing')
  return state.closed
}

/**
 * Waits until no transaction writes into these batches any more.
 * @returns false if a writer takes too long
 */
async function waitForWriters(trx: Trx, { fromBatch, toBatch }: BatchRange): Promise<boolean> {
  for (let batch = fromBatch; batch <= toBatch; batch += 1) {
    if (!(await waitForLock(trx, locks.batch(batch)))) return false
  }
  return true
}

/**
 * Returns the content of the next seal.
 * @throws Error if not every event could be hashed, so that no seal covers fewer events than it counts
 */
async function contentAfter(trx: Trx, last: Seal | undefined, batches: BatchRange): Promise<SealContent> {
  const previousHash = last?.hash ?? noHash
  const ranges = [{ ...batches, previousHash, form: sealForm }]
  const [{ events, hash } = { events: 0, hash: '' }] = await hashEvents(trx, ranges)
  const [counted] = await countEvents(trx, [batches])
  if (counted?.events !== events) {
    throw new Error(
      `batches ${batches.fromBatch} to ${batches.toBatch} have ${counted?.events} events, but ${events} were hashed`,
    )
  }
  return {
    form: sealForm,
    number: (last?.number ?? 0) + 1,
    ...batches,
    ...counted,
    total: (last?.total ?? 0) + events,
    hash,
    previousHash,
    sealedAt: new Date(),
  }
}

/**
 * Seals the events of finished transactions, in one transaction. Only one process seals at a time.
 * @returns the seal; undefined if there is nothing to seal, another process is sealing, or a writer has not finished.
 * The next round continues from there.
 */
export async function sealBatches(db: Kysely<Database>, key: KeyObject): Promise<SealContent | undefined> {
  const work = async (trx: Trx): Promise<SealContent | undefined> => {
    if (!(await tryLock(trx, locks.sealing))) return undefined
    const last = await lastSeal(trx)
    const batches = { fromBatch: (last?.toBatch ?? 0) + 1, toBatch: await closeBatch(trx) }
    if (batches.toBatch < batches.fromBatch) return undefined
    if (!(await waitForWriters(trx, batches))) return undefined
    const seal = await contentAfter(trx, last, batches)
    if (seal.events === 0) return undefined
    await trx
      .insertInto('auditSeal')
      .values({ ...seal, signature: signSeal(seal, key) })
      .execute()
    return seal
  }
  return await inTransaction(db, asSystem, work, { unlimited: true })
}

export interface SealerOptions {
  db: Kysely<Database>
  /** The deployment's signing key, `secrets.auditKey`. */
  key: KeyObject
  /** The file to which each seal is appended; see `checkpoints.ts`. */
  checkpoints: string
  /** Pause between two rounds, in milliseconds; 10 seconds by default. */
  interval?: number
  /** Called with each new seal. */
  onSeal?: (seal: SealContent) => void
  /** Called when a step of a round fails. The next round tries again. */
  onError?: (error: unknown) => void
}

export interface Sealer {
  /** Stops the rounds and seals the remaining events. Call this before the database is closed. */
  stop(): Promise<void>
}

/** Seals the audit trail at intervals. Every process does this; a lock makes them take turns. */
export function startSealer({
  db,
  key,
  checkpoints,
  interval = 10_000,
  onSeal,
  onError,
}: SealerOptions): Sealer {
  const stopping = new AbortController()
  const seal = async () => {
    const sealed = await sealBatches(db, key)
    if (sealed) onSeal?.(sealed)
  }
  const write = () => writeCheckpoints(db, key, checkpoints)
  // Missing checkpoints are written before the next seal, so that at most one seal lacks its checkpoint.
  const steps = [write, () => recordTally(db), seal, write]
  const round = async () => {
    // A failing step does not stop the others.
    for (const step of steps) await step().catch((error: unknown) => onError?.(error))
  }
  const run = async () => {
    while (!stopping.signal.aborted) {
      await round()
      await sleep(interval, undefined, { signal: stopping.signal }).catch(() => {})
    }
    await round()
  }
  const done = run()
  return {
    stop: async () => {
      stopping.abort()
      await done
    },
  }
}
