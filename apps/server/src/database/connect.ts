import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import Cursor from 'pg-cursor'
import type { Connections } from '../observability/metrics.ts'
import { asConnectionError, StartupError } from './errors.ts'
import type { Migrated, MigrationOptions } from './migrate.ts'
import { createPool } from './pool.ts'
import { pooled } from './pooled-connection.ts'
import { checkPrepared, type DatabaseConfig, isOwner, prepareDatabase } from './prepare.ts'
import { type QueueDatabase, queueDatabase, queueListener } from './queue.ts'
import { loginRole } from './roles.ts'
import type { Database } from './schema.ts'

export interface ConnectedDatabase {
  db: Kysely<Database>
  /** The same, for the job queue. */
  queue: QueueDatabase
  /** How the connections are used at this moment. */
  connections(): Connections
  /** Waits for running queries and ends every connection. */
  close(): Promise<void>
}

export interface OpenDatabase extends ConnectedDatabase, Migrated {}

export interface OpenOptions extends MigrationOptions {
  /** Whether it migrates, true by default; otherwise it must find the database migrated. */
  readonly migrates?: boolean
}

/**
 * Opens a database: checks that it can serve, migrates it as its owner, and gives a pool of connections of
 * a role that owns nothing. Where only the owner's URL is known, each connection steps down to that role.
 *
 * @throws StartupError when the database cannot be reached or cannot serve
 */
export async function openDatabase(
  config: DatabaseConfig,
  { migrates = true, ...options }: OpenOptions = {},
): Promise<OpenDatabase> {
  if (migrates) {
    const prepared = await prepareDatabase(config, options)
    return { ...(await connectDatabase(config)), ...prepared }
  }
  const { unknown } = await checkPrepared(config)
  return { ...(await connectDatabase(config)), migrated: [], recorded: [], unknown }
}

/**
 * Connects to a database that is migrated already.
 *
 * @throws StartupError when it cannot be reached
 */
export async function connectDatabase(config: DatabaseConfig): Promise<ConnectedDatabase> {
  const sessionRole = await sessionRoleOf(config).catch((error: unknown) => {
    throw asConnectionError(error, 'DATABASE_URL')
  })
  const pool = createPool(config.url, sessionRole)
  let isDirect: boolean
  try {
    if (sessionRole !== undefined) await checkRole(pool)
    isDirect = await reachesDirectly(pool)
  } catch (error) {
    await pool.end()
    throw asConnectionError(error, 'DATABASE_URL')
  }
  const limit = config.unansweredLimit
  return {
    db: withPool(pooled(pool, { limit, prepares: isDirect })),
    queue: queueDatabase(pooled(pool, { limit, prepares: false }), queueListener(config.url, sessionRole)),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  }
}

/** The role that connections step down to: where the address is the owner's. */
async function sessionRoleOf({ url, ownerUrl }: DatabaseConfig): Promise<string | undefined> {
  if (ownerUrl !== undefined) return undefined
  const pool = createPool(url)
  try {
    return (await isOwner(pool)) ? loginRole : undefined
  } finally {
    await pool.end()
  }
}

/** Options in an address take the place of ours, and with them of the role to step down to. */
async function checkRole(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ role: string }>('select current_user as role')
  if (rows[0]?.role === loginRole) return
  throw new StartupError(
    'DATABASE_URL must not have options: remove them, or set DATABASE_OWNER_URL to the owner and DATABASE_URL ' +
      `to the user ${loginRole}.`,
  )
}

/**
 * Whether no pooler of connections is between, which may hand each transaction to another connection: it gives a key
 * of its own to cancel by, while PostgreSQL's names the process.
 */
async function reachesDirectly(pool: Pool): Promise<boolean> {
  const connection = (await pool.connect()) as PoolClient & { readonly processID: number | null }
  try {
    const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid')
    return rows[0]?.pid === connection.processID
  } finally {
    connection.release()
  }
}

/** Kysely over a pool, in our names. */
export function withPool(pool: PostgresPool): Kysely<Database> {
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool, cursor: Cursor }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}
