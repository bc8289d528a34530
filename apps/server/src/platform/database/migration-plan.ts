import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  type PostgresPoolClient,
  PostgresQueryCompiler,
} from 'kysely'
import type { PoolClient, QueryResult } from 'pg'
import { errorCode } from './errors.ts'
import { type MigrationOptions, runsInTransaction } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { asOwner, type DatabaseConfig, ensureRolesOf } from './prepare.ts'
import { queuesFit } from './queue.ts'
import { readState } from './schema-state.ts'

/** What each lock of a table blocks. Weaker locks are left out, because they block nothing. */
const blocked = {
  RowExclusiveLock: 'writes to the same rows',
  ShareUpdateExclusiveLock: 'neither reads nor writes',
  ShareLock: 'writes',
  ShareRowExclusiveLock: 'writes',
  ExclusiveLock: 'writes',
  AccessExclusiveLock: 'reads and writes',
} as const

type LockMode = keyof typeof blocked

/** A lock that a statement takes on an existing table. */
export interface TableLock {
  readonly table: string
  /** Estimated number of rows; undefined where PostgreSQL has no estimate. */
  readonly rows: number | undefined
  readonly mode: LockMode
  /** Description of what the lock blocks. */
  readonly blocks: string
}

interface PlannedStatement {
  readonly text: string
  /** Locks that no earlier statement in the plan took. */
  readonly locks: readonly TableLock[]
}

export interface PlannedMigration {
  readonly name: string
  readonly statements: readonly PlannedStatement[]
  /** Duration of the trial in milliseconds; undefined if there was none. */
  readonly duration: number | undefined
}

interface Stopped {
  readonly name: string
  readonly reason: string
  /** Whether the migration itself failed, as opposed to a timeout. */
  readonly isFault: boolean
}

export interface MigrationPlan {
  readonly migrations: readonly PlannedMigration[]
  /** Migration at which the trial ended early, and the reason. */
  readonly stopped: Stopped | undefined
  /** Whether the schema of the job queue must be created or changed as well. */
  readonly changesQueue: boolean
  /** Whether the database is new. It is then created from the files of `schema`, without a trial. */
  readonly isEmpty: boolean
}

export interface PlanOptions extends Pick<MigrationOptions, 'accepted' | 'lockLimit'> {
  /** Time limit of the whole trial, in milliseconds. */
  readonly limit?: number
}

/** Limits in milliseconds, short enough that a trial disturbs nobody. */
const brief = { lockLimit: 1_000, limit: 10_000 }

interface Table {
  readonly name: string
  readonly rows: number | undefined
}

