import type { Kysely } from 'kysely'
import { connectDatabase } from './connect.ts'
import { hasDatabase } from './embedded/home.ts'
import { startEmbedded } from './embedded.ts'
import { StartupError } from './errors.ts'
import type { Database } from './schema.ts'

/** Where a deployment has its database, as its environment says it. */
export interface DatabasePlace {
  readonly DATABASE_URL?: string
  readonly DATABASE_OWNER_URL?: string
  readonly DATA_DIR: string
}

interface ExistingDatabase {
  readonly db: Kysely<Database>
  /** URL of the owner of the schema. */
  readonly ownerUrl: string
  readonly close: () => Promise<void>
}

/**
 * Opens a deployment's database for a command beside the server: an embedded one is joined where the server has it
 * running, and started for the while where it does not run.
 *
 * @throws StartupError where there is none
 */
export async function openExisting(place: DatabasePlace): Promise<ExistingDatabase> {
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl } = place
  if (url) return { ...(await connectDatabase({ url, ownerUrl })), ownerUrl: ownerUrl ?? url }
  if (!(await hasDatabase(place.DATA_DIR))) {
    throw new StartupError(`There is no database in ${place.DATA_DIR}: set DATA_DIR to the server's.`)
  }
  const embedded = await startEmbedded({ dataDir: place.DATA_DIR })
  const database = await connectDatabase(embedded)
  return {
    db: database.db,
    ownerUrl: embedded.ownerUrl,
    close: () => database.close().then(() => embedded.close()),
  }
}
