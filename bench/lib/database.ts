import { startEmbedded } from '@atrium/server/database'
import pg from 'pg'

/** The embedded database of a server that runs. */
interface BenchDatabase {
  /** A connection of the schema's owner. */
  readonly owner: pg.Client
  /** PostgreSQL's version in words. */
  readonly version: string
}

/**
 * Joins the embedded database of a server that runs, for as long as some work is done.
 * @param dataDir the server's data folder
 */
export async function withDatabase<T>(
  dataDir: string,
  work: (database: BenchDatabase) => Promise<T>,
): Promise<T> {
  const embedded = await startEmbedded({ dataDir })
  const owner = new pg.Client(embedded.ownerUrl)
  await owner.connect()
  try {
    const { rows } = await owner.query<{ version: string }>(
      "select 'PostgreSQL ' || current_setting('server_version') as version",
    )
    return await work({ owner, version: rows[0]?.version ?? 'PostgreSQL' })
  } finally {
    await owner.end()
    await embedded.close()
  }
}
