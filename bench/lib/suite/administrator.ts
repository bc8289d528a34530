import { type Caller, withCallers } from '../client/index.ts'
import { type Suite, type SuiteOptions, startSuite } from './start.ts'

/** Of the administrator of every database that benchmarks make. */
export const adminPassword = 'Administrator1'

/**
 * Starts a server and signs its administrator in on a number of connections, for as long as some work is done.
 * @param options of the server; its data folder is a new one
 */
export async function withAdministrator<T>(
  options: Omit<SuiteOptions, 'adminPassword'>,
  connections: number,
  work: (callers: readonly Caller[], suite: Suite) => Promise<T>,
): Promise<T> {
  const suite = await startSuite({ ...options, adminPassword })
  try {
    return await withCallers(suite.url, connections, async (callers) => {
      for (const caller of callers) await caller.signIn('admin', adminPassword)
      return await work(callers, suite)
    })
  } finally {
    await suite.stop()
  }
}
