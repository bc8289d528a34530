import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg, { type Pool, type PoolClient } from 'pg'
import Cursor from 'pg-cursor'
import { asConnectionError, asStartupError, StartupError } from './errors.ts'
import { migrate } from './migrate.ts'
import { createPool } from './pool.ts'
import { pooled } from './pooled-connection.ts'
import { installQueues, type QueueDatabase, queueDatabase, queueListener } from './queue.ts'
import { ensureRoles, loginRole } from './roles.ts'
import type { Database } from './schema.ts'

/** Where the database is. */
export interface DatabaseConfig {
  /** PostgreSQL URL of the user that the server works as. */
  url: string
  /** PostgreSQL URL of the owner of the schema, who migrates. Without it `url` is the owner's. */
  ownerUrl?: string
  /** How long it may leave a statement unanswered before the connection is given up. Milliseconds, 30 seconds by default. */
  unansweredLimit?: number
}

/** Connections of a pool, and the queries that wait for one. */
export interface Connections {
  open: number
  idle: number
  waiting: number
}

export interface ConnectedDatabase {
  db: Kysely<Database>
  /** The same, for the job queue. */
  queue: QueueDatabase
  /** How the connections are used at this moment. */
  connections(): Connections
  /** Waits for running queries and ends every connection. */
  close(): Promise<void>
}

export interface OpenDatabase extends ConnectedDatabase {
  /** Names of the migrations that this start ran. */
  migrated: string[]
}

const oldestSupported = 150_000

/**
 * Opens a database: checks that it can serve, migrates it as its owner, and gives a pool of connections of
 * a role that owns nothing. Where only the owner's URL is known, each connection steps down to that role.
 *
 * @throws StartupError when the database cannot be reached or cannot serve
 */
export async function openDatabase(config: DatabaseConfig): Promise<OpenDatabase> {
  const ownerUrl = config.ownerUrl ?? config.url
  const setting = config.ownerUrl === undefined ? 'DATABASE_URL' : 'DATABASE_OWNER_URL'
  const owner = createPool(ownerUrl)
  let migrated: string[]
  try {
    await check(owner).catch((error: unknown) => {
      throw asConnectionError(error, setting)
    })
    await prepareRoles(owner, config)
    migrated = await migrate(owner)
    await installQueues(owner)
  } catch (error) {
    throw asStartupError(error, setting)
  } finally {
    await owner.end()
  }
  return { ...(await connectDatabase(config)), migrated }
}

/** Whether a schema of anybody's but PostgreSQL's own has a table or the like. */
const holdsSomething = `select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where nspname <> 'information_schema' and nspname not like 'pg\\_%' limit 1`

/**
 * Prepares a database that a copy of another one is to be read into: with the roles that the copy names.
 *
 * @throws StartupError when it cannot serve, or holds something
 */
export async function prepareEmpty(config: DatabaseConfig): Promise<void> {
  const setting = config.ownerUrl === undefined ? 'DATABASE_URL' : 'DATABASE_OWNER_URL'
  const owner = createPool(config.ownerUrl ?? config.url)
  try {
    await check(owner)
    const { rows } = await owner.query(holdsSomething)
    if (rows.length > 0) {
      throw new StartupError('The database is not empty: restore into a new one, so that nothing is lost.')
    }
    await prepareRoles(owner, config)
  } catch (error) {
    throw asConnectionError(error, setting)
  } finally {
    await owner.end()
  }
}

/**
 * Connects to a database that is migrated already.
 *
 * @throws StartupError when it cannot be reached
 */
export async function connectDatabase(config: DatabaseConfig): Promise<ConnectedDatabase> {
  const sessionRole = config.ownerUrl === undefined ? loginRole : undefined
  const pool = createPool(config.url, sessionRole)
  let isDirect: boolean
  try {
    await checkRole(pool, config)
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

/** Options in an address take the place of ours, and with them of the role to step down to. */
async function checkRole(pool: Pool, config: DatabaseConfig): Promise<void> {
  const { rows } = await pool.query<{ role: string }>('select current_user as role')
  if (config.ownerUrl !== undefined || rows[0]?.role === loginRole) return
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

async function check(owner: Pool): Promise<void> {
  const { rows } = await owner.query<{ version: number; name: string; lower: string; icu: boolean }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
            lower('Ä') as lower, to_regcollation('"zh-x-icu"') is not null as icu`,
  )
  const [server] = rows
  if (!server || server.version < oldestSupported) {
    throw new StartupError(`PostgreSQL ${server?.name} is too old: Atrium needs version 15 or later.`)
  }
  if (server.lower !== 'ä') {
    throw new StartupError(
      "The database's locale is not UTF-8, so searching would miss names: create it with a UTF-8 locale, " +
        "for example: create database atrium template template0 encoding 'UTF8' locale 'C.utf8'.",
    )
  }
  if (!server.icu) {
    throw new StartupError(
      'This PostgreSQL is built without ICU, or its collations are not imported, so names cannot be put in order: ' +
        'use one that is built with it, as all usual packages are.',
    )
  }
}

async function prepareRoles(owner: Pool, config: DatabaseConfig): Promise<void> {
  const connection = await owner.connect()
  try {
    const login = config.ownerUrl === undefined ? await userOf(connection) : new pg.Client(config.url).user
    await ensureRoles(connection, login ?? loginRole, config.ownerUrl === undefined)
  } finally {
    connection.release()
  }
}

async function userOf(connection: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await connection.query<{ name: string }>('select session_user as name')
  return rows[0]?.name
}
