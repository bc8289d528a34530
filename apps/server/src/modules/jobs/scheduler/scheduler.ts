import { setTimeout as sleep } from 'node:timers/promises'
import { repeatEvery, withDeadline } from '../../../platform/database/background.ts'
import type { QueueDatabase } from '../../../platform/database/index.ts'
import { runQueue } from '../../../platform/database/queue.ts'
import { openQueue } from '../../../platform/database/queue-client.ts'
import type { Services } from '../../../platform/http/work.ts'
import { type QueuedRun, sendDueRuns } from './due-jobs.ts'
import { JobFailure } from './handler.ts'
import { type FailedRun, reportLost, runJob } from './run-job.ts'
import { endLostRuns } from './run-log.ts'

export interface SchedulerOptions {
  readonly services: Services
  /** Access to the same database for the job queue. */
  readonly queue: QueueDatabase
  /** Maximum duration of a run in seconds; an hour by default. */
  readonly runSeconds?: number
  /** Maximum number of parallel runs in this process; 10 by default. */
  readonly parallel?: number
  /** Maximum interval between polls for due jobs and queued runs, in seconds; 5 by default. */
  readonly pollSeconds?: number
  /** Interval between checks for dead processes, in seconds; 5 by default. */
  readonly superviseSeconds?: number
  /** Called for each failed run. */
  readonly onFailedRun?: (run: FailedRun) => void
  /** Called for other errors, such as an unresponsive database; the scheduler continues. */
  readonly onError?: (error: unknown) => void
}

export interface Scheduler {
  /**
   * Takes no more runs and waits for those in progress. Call it before the database closes.
   * @param drained aborted when runs in progress must be given up; `stop` then ends within 2 seconds
   */
  stop(drained: AbortSignal): Promise<void>
}

/** Grace periods for recording the outcomes of aborted runs, and then for stopping the queue, in milliseconds. */
const recordGrace = 1200
const queueGrace = 600

/**
 * Minimum pause between polls, in milliseconds. It avoids a busy loop while another process has locked a due job to
 * send it.
 */
const shortestPause = 20

/**
 * Runs jobs when they are due. Every process has a scheduler. The first one to see a due job sends a run to the
 * queue, and any scheduler with capacity takes it from there, so that each run is executed once.
 */
export async function startScheduler(options: SchedulerOptions): Promise<Scheduler> {
  const { services, queue, runSeconds = 3600, parallel = 10 } = options
  const { pollSeconds = 5, superviseSeconds = 5, onFailedRun = () => {}, onError = () => {} } = options
  const { db } = services
  const zone = services.profile.timeZone

  const polling = new AbortController()
  const giving = new AbortController()
  const running = new Map<string, Promise<void>>()
  let pause = new AbortController()
  const wake = () => pause.abort()

  const boss = openQueue({ queue, superviseSeconds, onError }, new Map([[runQueue, wake]]))
  await boss.start()
  const runOptions = { services, boss, runSeconds, onFailedRun, onError }

  const takeRuns = async (): Promise<void> => {
    const batchSize = parallel - running.size
    if (batchSize <= 0) return
    for (const queued of await boss.fetch<QueuedRun>(runQueue, { batchSize })) {
      const done = runJob(runOptions, queued, giving.signal)
        .catch(onError)
        .finally(() => {
          running.delete(queued.id)
          // A queued run may be waiting for the free slot.
          wake()
        })
      running.set(queued.id, done)
    }
  }

  const look = async (): Promise<void> => {
    // A wake-up after this line triggers another poll.
    pause = new AbortController()
    const woken = pause.signal
    let wait = pollSeconds * 1000
    try {
      const untilDue = await sendDueRuns({ db, boss, zone })
      if (untilDue !== undefined) wait = Math.max(Math.min(wait, untilDue), shortestPause)
      if (!polling.signal.aborted) await takeRuns()
    } catch (error) {
      onError(error)
    }
    await sleep(Math.ceil(wait), undefined, { signal: AbortSignal.any([woken, polling.signal]) }).catch(
      () => {},
    )
  }

  const looking = (async () => {
    while (!polling.signal.aborted) await look()
  })()
  const endLost = async () => reportLost(await endLostRuns(db), onFailedRun)
  const clearing = repeatEvery(superviseSeconds * 1000, endLost, onError, polling.signal)

  return {
    stop: async (drained) => {
      polling.abort()
      const giveUp = () => giving.abort(new JobFailure({ key: 'job.outcome.stopped' }))
      drained.addEventListener('abort', giveUp)
      if (drained.aborted) giveUp()
      const idle = (async () => {
        await Promise.all([looking, clearing])
        await Promise.all(running.values())
      })()
      await withDeadline(idle, giving.signal, recordGrace)
      // Other processes treat runs that have not ended by now as lost.
      await withDeadline(boss.stop({ graceful: false }), giving.signal, queueGrace)
    },
  }
}
