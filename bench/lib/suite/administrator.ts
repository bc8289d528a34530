import { type Caller, withCallers } from '../client/index.ts'
import { startSuite } from './start.ts'

/** Of the administrator of every database that benchmarks make. */
export const adminPassword = 'Administrator1'

/**
 * Starts a server and signs its administrator in on a number of connections, for as long as some work is done.
 * @param dataDir the deployment's data folder, a new one
 */
export async function withAdministrator<T>(
  dataDir: string,
  connections: number,
  work: (callers: readonly Caller[], url: string) => Promise<T>,
): Promise<T> {
  const suite = await startSuite({ dataDir, adminPassword })
  try {
    return await withCallers(suite.url, connections, async (callers) => {
      for (const caller of callers) await caller.signIn('admin', adminPassword)
      return await work(callers, suite.url)
    })
  } finally {
    await suite.stop()
  }
}
