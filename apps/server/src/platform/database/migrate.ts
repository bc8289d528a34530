import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Pool } from 'pg'
import { createSchema } from './baseline.ts'
import { errorCode, MigrationHeldUp } from './errors.ts'
import { migrations } from './migrations/index.ts'
import { migrationTable, readState, recordOf } from './schema-state.ts'
import { takeTurn } from './turn.ts'

export interface MigrationOptions {
  /** Called with a sentence that says what a migration is waiting for. */
  readonly onWait?: (reason: string) => void
  /** Names of changed migrations that an operator accepts. Their new checksums are recorded. */
  readonly accepted?: readonly string[]
  /** Maximum wait of a migration for a lock, in milliseconds. Other sessions wait behind it. */
  readonly lockLimit?: number
  /** Maximum number of attempts of a migration that does not get its locks. */
  readonly attempts?: number
  /** Pause between two attempts in which the sessions that waited can proceed, in milliseconds. */
  readonly pause?: number
}

export interface Migrated {
  /** Names of the migrations that have just run. */
  readonly migrated: readonly string[]
  /** Names of migrations applied earlier whose checksums were recorded now. */
  readonly recorded: readonly string[]
  /** Names of migrations that a newer version applied. */
  readonly unknown: readonly string[]
}

/** Retries for about two minutes in total. */
const lockRetries = { lockLimit: 3_000, attempts: 20, pause: 3_000 }

/** lock_not_available, deadlock_detected. */
const heldUp = new Set(['55P03', '40P01'])

/** Returns whether all statements of a migration run in one transaction. */
export const runsInTransaction = (name: string): boolean => migrations[name]?.inTransaction ?? true

/** Disables Kysely's own lock, which belongs to a session, waits for an hour, and outlives a failed transaction. */
class UnlockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** PostgreSQL for Kysely's migrator, without Kysely's lock. `migrate` takes its own lock. */
class MigrationDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new UnlockedAdapter()
  }
}

/** Applies all migrations up to and including one with Kysely's migrator, in an open transaction. */
async function applyUpTo(
  trx: Kysely<unknown>,
  name: string,
  all: Readonly<Record<string, Migration>>,
): Promise<void> {
  const migrator = new Migrator({
    db: trx,
    provider: { getMigrations: async () => all },
    migrationTableName: migrationTable,
    migrationLockTableName: `${migrationTable}_lock`,
  })
  const { error } = await migrator.migrateTo(name)
  if (error) throw error
}

/**
 * Records the checksums of applied migrations that have none, or a changed one that the operator accepts.
 * @returns the names of these migrations
 */
async function recordChecksums(db: Kysely<unknown>, accepted: readonly string[]): Promise<string[]> {
  const { rows: columns } = await sql`select from pg_attribute
    where attrelid = to_regclass(${migrationTable}) and attname = 'checksum'`.execute(db)
  if (columns.length === 0) return []
  const records = JSON.stringify(Object.keys(migrations).map(recordOf))
  const { rows } = await sql<{ name: string }>`
    update ${sql.table(migrationTable)} applied set checksum = known.checksum, needs = known.needs
    from json_to_recordset(${records}::json) as known (name text, checksum text, needs text)
    where applied.name = known.name and (applied.checksum is null
      or applied.checksum <> known.checksum and applied.name = any (${accepted}::text[]))
    returning applied.name`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Runs a migration outside a transaction and without time limits. It builds or drops indexes concurrently, or
 * analyzes tables, which blocks nobody.
 */
async function runOutside(db: Kysely<unknown>, name: string): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`select set_config('lock_timeout', '0', false), set_config('statement_timeout', '0', false)`.execute(
      connection,
    )
    try {
      await migrations[name]?.up(connection)
    } finally {
      await sql`reset lock_timeout`.execute(connection)
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

async function apply(db: Kysely<unknown>, name: string, options: MigrationOptions): Promise<void> {
  const isInside = runsInTransaction(name)
  if (!isInside) await runOutside(db, name)
  await db.transaction().execute(async (trx) => {
    const limit = String(options.lockLimit ?? lockRetries.lockLimit)
    await sql`select set_config('lock_timeout', ${limit}, true), set_config('statement_timeout', '0', true)`.execute(
      trx,
    )
    await applyUpTo(trx, name, isInside ? migrations : { ...migrations, [name]: { up: async () => {} } })
    await recordChecksums(trx, [])
  })
}

/**
 * Applies a migration, and retries while other sessions lock what it needs.
 * @throws MigrationHeldUp after the last attempt
 */
async function applyWithRetries(db: Kysely<unknown>, name: string, options: MigrationOptions): Promise<void> {
  const { attempts, pause, onWait } = { ...lockRetries, ...options }
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await apply(db, name, options)
    } catch (error) {
      if (!heldUp.has(errorCode(error))) throw error
      const waits = `The migration ${name} is waiting for locks that other sessions hold`
      if (attempt >= attempts) {
        throw new MigrationHeldUp(
          `${waits}, and did not get them in ${attempts} attempts: end sessions with old transactions ` +
            '(xact_start in pg_stat_activity) and start again. Earlier migrations stay applied.',
          { cause: error },
        )
      }
      onWait?.(`${waits}. It will retry.`)
      await sleep(pause)
    }
  }
}

/**
 * Brings the schema up to date, in one process at a time. A new database is created from the files of `schema`; an
 * existing one gets the migrations that it lacks. A migration that does not get its locks soon steps back, so that
 * nobody waits behind it, and tries again. Rejects a database whose applied migrations differ from this version's.
 * @param owner connections of the role that owns the schema; the caller closes them
 * @throws StartupError if this version must not run on the database, or a lock is held too long
 */
export async function migrate(owner: Pool, options: MigrationOptions = {}): Promise<Migrated> {
  const { accepted = [], onWait } = options
  const before = await readState(owner, accepted)
  const { unknown } = before
  if (before.pending.length === 0 && before.unrecorded.length === 0)
    return { migrated: [], recorded: [], unknown }
  const endTurn = await takeTurn(owner, 'atrium migrations', () =>
    onWait?.('Another process is migrating the database: waiting until it is done.'),
  )
  try {
    // Another process may have migrated the database in the meantime.
    const state = await readState(owner, accepted)
    const db = new Kysely<unknown>({ dialect: new MigrationDialect({ pool: owner }) })
    if (state.isEmpty) await createSchema(db)
    const { pending } = state.isEmpty ? await readState(owner) : state
    for (const name of pending) await applyWithRetries(db, name, options)
    await recordChecksums(db, accepted)
    return { migrated: state.pending, recorded: state.unrecorded, unknown: state.unknown }
  } finally {
    await endTurn()
  }
}
