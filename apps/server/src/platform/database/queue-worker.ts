import { repeatEvery, withDeadline } from './background.ts'
import type { QueueDatabase } from './queue.ts'
import { openQueue } from './queue-client.ts'

interface QueueWorkerOptions<Data> {
  /** Name of the queue, whose jobs are grouped by the product that they call. */
  readonly name: string
  /** Connection to the database for the job queue. */
  readonly queue: QueueDatabase
  /** Interval between polls for jobs, in seconds: at least 0.5. */
  readonly pollSeconds: number
  /** Interval between checks for dead processes, in seconds; 5 by default. */
  readonly superviseSeconds?: number
  /**
   * Executes a job.
   * @param stopping aborted when the process stops
   * @returns whether the job has to be repeated, as after an error
   */
  readonly work: (data: Data, jobId: string, stopping: AbortSignal) => Promise<boolean>
  /** Work at regular intervals, in seconds. */
  readonly regularly: readonly { readonly seconds: number; readonly work: () => Promise<unknown> }[]
  /** Called for errors such as an unresponsive database; the work continues. */
  readonly onError: (error: unknown) => void
}

export interface QueueWorker {
  /**
   * Starts no more jobs and waits for those in progress. Call it before the database closes.
   * @param drained aborted when jobs in progress must be given up; another process repeats them
   */
  stop(drained: AbortSignal): Promise<void>
}

/** Maximum number of concurrent jobs of this process. */
const parallel = 4

/** Maximum number of concurrent jobs of all processes for one product, so that a slow one does not block the others. */
const parallelAtOne = 2

/** Times by which jobs in progress, and then the queue, may delay a stop after its deadline, in milliseconds. */
const jobGrace = 1200
const queueGrace = 600

/**
 * Executes the jobs of a queue whose jobs call products. Each process has such workers, and they share the work through
 * the queue.
 */
export async function startQueueWorker<Data extends object>({
  name,
  queue,
  pollSeconds,
  superviseSeconds = 5,
  work,
  regularly,
  onError,
}: QueueWorkerOptions<Data>): Promise<QueueWorker> {
  const stopping = new AbortController()
  // Polling is fast enough, and needs no connection of its own.
  const boss = openQueue({ queue: { executeSql: queue.executeSql }, superviseSeconds, onError }, new Map())
  await boss.start()
  const attempt = async (data: Data, jobId: string): Promise<boolean> => {
    try {
      return await work(data, jobId, stopping.signal)
    } catch (error) {
      onError(error)
      return true
    }
  }
  const workerIds: string[] = []
  for (let number = 1; number <= parallel; number += 1) {
    // The first worker polls often, and wakes the others if there is more to do.
    const options = { pollingIntervalSeconds: pollSeconds * number, groupConcurrency: parallelAtOne }
    const workerId = await boss.work<Data>(name, options, async ([job]) => {
      if (!job) return
      for (const id of workerIds) boss.notifyWorker(id)
      if (await attempt(job.data, job.id)) throw new Error('the job will be repeated')
    })
    workerIds.push(workerId)
  }
  const repeating = regularly.map((one) =>
    repeatEvery(one.seconds * 1000, one.work, onError, stopping.signal),
  )
  return {
    stop: async (drained) => {
      stopping.abort()
      const idle = Promise.all([...repeating, boss.offWork(name, { wait: true })])
      await withDeadline(idle, drained, jobGrace)
      // Jobs that have not ended by now go to another process.
      await withDeadline(boss.stop({ graceful: false }), drained, queueGrace)
    },
  }
}
