import type { Kysely } from 'kysely'
import { connectDatabase } from './connect.ts'
import { hasDatabase } from './embedded/home.ts'
import { startEmbedded } from './embedded.ts'
import { StartupError } from './errors.ts'
import type { DatabaseConfig } from './prepare.ts'
import type { Database } from './schema.ts'

/** Location of a deployment's database, from its environment. */
export interface DatabaseLocation {
  readonly DATABASE_URL?: string
  readonly DATABASE_OWNER_URL?: string
  readonly DATA_DIR: string
}

/** An existing database of a deployment. */
interface Existing extends DatabaseConfig {
  /** Stops an embedded server, unless another process uses it too. */
  readonly close: () => Promise<void>
}

interface ExistingDatabase {
  readonly db: Kysely<Database>
  /** URL of the role that owns the schema. */
  readonly ownerUrl: string
  readonly close: () => Promise<void>
}

/**
 * Finds a deployment's database for a command. Joins a running embedded server, or starts one for the duration of the
 * command.
 * @throws StartupError if there is no database
 */
export async function findExisting(location: DatabaseLocation): Promise<Existing> {
  if (location.DATABASE_URL)
    return { url: location.DATABASE_URL, ownerUrl: location.DATABASE_OWNER_URL, close: async () => {} }
  if (!(await hasDatabase(location.DATA_DIR))) {
    throw new StartupError(
      `There is no database in ${location.DATA_DIR}: set DATA_DIR to the data folder of the server.`,
    )
  }
  return await startEmbedded({ dataDir: location.DATA_DIR })
}

/**
 * Opens a deployment's database for a command that runs beside the server.
 * @throws StartupError if there is no database
 */
export async function openExisting(location: DatabaseLocation): Promise<ExistingDatabase> {
  const existing = await findExisting(location)
  const database = await connectDatabase(existing)
  return {
    db: database.db,
    ownerUrl: existing.ownerUrl ?? existing.url,
    close: () => database.close().then(existing.close),
  }
}
