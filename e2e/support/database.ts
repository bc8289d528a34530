import {
  asSystem,
  connectDatabase,
  inTransaction,
  type RunAs,
  startEmbedded,
  type Trx,
} from '@atrium/server/database'
import { dataFolder } from './suite.ts'

/** Changes the database of a running server, to simulate the passing of time or another system. */
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
