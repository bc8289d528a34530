import pg, { type Pool } from 'pg'
import { program } from '../observability/program.ts'
import { asConnectionError, asStartupError, errorCode, MigrationsPending, StartupError } from './errors.ts'
import { type Migrated, type MigrationOptions, migrate } from './migrate.ts'
import { createPool } from './pool.ts'
import { installQueues, queuesFit } from './queue.ts'
import { ensureRoles, loginRole, type WorkRole } from './roles.ts'
import { migrationTable, type Queryable, readState, type SchemaState } from './schema-state.ts'
import { rejectTemporary } from './temporary.ts'

/** Where the database is. */
export interface DatabaseConfig {
  /** PostgreSQL URL of the user that the server works as. */
  url: string
  /** PostgreSQL URL of the owner of the schema, who migrates. Without it `url` is the owner's. */
  ownerUrl?: string
  /** How long it may leave a statement unanswered before the connection is given up. Milliseconds, 30 seconds by default. */
  unansweredLimit?: number
}

const oldestSupported = 150_000

/**
 * Does something over connections of the owner, to a database that can serve.
 *
 * @throws StartupError where it cannot be reached or cannot serve
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
 * Makes a database what this version needs: roles, migrations, the job queue.
 *
 * @throws StartupError where it cannot be reached or cannot serve
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

/** Restores the owners and rights that a database loses where it is restored or copied, and checks the outcome. */
async function confineDefiners(owner: Pool, config: DatabaseConfig): Promise<void> {
  await owner.query('select public.confine_definers()')
  await rejectTemporary(owner, config.ownerUrl === undefined ? undefined : userIn(config.url))
}

/** The user that an address names. */
const userIn = (url: string): string | undefined => new pg.Client(url).user

const newerQueue =
  'The job queue was brought up to date by a newer version of Atrium, which this one cannot work with: start that ' +
  'version or a later one.'

/** What there is to know of a database that somebody else migrates. */
type Prepared = Pick<SchemaState, 'unknown'>

/** The role that reads what was applied where the owner is not at hand. */
const reader: WorkRole = 'atrium_system'

/** Undefined table or role, missing right: a database on which nobody has migrated, or not lately. */
const unprepared = new Set(['42P01', '42704', '22023', '42501'])

/** Whether a connection's user owns the schema, as far as there is one. */
export async function isOwner(connection: Queryable): Promise<boolean> {
  const { rows } = await connection.query<{ owns: boolean }>(
    `select pg_has_role(relowner, 'MEMBER') as owns from pg_class where oid = to_regclass($1)`,
    [migrationTable],
  )
  return rows[0]?.owns ?? true
}

/**
 * Makes sure that a database has been made what this version needs. Changes nothing, and needs no owner.
 *
 * @throws MigrationsPending where it has not
 */
export async function checkPrepared(config: DatabaseConfig): Promise<Prepared> {
  const pool = createPool(config.ownerUrl ?? config.url)
  try {
    const connection = await pool.connect()
    try {
      return await look(connection, config)
    } finally {
      connection.release(true)
    }
  } catch (error) {
    throw asConnectionError(error, config.ownerUrl === undefined ? 'DATABASE_URL' : 'DATABASE_OWNER_URL')
  } finally {
    await pool.end()
  }
}

async function look(connection: Queryable, config: DatabaseConfig): Promise<Prepared> {
  await connection.query('begin read only')
  try {
    const isOwners = await isOwner(connection)
    if (!isOwners) await connection.query(`set local role ${reader}`)
    const { pending, unknown } = await readState(connection)
    const [first] = pending
    if (first)
      throw new MigrationsPending(`The database lacks ${pending.length} migrations (${first}…)${remedy}`)
    if (!(await queuesFit(connection)))
      throw new MigrationsPending(`The job queue in the database is not that of this version${remedy}`)
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

const remedy = `, and MIGRATE=0 leaves that to others: run ${program} migrate, or start without MIGRATE=0.`

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
    await ensureRolesOf(connection, config)
  } finally {
    connection.release()
  }
}

/** Makes the roles that migrations name, by one connection of the owner. */
export async function ensureRolesOf(connection: pg.ClientBase, config: DatabaseConfig): Promise<void> {
  const login = config.ownerUrl === undefined ? await userOf(connection) : userIn(config.url)
  await ensureRoles(connection, login ?? loginRole, config.ownerUrl === undefined)
}

async function userOf(connection: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await connection.query<{ name: string }>('select session_user as name')
  return rows[0]?.name
}
