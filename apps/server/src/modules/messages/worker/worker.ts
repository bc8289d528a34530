import { every, withDeadline } from '../../../platform/database/background.ts'
import { openQueue, type QueueListeners } from '../../../platform/database/queue-client.ts'
import { expireMessages, queueUnqueuedMessages } from '../outbox/upkeep.ts'
import { settingsOf, type WorkerOptions } from './options.ts'
import { queueOf, startSending } from './queue-workers.ts'

export interface MessageWorker {
  /**
   * Takes no more messages and waits for those in progress. Call it before the database closes.
   *
   * @param drained aborted when they are to be given up; it ends within 2 seconds then, whatever the other side and the
   *   database do
   */
  stop(drained: AbortSignal): Promise<void>
}

/**
 * How long recording the results of aborted messages may delay a stop, and then stopping the queue, in milliseconds.
 */
const recordGrace = 1200
const queueGrace = 600

/** Pause between two looks for messages that have no job, in milliseconds. */
const adoptInterval = 60_000

/**
 * Sends pending messages of the outbox. Every process has a worker; they share the messages through the job queue. A
 * message arrives at least once: again if a process died, or lost the database, between sending and recording it.
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
  const clearing = every(
    settings.expirySeconds * 1000,
    () => expireMessages(db),
    settings.onError,
    polling.signal,
  )
  const adopting = every(
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
      // What has not ended by now is another process's.
      await withDeadline(boss.stop({ graceful: false }), sending.signal, queueGrace)
    },
  }
}
