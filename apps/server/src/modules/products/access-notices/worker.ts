import { repeatEvery, withDeadline } from '../../../platform/database/background.ts'
import type { QueueDatabase } from '../../../platform/database/index.ts'
import { accessQueue } from '../../../platform/database/queue.ts'
import { openQueue } from '../../../platform/database/queue-client.ts'
import type { LinkServices } from '../linked/index.ts'
import { absorbJobs, queueUnqueued } from './jobs.ts'
import { notifyProduct } from './notify.ts'
import type { DomainKey } from './waiting.ts'

export interface AccessNoticesOptions {
  readonly services: LinkServices
  /** Connection to the same database for the job queue. */
  readonly queue: QueueDatabase
  /** Interval between polls for jobs, in seconds: at least 0.5, 1 by default. */
  readonly pollSeconds?: number
  /** Interval between checks for dead processes, in seconds; 5 by default. */
  readonly superviseSeconds?: number
  /** Interval between checks for notifications without a job, in seconds; 60 by default. */
  readonly adoptSeconds?: number
  /** Called for errors such as an unresponsive database; notifications continue. */
  readonly onError?: (error: unknown) => void
}

export interface AccessNotices {
  /**
   * Starts no more calls and waits for those in progress. Call it before the database closes.
   * @param drained aborted when calls in progress must be given up; another process repeats them
   */
  stop(drained: AbortSignal): Promise<void>
}

/** Maximum number of concurrent calls of this process. */
const parallel = 4

/** Maximum number of concurrent calls of all processes to one product, so that a slow one does not block the others. */
const parallelAtOne = 2

/** Times by which calls in progress, and then the queue, may delay a stop after its deadline, in milliseconds. */
const callGrace = 1200
const queueGrace = 600

/**
 * Notifies products of changed rights within seconds. Each process has such workers, and they share the work through
 * the job queue.
 */
export async function startAccessNotices({
  services,
  queue,
  pollSeconds = 1,
  superviseSeconds = 5,
  adoptSeconds = 60,
  onError = () => {},
}: AccessNoticesOptions): Promise<AccessNotices> {
  const stopping = new AbortController()
  // Polling is fast enough, and needs no connection of its own.
  const boss = openQueue({ queue: { executeSql: queue.executeSql }, superviseSeconds, onError }, new Map())
  await boss.start()
  const work = async (domain: DomainKey, jobId: string): Promise<boolean> => {
    try {
      await absorbJobs(services.db, domain, jobId)
      return await notifyProduct(services, domain, stopping.signal)
    } catch (error) {
      onError(error)
      return true
    }
  }
  const workerIds: string[] = []
  for (let number = 1; number <= parallel; number += 1) {
    // The first worker polls often, and wakes the others if there is more to do.
    const options = { pollingIntervalSeconds: pollSeconds * number, groupConcurrency: parallelAtOne }
    const workerId = await boss.work<DomainKey>(accessQueue, options, async ([job]) => {
      if (!job) return
      for (const id of workerIds) boss.notifyWorker(id)
      if (await work(job.data, job.id)) throw new Error('the notification will be retried')
    })
    workerIds.push(workerId)
  }
  const adopting = repeatEvery(
    adoptSeconds * 1000,
    () => queueUnqueued(services.db),
    onError,
    stopping.signal,
  )

  return {
    stop: async (drained) => {
      stopping.abort()
      const idle = Promise.all([adopting, boss.offWork(accessQueue, { wait: true })])
      await withDeadline(idle, drained, callGrace)
      // Jobs that have not ended by now go to another process.
      await withDeadline(boss.stop({ graceful: false }), drained, queueGrace)
    },
  }
}