/** Returns the existing tables and views by their oid. */
async function tablesOf(connection: PoolClient): Promise<Map<number, Table>> {
  const { rows } = await connection.query<{ oid: number; name: string; rows: number }>(
    `select c.oid::int, c.oid::regclass::text as name, c.reltuples::float8 as rows
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'm', 'v') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
  )
  return new Map(rows.map(({ oid, name, rows }) => [oid, { name, rows: rows < 0 ? undefined : rows }]))
}

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** A connection that records which locks each statement takes. */
class Trial {
  readonly #connection: PoolClient
  readonly #tables: ReadonlyMap<number, Table>
  readonly #seen = new Set<string>()
  readonly #deadline: number
  #statements: PlannedStatement[] = []

  constructor(connection: PoolClient, tables: ReadonlyMap<number, Table>, deadline: number) {
    this.#connection = connection
    this.#tables = tables
    this.#deadline = deadline
  }

  /** Client without cursors, because no migration uses one. */
  readonly #client: PostgresPoolClient = {
    query: ((text: unknown, values: readonly unknown[]): unknown =>
      this.#run(String(text), values)) as PostgresPoolClient['query'],
    release: () => {},
  }

  readonly db = new Kysely<unknown>({
    dialect: new PostgresDialect({
      pool: { options: {}, connect: async () => this.#client, end: async () => {} },
    }),
  })

  /** Returns the statements recorded since the last call. */
  takeStatements(): PlannedStatement[] {
    return this.#statements.splice(0)
  }

  async #run(text: string, values: readonly unknown[]): Promise<QueryResult> {
    const left = Math.max(1, Math.ceil(this.#deadline - performance.now()))
    await this.#connection.query(`set local statement_timeout = ${left}`)
    const result = await this.#connection.query(text, [...values])
    this.#statements.push({ text: inOneLine(text), locks: await this.#newLocks() })
    return result
  }

  async #newLocks(): Promise<TableLock[]> {
    const { rows } = await this.#connection.query<{ oid: number; mode: LockMode }>(
      `select relation::int as oid, mode from pg_locks
       where pid = pg_backend_pid() and locktype = 'relation' and granted and mode = any ($1)
         and database = (select oid from pg_database where datname = current_database())
       order by relation, mode`,
      [Object.keys(blocked)],
    )
    return rows.flatMap(({ oid, mode }) => {
      const table = this.#tables.get(oid)
      const key = `${oid} ${mode}`
      if (!table || this.#seen.has(key)) return []
      this.#seen.add(key)
      return [{ table: table.name, rows: table.rows, mode, blocks: blocked[mode] }]
    })
  }
}

/** Collects the statements of a migration that cannot run in a transaction, without running them. */
export async function statementsOf(name: string): Promise<PlannedStatement[]> {
  const statements: PlannedStatement[] = []
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      statements.push({ text: inOneLine(query.sql), locks: [] })
    },
  })
  await migrations[name]?.up(db)
  return statements
}

type Limits = typeof brief

function stopAt(name: string, error: unknown, { lockLimit, limit }: Limits): Stopped {
  const reasons: Readonly<Record<string, string>> = {
    '55P03': `other sessions hold a lock that it needs for longer than ${lockLimit / 1000} s: try again at a quieter time`,
    '57014': `the trial took longer than ${limit / 1000} s and was stopped: run the plan on a restored backup`,
  }
  const known = reasons[errorCode(error)]
  return {
    name,
    reason: known ?? `it fails (${error instanceof Error ? error.message : error})`,
    isFault: known === undefined,
  }
}

async function runTrial(
  connection: PoolClient,
  pending: readonly string[],
  config: DatabaseConfig,
  limits: Limits,
): Promise<Pick<MigrationPlan, 'migrations' | 'stopped'>> {
  const planned: PlannedMigration[] = []
  await connection.query('begin')
  try {
    const tables = await tablesOf(connection)
    await connection.query(`set local lock_timeout = ${limits.lockLimit}`)
    if (pending.length > 0) await ensureRolesOf(connection, config)
    const trial = new Trial(connection, tables, performance.now() + limits.limit)
    for (const name of pending) {
      if (!runsInTransaction(name)) {
        planned.push({ name, statements: await statementsOf(name), duration: undefined })
        continue
      }
      const begun = performance.now()
      try {
        await migrations[name]?.up(trial.db)
      } catch (error) {
        return { migrations: planned, stopped: stopAt(name, error, limits) }
      }
      planned.push({ name, statements: trial.takeStatements(), duration: performance.now() - begun })
    }
    return { migrations: planned, stopped: undefined }
  } finally {
    await connection.query('rollback')
  }
}

/**
 * Plans the pending migrations of a database: runs them in a transaction that is rolled back, and records which
 * tables each statement locks. Other sessions wait for these locks, but only for a limited time.
 * @throws StartupError if this version must not run on the database
 */
export const planMigrations = (
  config: DatabaseConfig,
  { accepted, ...limits }: PlanOptions = {},
): Promise<MigrationPlan> =>
  asOwner(config, async (owner) => {
    const connection = await owner.connect()
    try {
      const { pending, isEmpty } = await readState(connection, accepted)
      const tried = await runTrial(connection, isEmpty ? [] : pending, config, { ...brief, ...limits })
      return { ...tried, changesQueue: !(await queuesFit(connection)), isEmpty }
    } finally {
      connection.release(true)
    }
  })
