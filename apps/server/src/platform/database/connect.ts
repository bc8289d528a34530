import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type { Pool } from 'pg'
import Cursor from 'pg-cursor'
import type { Connections } from '../observability/metrics.ts'
import { asConnectionError, StartupError } from './errors.ts'
import type { Migrated, MigrationOptions } from './migrate.ts'
import { createPool, type PoolOptions } from './pool.ts'
import { pooled } from './pooled-connection.ts'
import { type Between, between } from './pooler.ts'
import { checkPrepared, type DatabaseConfig, isOwner, prepareDatabase } from './prepare.ts'
import { type QueueDatabase, queueDatabase, queueListener } from './queue.ts'
import { type Replica, type ReplicaConfig, startReplica } from './replica.ts'
import { loginRole } from './roles.ts'
import type { Database } from './schema.ts'

interface ConnectedDatabase {
  db: Kysely<Database>
  /** The same, for the job queue. */
  queue: QueueDatabase
  /** Serves lists and exports, if there is one. */
  replica: Replica | undefined
  /** Whether each of its connections is one of PostgreSQL's own: no pooler is between. */
  isDirect: boolean
  /** How the connections are used at this moment. */
  connections(): Connections
  /** Waits for running queries and ends every connection. */
  close(): Promise<void>
}

export interface OpenDatabase extends ConnectedDatabase, Migrated {}

interface ConnectOptions {
  /** The most connections of the pool, and of another one to the replica. */
  readonly connections?: number
  readonly replica?: ReplicaConfig | undefined
}

export interface OpenOptions extends MigrationOptions, ConnectOptions {
  /** Whether it migrates, true by default; otherwise it must find the database migrated. */
  readonly migrates?: boolean
}

/**
 * Opens a database: checks that it can serve, migrates it as its owner, and returns a pool of connections of a role
 * that owns nothing. If only the owner's URL is known, each connection steps down to that role.
 *
 * @throws StartupError if the database cannot be reached or cannot serve
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
 * Connects to a database that is migrated already.
 *
 * @throws StartupError when it cannot be reached; its replica may be away
 */
export async function connectDatabase(
  config: DatabaseConfig,
  { connections: size, replica: replicaConfig }: ConnectOptions = {},
): Promise<ConnectedDatabase> {
  const sessionRole = await sessionRoleOf(config).catch((error: unknown) => {
    throw asConnectionError(error, 'DATABASE_URL')
  })
  const options = { sessionRole, size }
  const { pool, isDirect, prepares } = await openPool('DATABASE_URL', config.url, options)
  const limit = config.unansweredLimit
  const listen = isDirect ? queueListener(config.url, sessionRole) : undefined
  const db = withPool(pooled(pool, { limit, prepares, primary: true }))
  const openReplica = async (url: string) => {
    const opened = await openPool('DATABASE_READ_URL', url, options)
    const standby = pooled(opened.pool, { limit, prepares: opened.prepares })
    return { db: withPool(standby), close: () => opened.pool.end() }
  }
  const replica =
    replicaConfig &&
    startReplica({ ...replicaConfig, primary: db, open: () => openReplica(replicaConfig.url) })
  return {
    db,
    replica,
    isDirect,
    queue: queueDatabase(pooled(pool, { limit, prepares: false, primary: true }), listen),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: async () => {
      await replica?.stop()
      await pool.end()
    },
  }
}

/**
 * Opens a pool, and finds out what its connections are.
 *
 * @throws StartupError that names the setting if they cannot be used
 */
async function openPool(
  setting: string,
  url: string,
  options: PoolOptions,
): Promise<Between & { readonly pool: Pool }> {
  const pool = createPool(url, options)
  try {
    if (options.sessionRole !== undefined) await checkRole(pool, setting)
    return { pool, ...(await between(pool)) }
  } catch (error) {
    await pool.end()
    throw asConnectionError(error, setting)
  }
}

/** The role that connections step down to if the URL is the owner's. */
async function sessionRoleOf({ url, ownerUrl }: DatabaseConfig): Promise<string | undefined> {
  if (ownerUrl !== undefined) return undefined
  const pool = createPool(url)
  try {
    return (await isOwner(pool)) ? loginRole : undefined
  } finally {
    await pool.end()
  }
}

/** Options in a URL replace ours, and with them the role to step down to. */
async function checkRole(pool: Pool, setting: string): Promise<void> {
  const { rows } = await pool.query<{ role: string }>('select current_user as role')
  if (rows[0]?.role === loginRole) return
  throw new StartupError(
    `${setting} must not have options: remove them, or set DATABASE_OWNER_URL to the owner and ${setting} ` +
      `to the user ${loginRole}.`,
  )
}

/** Kysely over a pool, in our names. */
export function withPool(pool: PostgresPool): Kysely<Database> {
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool, cursor: Cursor }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}
