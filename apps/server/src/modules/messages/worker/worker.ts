import { repeatEvery, withDeadline } from '../../../platform/database/background.ts'
import { openQueue, type QueueListeners } from '../../../platform/database/queue-client.ts'
import { expireMessages, queueUnqueuedMessages } from '../outbox/upkeep.ts'
import { settingsOf, type WorkerOptions } from './options.ts'
import { queueOf, startSending } from './queue-workers.ts'

export interface MessageWorker {
  /**
   * Stops taking messages and waits for those in progress. Call it before the database closes.
   * @param drained aborted to give up on messages in progress; the stop then takes at most 2 seconds, even if the
   * other side or the database hangs
   */
  stop(drained: AbortSignal): Promise<void>
}

/**
 * Maximum delays of a stop, in milliseconds: for recording the results of aborted messages, and for stopping the
 * queue.
 */
const recordGrace = 1200
const queueGrace = 600

/** Interval for finding messages without a job, in milliseconds. */
const adoptInterval = 60_000

/**
 * Starts a worker that sends pending messages of the outbox. Each process has one, and they share the messages
 * through the job queue. A message is delivered at least once. It is repeated if a process dies, or loses the
 * database, between sending and recording.
 */
export async function startMessageWorker(options: WorkerOptions): Promise<MessageWorker> {
  const settings = settingsOf(options)
  const { db, senders } = settings
  const polling = new AbortController()
  const sending = new AbortController()
  const wakeUps: QueueListeners = new Map()
  const boss = openQueue(settings, wakeUps)
  await boss.start()
  const kinds = senders.map(({ kind }) => kind)
  const clearing = repeatEvery(
    settings.expirySeconds * 1000,
    () => expireMessages(db),
    settings.onError,
    polling.signal,
  )
  const adopting = repeatEvery(
    adoptInterval,
    () => queueUnqueuedMessages(db, kinds),
    settings.onError,
    polling.signal,
  )
  for (const sender of senders) {
    await startSending(boss, settings, sender, sending.signal, wakeUps)
  }

  return {
    stop: async (drained) => {
      polling.abort()
      const giveUp = () => sending.abort(new Error('aborted: the process is stopping'))
      drained.addEventListener('abort', giveUp)
      if (drained.aborted) giveUp()
      const idle = Promise.all([
        clearing,
        adopting,
        ...senders.map((sender) => boss.offWork(queueOf(sender), { wait: true })),
      ])
      await withDeadline(idle, sending.signal, recordGrace)
      // Jobs that have not ended by now go to another process.
      await withDeadline(boss.stop({ graceful: false }), sending.signal, queueGrace)
    },
  }
}
