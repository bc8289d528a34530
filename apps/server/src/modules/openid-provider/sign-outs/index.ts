import { repeatEvery, withDeadline } from '../../../platform/database/background.ts'
import type { QueueDatabase } from '../../../platform/database/index.ts'
import { signOutQueue } from '../../../platform/database/queue.ts'
import { openQueue } from '../../../platform/database/queue-client.ts'
import type { Services } from '../../../platform/http/work.ts'
import { createProvider } from '../provider.ts'
import { checkSignIn, endExpired, endWithdrawn, type SignInKey } from './end.ts'
import { notifyEnd } from './notify.ts'

export { requeueFailed } from './requeue.ts'

interface SignOutOptions {
  readonly services: Services
  /** Connection to the same database for the job queue. */
  readonly queue: QueueDatabase
  /** Interval between polls for jobs, in seconds; 0.5 by default. */
  readonly pollSeconds?: number
  /** Interval between searches for sessions that have expired, in seconds; 15 by default. */
  readonly expirySeconds?: number
  /** Interval between checks of the rights of all signed-in users, in seconds; 60 by default. */
  readonly rightsSeconds?: number
  /** Called for errors such as an unresponsive database; the work continues. */
  readonly onError?: (error: unknown) => void
}

/** Maximum number of concurrent calls of this process, and of all processes to one product. */
const parallel = 4
const parallelAtOne = 2

/** Times by which calls in progress, and then the queue, may delay a stop after its deadline, in milliseconds. */
const callGrace = 1200
const queueGrace = 600

/**
 * Notifies products of the ends of sessions, within a second. Each process has such workers, and they share the work
 * through the job queue.
 */
export async function startSignOuts({
  services,
  queue,
  pollSeconds = 0.5,
  expirySeconds = 15,
  rightsSeconds = 60,
  onError = () => {},
}: SignOutOptions): Promise<{ readonly stop: (drained: AbortSignal) => Promise<void> }> {
  const { db, profile } = services
  const stopping = new AbortController()
  const running = createProvider(services)
  // Polling is fast enough, and needs no connection of its own.
  const boss = openQueue({ queue: { executeSql: queue.executeSql }, superviseSeconds: 5, onError }, new Map())
  await boss.start()
  const work = async (key: SignInKey): Promise<boolean> => {
    try {
      await checkSignIn(db, key)
      return await notifyEnd(db, running, key)
    } catch (error) {
      onError(error)
      return true
    }
  }
  const workerIds: string[] = []
  for (let number = 1; number <= parallel; number += 1) {
    // The first worker polls often, and wakes the others if there is more to do.
    const options = { pollingIntervalSeconds: pollSeconds * number, groupConcurrency: parallelAtOne }
    const workerId = await boss.work<SignInKey>(signOutQueue, options, async ([job]) => {
      if (!job) return
      for (const id of workerIds) boss.notifyWorker(id)
      if (await work(job.data)) throw new Error('the notice will be repeated')
    })
    workerIds.push(workerId)
  }
  const regularly = (seconds: number, end: () => Promise<void>) =>
    repeatEvery(seconds * 1000, end, onError, stopping.signal)
  const ending = [
    regularly(expirySeconds, () => endExpired(db, profile.sessionLifetime)),
    regularly(rightsSeconds, () => endWithdrawn(db)),
  ]
  return {
    stop: async (drained) => {
      stopping.abort()
      const idle = Promise.all([...ending, boss.offWork(signOutQueue, { wait: true })])
      await withDeadline(idle, drained, callGrace)
      // Jobs that have not ended by now go to another process.
      await withDeadline(boss.stop({ graceful: false }), drained, queueGrace)
    },
  }
}
