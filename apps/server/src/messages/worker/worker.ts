import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { expireMessages, queueUnqueuedMessages } from '../outbox/upkeep.ts'
import { settingsOf, type WorkerOptions, type WorkerSettings } from './options.ts'
import { type JobListeners, queueOf, startSending } from './queue-workers.ts'

export interface MessageWorker {
  /**
   * Takes no more messages and lets those on their way arrive. Call it before the database closes.
   *
   * @param drained aborted when those still on their way are to be given up; it ends within 2 seconds then, whatever
   * the other side and the database do
   */
  stop(drained: AbortSignal): Promise<void>
}

/** How long the results of messages that were given up may hold up a stop, and then the queue. Milliseconds. */
const recordGrace = 1200
const queueGrace = 600

/** Between two looks for messages that have no job. Milliseconds. */
const adoptInterval = 60_000

/** For how long the same error is not reported again. Milliseconds. */
const repeatPause = 30_000

/** Reports an error, but not the same one again and again: a database that is away fails every poll. */
function withoutRepeats(onError: (error: unknown) => void): (error: unknown) => void {
  const told = new Map<string, number>()
  return (error) => {
    // Behind its message the queue names each of its workers.
    const text = String((error as Partial<Error>)?.message ?? error).replace(/ \(Queue: .*$/, '')
    const now = performance.now()
    if (now < (told.get(text) ?? 0)) return
    for (const [key, until] of told) if (until <= now) told.delete(key)
    told.set(text, now + repeatPause)
    onError(error)
  }
}

async function every(
  milliseconds: number,
  work: () => Promise<unknown>,
  { onError }: WorkerSettings,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    await work().catch(onError)
    await sleep(milliseconds, undefined, { signal: stopping }).catch(() => {})
  }
}

function openQueue({ queue, superviseSeconds, onError }: WorkerSettings, wakeUps: JobListeners): PgBoss {
  const { executeSql, listen } = queue
  const boss = new PgBoss({
    db: {
      executeSql,
      // Of itself it would wake everyone who sends a kind of message for each that is added.
      listen: async (channel, _, onReconnect) =>
        listen(channel, (name) => wakeUps.get(name)?.(), onReconnect),
    },
    useListenNotify: true,
    // All that changes the schema is the owner's, and done before.
    migrate: false,
    reindex: false,
    monitorVacuum: false,
    schedule: false,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: 300,
  })
  boss.on('error', onError)
  boss.on('warning', ({ message }) => onError(new Error(message)))
  return boss
}

/** Waits for something, but no longer than so many milliseconds after a signal. */
async function withDeadline(
  work: Promise<unknown>,
  signal: AbortSignal,
  milliseconds: number,
): Promise<void> {
  const done = new AbortController()
  const late = async () => {
    if (!signal.aborted) await once(signal, 'abort', { signal: done.signal })
    await sleep(milliseconds, undefined, { signal: done.signal })
  }
  await Promise.race([work, late().catch(() => {})])
  done.abort()
}

/**
 * Sends what is in the outbox. Every process runs one; they share the messages out through the job queue. A message
 * arrives at least once: again when a process died, or lost the database, between sending and recording it.
 */
export async function startMessageWorker(options: WorkerOptions): Promise<MessageWorker> {
  const defaults = settingsOf(options)
  const settings = { ...defaults, onError: withoutRepeats(defaults.onError) }
  const { db, senders } = settings
  const polling = new AbortController()
  const sending = new AbortController()
  const wakeUps: JobListeners = new Map()
  const boss = openQueue(settings, wakeUps)
  await boss.start()
  const kinds = senders.map(({ kind }) => kind)
  const clearing = every(settings.expirySeconds * 1000, () => expireMessages(db), settings, polling.signal)
  const adopting = every(adoptInterval, () => queueUnqueuedMessages(db, kinds), settings, polling.signal)
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
