import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type { Pool } from 'pg'
import type { Connections } from '../observability/metrics.ts'
import { asConnectionError, StartupError } from './errors.ts'
import type { Migrated, MigrationOptions } from './migrate.ts'
import { createPool, type PoolOptions } from './pool.ts'
import { pooled } from './pooled-connection.ts'
import { detectPooler, type PoolerFacts } from './pooler.ts'
import { checkPrepared, type DatabaseConfig, isOwner, prepareDatabase } from './prepare.ts'
import { type QueueDatabase, queueDatabase, queueListener } from './queue.ts'
import { type Replica, type ReplicaConfig, startReplica } from './replica.ts'
import { loginRole } from './roles.ts'
import type { Database } from './schema.ts'

/**
 * How long a statement may stay without a response before its connection is closed, in milliseconds. PostgreSQL keeps
 * shorter limits itself (see `transaction.ts`); this one is for a server that does not respond at all.
 */
const defaultResponseTimeout = 30_000

interface ConnectedDatabase {
  db: Kysely<Database>
  /** Same connections, for the job queue. */
  queue: QueueDatabase
  /** Replica that serves lists and exports, if there is one. */
  replica: Replica | undefined
  /** Whether the pool connects to PostgreSQL directly, without a pooler in between. */
  isDirect: boolean
  /** Returns how many connections are open, idle and waited for. */
  connections(): Connections
  /** Waits for running queries, then closes every connection. */
  close(): Promise<void>
}

export interface OpenDatabase extends ConnectedDatabase, Migrated {}

interface ConnectOptions {
  /** Maximum number of connections, for this pool and for the replica's pool. */
  readonly connections?: number
  readonly replica?: ReplicaConfig | undefined
}

export interface OpenOptions extends MigrationOptions, ConnectOptions {
  /** Whether to migrate the database, true by default. If false, it must already be migrated. */
  readonly migrates?: boolean
}

/**
 * Opens a database: checks that it is usable, migrates it as its owner, and returns a pool of connections of a role
 * that owns nothing. If only the owner's URL is known, each connection steps down to that role.
 * @throws StartupError if the database cannot be reached or is not usable
 */
export async function openDatabase(
  config: DatabaseConfig,
  { migrates = true, ...options }: OpenOptions = {},
): Promise<OpenDatabase> {
  if (migrates) {
    const prepared = await prepareDatabase(config, options)
    return { ...(await connectDatabase(config, options)), ...prepared }
  }
  const { unknown } = await checkPrepared(config)
  return { ...(await connectDatabase(config, options)), migrated: [], recorded: [], unknown }
}

/**
 * Connects to a database that is already migrated. Its replica may be unavailable.
 * @throws StartupError if the database cannot be reached
 */
export async function connectDatabase(
  config: DatabaseConfig,
  { connections: size, replica: replicaConfig }: ConnectOptions = {},
): Promise<ConnectedDatabase> {
  const sessionRole = await sessionRoleOf(config).catch((error: unknown) => {
    throw asConnectionError(error, 'DATABASE_URL')
  })
  const { responseTimeout = defaultResponseTimeout } = config
  const options = { sessionRole, size, responseTimeout }
  const { pool, isDirect, prepares } = await openPool('DATABASE_URL', config.url, options)
  const listen = isDirect ? queueListener(config.url, sessionRole) : undefined
  const db = withPool(pooled(pool, { prepares, primary: true }))
  const openReplica = async (url: string) => {
    const opened = await openPool('DATABASE_READ_URL', url, options)
    const standby = pooled(opened.pool, { prepares: opened.prepares })
    return { db: withPool(standby), close: () => opened.pool.end() }
  }
  const replica =
    replicaConfig &&
    startReplica({ ...replicaConfig, primary: db, open: () => openReplica(replicaConfig.url) })
  return {
    db,
    replica,
    isDirect,
    queue: queueDatabase(pooled(pool, { prepares: false, primary: true }), listen),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => {
      await replica?.stop()
      await pool.end()
    },
  }
}

/**
 * Opens a pool and finds out whether there is a pooler in between.
 * @throws StartupError that names the setting if the connections cannot be used
 */
async function openPool(
  setting: string,
  url: string,
  options: PoolOptions,
): Promise<PoolerFacts & { readonly pool: Pool }> {
  const pool = createPool(url, options)
  try {
    if (options.sessionRole !== undefined) await checkRole(pool, setting)
    return { pool, ...(await detectPooler(pool)) }
  } catch (error) {
    await pool.end()
    throw asConnectionError(error, setting)
  }
}

/** Returns the role that connections step down to if the URL is the owner's. */
async function sessionRoleOf({ url, ownerUrl }: DatabaseConfig): Promise<string | undefined> {
  if (ownerUrl !== undefined) return undefined
  const pool = createPool(url)
  try {
    return (await isOwner(pool)) ? loginRole : undefined
  } finally {
    await pool.end()
  }
}

/** Rejects a URL whose options replaced ours, including the role to step down to. */
async function checkRole(pool: Pool, setting: string): Promise<void> {
  const { rows } = await pool.query<{ role: string }>('select current_user as role')
  if (rows[0]?.role === loginRole) return
  throw new StartupError(
    `${setting} must not have options: remove them, or set DATABASE_OWNER_URL to the owner and ${setting} ` +
      `to the user ${loginRole}.`,
  )
}

/** Creates a Kysely instance over a pool, with camel case names. */
export function withPool(pool: PostgresPool): Kysely<Database> {
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}
