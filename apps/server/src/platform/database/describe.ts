import pg from 'pg'
import { asConnectionError } from './errors.ts'
import { migrations } from './migrations/index.ts'

/** The versions that a copy of a database depends on. */
export interface DatabaseFacts {
  /** PostgreSQL's version, such as 18.4. */
  readonly version: string
  readonly major: number
  readonly lastMigration: string
}

/**
 * Reads the versions of a migrated database.
 * @param setting name of the setting that contains the URL
 * @throws StartupError if the database cannot be reached
 */
export async function describeDatabase(url: string, setting: string): Promise<DatabaseFacts> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<DatabaseFacts>(
      `select split_part(current_setting('server_version'), ' ', 1) as version,
              current_setting('server_version_num')::int / 10000 as major, max(name) as "lastMigration"
       from schema_migration`,
    )
    const [facts] = rows
    if (!facts) throw new Error('an aggregate has one row')
    return facts
  } catch (error) {
    throw asConnectionError(error, setting)
  } finally {
    await client.end()
  }
}

/** Returns whether this version of Atrium contains a migration. A later version may have more. */
export const isKnownMigration = (name: string): boolean => name in migrations
