import { setTimeout as sleep } from 'node:timers/promises'
import { expireMessages } from '../outbox/index.ts'
import { runLane } from './lane.ts'
import { settingsOf, type WorkerOptions, type WorkerSettings } from './options.ts'

export interface MessageWorker {
  /** Takes no more messages, gives those on their way 5 seconds, and ends. Call it before the database closes. */
  stop(): Promise<void>
}

/** How long a message on its way may hold up a stop. Milliseconds. */
const grace = 5000

async function runExpiry({ db, interval, onError }: WorkerSettings, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    await expireMessages(db).catch(onError)
    await sleep(interval * 5, undefined, { signal: stopping }).catch(() => {})
  }
}

/**
 * Sends what is in the outbox. Every process runs one; they share the messages out by claims. A message
 * arrives at least once: again when a process died, or lost the database, between sending and recording it.
 */
export function startMessageWorker(options: WorkerOptions): MessageWorker {
  const settings = settingsOf(options)
  const claiming = new AbortController()
  const sending = new AbortController()
  const signals = { claiming: claiming.signal, sending: sending.signal }
  const done = Promise.all([
    runExpiry(settings, claiming.signal),
    ...settings.senders.map((sender) => runLane(settings, sender, signals)),
  ])
  return {
    stop: async () => {
      claiming.abort()
      const giveUp = setTimeout(() => sending.abort(), grace)
      await done
      clearTimeout(giveUp)
    },
  }
}
