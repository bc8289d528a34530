import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { withPool } from './connect.ts'
import { errorCode, StartupError } from './errors.ts'
import { asOwner, type DatabaseConfig } from './prepare.ts'
import type { Database } from './schema.ts'
import { asSystem, inTransaction, setRole, type Trx } from './transaction.ts'

/** One month of a partitioned table, or the rows from before the table was partitioned. */
export interface Partition {
  /** Table of the partition, such as `audit_event_2027_01`. */
  readonly name: string
  /** Lowest id, inclusive; null if there is no lower bound. */
  readonly fromId: string | null
  /** Upper bound of the ids, exclusive. */
  readonly toId: string
}

/** Returns whether a text is a month such as `2027-01`. */
export const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)

/**
 * Lists the partitions of a table that end before a month begins, oldest first.
 *
 * @throws StartupError if that month has not begun
 */
export const partitionsBefore = (
  db: Kysely<Database>,
  table: 'audit_event' | 'message',
  month: string,
): Promise<Partition[]> =>
  inTransaction(db, asSystem, async (trx) => {
    const from = sql`${`${month}-01`}::timestamp`
    const { rows: future } = await sql`select where ${from} > now() at time zone 'UTC'`.execute(trx)
    if (future.length > 0)
      throw new StartupError(`${month} has not started yet. Only past months can be archived.`)
    const { rows } = await sql<Partition>`select name, from_id as "fromId", to_id as "toId"
      from partitions_of(${table}::text::regclass) where to_id collate "C" <= id_of_month(${from})`.execute(
      trx,
    )
    return rows
  })

/** Returns the condition that an id belongs to a partition. PostgreSQL uses it to skip the other partitions. */
export const isOf = ({ fromId, toId }: Partition, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${id} >= ${fromId ?? ''} and ${id} < ${toId})`

/**
 * Lock timeout and pause between attempts, in milliseconds. The timeout is short, because every session waits behind
 * a pending lock on a whole table.
 */
const retry = { lockTimeout: 3_000, maxAttempts: 20, pause: 3_000 }
/** Statements have no time limit. Only their locks have one. */
const timeouts = { statement: '0', lock: String(retry.lockTimeout) }
/** lock_not_available, deadlock_detected. */
const retryable = new Set(['55P03', '40P01'])

/** Partitions of several tables, such as one month of messages and of their attempts. */
type Parts = readonly { readonly table: string; readonly part: string }[]

/** Runs `work` as the owner in one transaction, and retries if a lock is not granted in time. */
const withRetries = (
  config: DatabaseConfig,
  signal: AbortSignal | undefined,
  work: (trx: Trx) => Promise<void>,
): Promise<void> =>
  asOwner(config, async (pool) => {
    const owner = withPool(pool)
    for (let attempt = 1; ; attempt += 1) {
      signal?.throwIfAborted()
      try {
        return await owner.transaction().execute(work)
      } catch (error) {
        if (!retryable.has(errorCode(error))) throw error
        if (attempt === retry.maxAttempts)
          throw new StartupError(
            'Other sessions locked the tables for too long. The remaining partitions stay in the database: run the command again.',
            { cause: error },
          )
        await sleep(retry.pause)
      }
    }
  })

/** Switches the transaction back to the owner, with the lock timeout. */
const asTableOwner = (trx: Trx) =>
  sql`select set_config('role', 'none', true), set_config('lock_timeout', ${timeouts.lock}, true)`.execute(
    trx,
  )

/** Blocks writes to these partitions. Reads continue, and so do writes to other partitions. */
async function blockWrites(trx: Trx, parts: Parts): Promise<void> {
  await asTableOwner(trx)
  for (const { part } of parts)
    await sql`lock table ${sql.table(part)} in share row exclusive mode`.execute(trx)
}

/**
 * Changes rows of partitions as the system role, while other writes are blocked.
 *
 * @throws StartupError if the locks were not granted after all attempts
 */
export const changePartitions = (
  config: DatabaseConfig,
  parts: Parts,
  change: (trx: Trx) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> =>
  withRetries(config, signal, async (trx) => {
    await blockWrites(trx, parts)
    await setRole(trx, asSystem, timeouts)
    await change(trx)
  })

export interface Drop {
  /** The partitions to drop; a referencing table comes before the one it references. */
  readonly parts: Parts
  /** Runs before the tables are locked against reads. If it throws, the partitions stay. */
  readonly check: (trx: Trx) => Promise<unknown>
  /** Records the audit event in the same transaction, as the system role. */
  readonly audit?: (trx: Trx) => Promise<unknown>
  /** Makes records that only the owner may write, in the same transaction. */
  readonly noteAsOwner?: (trx: Trx) => Promise<unknown>
  readonly signal?: AbortSignal | undefined
}

/**
 * Drops all of the partitions or none. Reads and writes of the whole tables wait until the locks are granted and
 * released.
 * @throws StartupError if the locks were not granted after all attempts
 */
export const dropPartitions = (
  config: DatabaseConfig,
  { parts, check, audit, noteAsOwner, signal }: Drop,
): Promise<void> =>
  withRetries(config, signal, async (trx) => {
    await blockWrites(trx, parts)
    await setRole(trx, asSystem, timeouts)
    await check(trx)
    await asTableOwner(trx)
    for (const { table } of parts)
      await sql`lock table only ${sql.table(table)} in access exclusive mode`.execute(trx)
    if (audit) {
      await setRole(trx, asSystem, timeouts)
      await audit(trx)
      await asTableOwner(trx)
    }
    await noteAsOwner?.(trx)
    for (const { table, part } of parts) {
      await sql`alter table ${sql.table(table)} detach partition ${sql.table(part)}`.execute(trx)
      await sql`drop table ${sql.table(part)}`.execute(trx)
    }
  })
