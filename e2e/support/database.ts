import {
  asSystem,
  connectDatabase,
  inTransaction,
  type RunAs,
  startEmbedded,
  type Trx,
} from '@atrium/server/database'
import { dataFolder } from './suite.ts'

/** Connects to the database of the running server of a data folder. */
const connect = async (dataDir: string): ReturnType<typeof connectDatabase> => {
  // The server has started the database and keeps it running.
  const { url, close } = await startEmbedded({ dataDir })
  const connected = await connectDatabase({ url })
  await close()
  return connected
}

/** Connection to the shared server's database, for all tests of this worker: connecting takes longer than their work. */
let shared: ReturnType<typeof connect> | undefined

const connectOnce = () => {
  shared ??= connect(dataFolder)
  return shared
}

/** Changes the database of a running server, to simulate the passing of time or another system. */
export const inDatabase = async (
  work: (trx: Trx) => Promise<unknown>,
  dataDir = dataFolder,
  as: RunAs = asSystem,
): Promise<void> => {
  const connecting = dataDir === dataFolder ? connectOnce() : connect(dataDir)
  const { db, close } = await connecting
  try {
    await inTransaction(db, as, work)
  } finally {
    if (connecting !== shared) await close()
  }
}
