import {
  asSystem,
  connectDatabase,
  inTransaction,
  type RunAs,
  startEmbedded,
  type Trx,
} from '@atrium/server/database'
import { dataFolder } from './suite.ts'

/** Does in the database of a running server what only time or another system does. */
export const inDatabase = async (
  work: (trx: Trx) => Promise<unknown>,
  dataDir = dataFolder,
  as: RunAs = asSystem,
): Promise<void> => {
  const embedded = await startEmbedded({ dataDir })
  const { db, close } = await connectDatabase({ url: embedded.url })
  try {
    await inTransaction(db, as, work)
  } finally {
    await close()
    await embedded.close()
  }
}
