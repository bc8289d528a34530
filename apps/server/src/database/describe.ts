import pg from 'pg'
import { asConnectionError } from './errors.ts'
import { migrations } from './migrations/index.ts'

/** What a copy of a database has to go with. */
export interface DatabaseFacts {
  /** PostgreSQL's version, such as 18.4. */
  readonly version: string
  readonly major: number
  readonly lastMigration: string
  /** Whether the user reads the rows of all tenants, whatever row-level security says. */
  readonly readsAll: boolean
}

/**
 * Asks a database that is migrated what it is.
 *
 * @param setting that has the URL
 * @throws StartupError when it cannot be reached
 */
export async function describeDatabase(url: string, setting: string): Promise<DatabaseFacts> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<DatabaseFacts>(
      `select split_part(current_setting('server_version'), ' ', 1) as version,
              current_setting('server_version_num')::int / 10000 as major,
              (select max(name) from schema_migration) as "lastMigration",
              rolsuper or rolbypassrls as "readsAll"
       from pg_roles where rolname = current_user`,
    )
    const [facts] = rows
    if (!facts) throw new Error('the user has no role')
    return facts
  } catch (error) {
    throw asConnectionError(error, setting)
  } finally {
    await client.end()
  }
}

/** Whether this version of Atrium knows a migration: it reads no database of a later one. */
export const isKnownMigration = (name: string): boolean => name in migrations
