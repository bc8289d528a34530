import { jobList, jobPause, jobStatus } from '@atrium/contract'
import { type Caller, withCallers } from '../client/index.ts'
import { type Suite, type SuiteOptions, startSuite } from './start.ts'

/** Password of the administrator in every benchmark database. */
export const adminPassword = 'Administrator1'

/** Pauses all jobs during the measurement: the nightly backup of a kept database takes longer than the measurement. */
async function pauseJobs(caller: Caller): Promise<void> {
  const { list } = await caller.send(jobList, { limit: 100, page: 1, status: jobStatus.running })
  if (list.length > 0) await caller.send(jobPause, { ids: list.map(({ jobId }) => jobId) })
}

/**
 * Starts a server without jobs, and signs its administrator in on a number of connections, during some work.
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
      const [first] = callers
      if (first) await pauseJobs(first)
      return await work(callers, suite)
    })
  } finally {
    await suite.stop()
  }
}
