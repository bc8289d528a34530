import { PgBoss } from 'pg-boss'
import type { Listen, QueueDatabase } from './queue.ts'

/** Callbacks for jobs added to a queue, by its name. */
export type QueueListeners = Map<string, () => void>

interface QueueClientOptions {
  readonly queue: QueueDatabase
  /** Pause between two looks for processes that died, in seconds. */
  readonly superviseSeconds: number
  readonly onError: (error: unknown) => void
}

/**
 * Opens the job queue as a process uses it. The caller starts it.
 *
 * @param wakeUps called when jobs were added, if the database can be listened to
 */
export function openQueue(
  { queue, superviseSeconds, onError }: QueueClientOptions,
  wakeUps: QueueListeners,
): PgBoss {
  const { executeSql, listen } = queue
  // Of itself it would wake everyone who sends a kind of message for each that is added.
  const hear: Listen | undefined =
    listen && ((channel, _, onReconnect) => listen(channel, (name) => wakeUps.get(name)?.(), onReconnect))
  const boss = new PgBoss({
    db: { executeSql, ...(hear && { listen: hear }) },
    useListenNotify: listen !== undefined,
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
