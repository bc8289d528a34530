import pg from 'pg'
import { asConnectionError } from './errors.ts'
import { migrations } from './migrations/index.ts'

/** What a copy of a database has to go with. */
export interface DatabaseFacts {
  /** PostgreSQL's version, such as 18.4. */
  readonly version: string
  readonly major: number
  readonly lastMigration: string
}

/**
 * Asks a database that is migrated what it is.
 *
 * @param setting that has the URL
 * @returns undefined where the user does not read all tables, or not the rows of all tenants
 * @throws StartupError when it cannot be reached
 */
export async function describeDatabase(url: string, setting: string): Promise<DatabaseFacts | undefined> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  try {
    await client.connect()
    // By itself: whoever may not read a table has a statement that names it refused.
    const { rows: users } = await client.query<{ readsAll: boolean }>(
      `select (rolsuper or rolbypassrls)
                and coalesce(has_table_privilege(to_regclass('schema_migration'), 'select'), true) as "readsAll"
       from pg_roles where rolname = current_user`,
    )
    if (!users[0]?.readsAll) return undefined
    const { rows } = await client.query<DatabaseFacts>(
      `select split_part(current_setting('server_version'), ' ', 1) as version,
              current_setting('server_version_num')::int / 10000 as major,
              (select max(name) from schema_migration) as "lastMigration"`,
    )
    return rows[0]
  } catch (error) {
    throw asConnectionError(error, setting)
  } finally {
    await client.end()
  }
}

/** Whether this version of Atrium knows a migration: it reads no database of a later one. */
export const isKnownMigration = (name: string): boolean => name in migrations
