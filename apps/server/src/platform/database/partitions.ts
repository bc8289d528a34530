import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { withPool } from './connect.ts'
import { errorCode, StartupError } from './errors.ts'
import { asOwner, type DatabaseConfig } from './prepare.ts'
import type { Database } from './schema.ts'
import { asSystem, inTransaction, type Trx, take } from './transaction.ts'

/** A month of a table, or all that it had before it was partitioned. */
export interface Partition {
  /** Of the table that it is, such as `audit_event_2027_01`. */
  readonly name: string
  /** The least id that belongs there, and the least one that does not any more. */
  readonly fromId: string | null
  readonly toId: string
}

/** A month, as `2027-01`. */
export const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)

/**
 * The partitions of a table that end before a month begins, the oldest first.
 * @throws StartupError where that month has not begun
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
      throw new StartupError(`${month} has not begun: only months that are over are archived.`)
    const { rows } = await sql<Partition>`select name, from_id as "fromId", to_id as "toId"
      from partitions_of(${table}::text::regclass) where to_id collate "C" <= id_of_month(${from})`.execute(
      trx,
    )
    return rows
  })

/** The condition that a row is of a partition, by which PostgreSQL looks at no other. */
export const isOf = ({ fromId, toId }: Partition, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${id} >= ${fromId ?? ''} and ${id} < ${toId})`

/** Others hold the tables: how long one waits, how often, and how long it stays back between. Milliseconds. */
const patience = { lock: 3_000, attempts: 20, pause: 3_000 }
/** A statement may take as long as it needs, but waits no longer than that. */
const unhurried = { statement: '0', lock: String(patience.lock) }
const heldUp = new Set(['55P03', '40P01'])

/** Partitions of several tables, such as a month's messages and their attempts. */
type Parts = readonly { readonly table: string; readonly part: string }[]

/** As the owner, in one transaction, does what must wait for others: it gives way to whoever reads or writes for long, and tries again. */
const patiently = (
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
        if (!heldUp.has(errorCode(error))) throw error
        if (attempt === patience.attempts)
          throw new StartupError(
            'Others have held the tables for too long: what is left stays in the database. Run it again.',
            { cause: error },
          )
        await sleep(patience.pause)
      }
    }
  })

/** Waits for what others hold, though not for long, as the owner. */
const asPatientOwner = (trx: Trx) =>
  sql`select set_config('role', 'none', true), set_config('lock_timeout', ${unhurried.lock}, true)`.execute(
    trx,
  )

/** Nobody else writes these partitions from now on; others are written, and all are read. */
async function keepWritersOut(trx: Trx, parts: Parts): Promise<void> {
  await asPatientOwner(trx)
  for (const { part } of parts)
    await sql`lock table ${sql.table(part)} in share row exclusive mode`.execute(trx)
}

/**
 * Changes rows of partitions while nobody else does, as the server's own role.
 * @throws StartupError where it never got its turn
 */
export const changePartitions = (
  config: DatabaseConfig,
  parts: Parts,
  change: (trx: Trx) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> =>
  patiently(config, signal, async (trx) => {
    await keepWritersOut(trx, parts)
    await take(trx, asSystem, unhurried)
    await change(trx)
  })

export interface Drop {
  /** A table, and the partition of it that goes; what refers to another comes before that. */
  readonly parts: Parts
  /** Looks whether they may go, while the tables are in use; what it throws keeps them. */
  readonly check: (trx: Trx) => Promise<unknown>
  /** Notes it in the same transaction, as the server's own role. */
  readonly tell?: (trx: Trx) => Promise<unknown>
  /** What only the owner may note. */
  readonly note?: (trx: Trx) => Promise<unknown>
  readonly signal?: AbortSignal | undefined
}

/**
 * Takes partitions out of the database, all or none. Everybody waits while it does, and while it waits for the tables.
 * @throws StartupError where it never got its turn
 */
export const dropPartitions = (
  config: DatabaseConfig,
  { parts, check, tell, note, signal }: Drop,
): Promise<void> =>
  patiently(config, signal, async (trx) => {
    await keepWritersOut(trx, parts)
    await take(trx, asSystem, unhurried)
    await check(trx)
    await asPatientOwner(trx)
    for (const { table } of parts)
      await sql`lock table only ${sql.table(table)} in access exclusive mode`.execute(trx)
    if (tell) {
      await take(trx, asSystem, unhurried)
      await tell(trx)
      await asPatientOwner(trx)
    }
    await note?.(trx)
    for (const { table, part } of parts) {
      await sql`alter table ${sql.table(table)} detach partition ${sql.table(part)}`.execute(trx)
      await sql`drop table ${sql.table(part)}`.execute(trx)
    }
  })
