import type { Config } from '../config/index.ts'
import { type OpenDatabase, openDatabase, startEmbedded } from '../database/index.ts'
import type { Closing } from './closing.ts'

/**
 * Opens the operator's database or, where none is named, starts the embedded one.
 * @param onFailure told when the embedded one went away and could not be started again
 */
export async function openConfigured(
  config: Config,
  open: Closing,
  onFailure: (error: unknown) => void,
): Promise<OpenDatabase> {
  const place = config.DATABASE_URL
    ? { url: config.DATABASE_URL, ownerUrl: config.DATABASE_OWNER_URL }
    : await startEmbedded({ dataDir: config.DATA_DIR, onFailure })
  if ('close' in place) open.add(() => place.close(), 'until its end')
  const database = await openDatabase(place)
  open.add(() => database.close())
  return database
}
