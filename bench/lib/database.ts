import { startEmbedded } from '@atrium/server/database'
import pg from 'pg'

/** Embedded database of a running server. */
interface BenchDatabase {
  /** Connection of the schema's owner. */
  readonly owner: pg.Client
  /** Version of PostgreSQL, as text. */
  readonly version: string
}

/**
 * Connects to the embedded database of a running server during some work.
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
