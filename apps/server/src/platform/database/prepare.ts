import pg, { type Pool } from 'pg'
import { program } from '../observability/program.ts'
import { asConnectionError, asStartupError, errorCode, MigrationsPending, StartupError } from './errors.ts'
import { type Migrated, type MigrationOptions, migrate } from './migrate.ts'
import { createPool } from './pool.ts'
import { installQueues, queuesFit } from './queue.ts'
import { ensureRoles, loginRole, type WorkRole } from './roles.ts'
import { migrationTable, type Queryable, readState, type SchemaState } from './schema-state.ts'
import { rejectTemporary } from './temporary.ts'

/** Connection settings of a database. */
export interface DatabaseConfig {
  /** PostgreSQL URL of the user that the server works as. */
  url: string
  /** PostgreSQL URL of the schema's owner, who runs migrations. If it is missing, `url` is the owner's. */
  ownerUrl?: string
  /** How long a statement may stay without a response before its connection is closed, in milliseconds; 30 seconds by default. */
  responseTimeout?: number
}

const oldestSupported = 150_000

/**
 * Checks that the database is usable, and runs `work` over connections of its owner.
 * @throws StartupError if it cannot be reached or is not usable
 */
export async function asOwner<Result>(
  config: DatabaseConfig,
  work: (owner: Pool) => Promise<Result>,
): Promise<Result> {
  const setting = config.ownerUrl === undefined ? 'DATABASE_URL' : 'DATABASE_OWNER_URL'
  const owner = createPool(config.ownerUrl ?? config.url)
  try {
    await check(owner).catch((error: unknown) => {
      throw asConnectionError(error, setting)
    })
    return await work(owner)
  } catch (error) {
    throw asStartupError(error, setting)
  } finally {
    await owner.end()
  }
}

/**
 * Prepares a database for this version: roles, schema, job queue.
 * @throws StartupError if it cannot be reached or is not usable
 */
export const prepareDatabase = (config: DatabaseConfig, options: MigrationOptions = {}): Promise<Migrated> =>
  asOwner(config, async (owner) => {
    await prepareRoles(owner, config)
    const migrated = await migrate(owner, options)
    await installQueues(owner)
    if (!(await queuesFit(owner))) throw new StartupError(newerQueue)
    await confineDefiners(owner, config)
    return migrated
  })

/** Restores the owners and rights that a restored or copied database lacks, and checks the result. */
async function confineDefiners(owner: Pool, config: DatabaseConfig): Promise<void> {
  await owner.query('select public.confine_definers()')
  await rejectTemporary(owner, config.ownerUrl === undefined ? undefined : userIn(config.url))
}

/** Returns the user name in a URL. */
const userIn = (url: string): string | undefined => new pg.Client(url).user

const newerQueue =
  'A newer version of Atrium has updated the job queue, and this version cannot work with it: start that ' +
  'version or a later one.'

/** State of a database that another process migrates. */
type Prepared = Pick<SchemaState, 'unknown'>

/** The role that reads the applied migrations if the owner's account is unknown. */
const reader: WorkRole = 'atrium_system'

/** Undefined table or role, or missing right: the database was never migrated, or is far behind. */
const unprepared = new Set(['42P01', '42704', '22023', '42501'])

/** Returns whether a connection's user owns the schema; true if there is no schema yet. */
export async function isOwner(connection: Queryable): Promise<boolean> {
  const { rows } = await connection.query<{ owns: boolean }>(
    `select pg_has_role(relowner, 'MEMBER') as owns from pg_class where oid = to_regclass($1)`,
    [migrationTable],
  )
  return rows[0]?.owns ?? true
}

/**
 * Checks that a database is prepared for this version. Changes nothing, and does not need the owner.
 * @throws MigrationsPending if it is not prepared
 */
export async function checkPrepared(config: DatabaseConfig): Promise<Prepared> {
  const pool = createPool(config.ownerUrl ?? config.url)
  try {
    const connection = await pool.connect()
    try {
      return await readPrepared(connection, config)
    } finally {
      connection.release(true)
    }
  } catch (error) {
    throw asConnectionError(error, config.ownerUrl === undefined ? 'DATABASE_URL' : 'DATABASE_OWNER_URL')
  } finally {
    await pool.end()
  }
}

async function readPrepared(connection: Queryable, config: DatabaseConfig): Promise<Prepared> {
  await connection.query('begin read only')
  try {
    const isOwners = await isOwner(connection)
    if (!isOwners) await connection.query(`set local role ${reader}`)
    const { pending, unknown } = await readState(connection)
    const [first] = pending
    if (first)
      throw new MigrationsPending(`The database lacks ${pending.length} migrations (${first}…)${remedy}`)
    if (!(await queuesFit(connection)))
      throw new MigrationsPending(`The job queue in the database does not match this version${remedy}`)
    await rejectTemporary(
      connection,
      isOwners && config.ownerUrl === undefined ? undefined : userIn(config.url),
    )
    return { unknown }
  } catch (error) {
    if (!unprepared.has(errorCode(error))) throw error
    throw new MigrationsPending(`The database has not been migrated${remedy}`, { cause: error })
  } finally {
    await connection.query('rollback')
  }
}

const remedy = `, and MIGRATE=0 disables migration at startup: run ${program} migrate, or start without MIGRATE=0.`

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
      "The database's locale is not UTF-8, so searches would miss names: create the database with a UTF-8 locale, " +
        "for example: create database atrium template template0 encoding 'UTF8' locale 'C.utf8'.",
    )
  }
  if (!server.icu) {
    throw new StartupError(
      'This PostgreSQL is built without ICU, or its collations are not imported, so names cannot be sorted: ' +
        'use a PostgreSQL that is built with ICU, as all common packages are.',
    )
  }
}

async function prepareRoles(owner: Pool, config: DatabaseConfig): Promise<void> {
  const connection = await owner.connect()
  try {
    await ensureRolesOf(connection, config)
  } finally {
    connection.release()
  }
}

/** Creates the roles that the schema needs, over a connection of the owner. */
export async function ensureRolesOf(connection: pg.ClientBase, config: DatabaseConfig): Promise<void> {
  const login = config.ownerUrl === undefined ? await userOf(connection) : userIn(config.url)
  await ensureRoles(connection, login ?? loginRole, config.ownerUrl === undefined)
}

async function userOf(connection: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await connection.query<{ name: string }>('select session_user as name')
  return rows[0]?.name
}
