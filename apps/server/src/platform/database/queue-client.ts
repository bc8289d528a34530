import { PgBoss } from 'pg-boss'
import type { Listen, QueueDatabase } from './queue.ts'

/** Callbacks for new jobs, by queue name. */
export type QueueListeners = Map<string, () => void>

interface QueueClientOptions {
  readonly queue: QueueDatabase
  /** Pause between two checks for dead processes, in seconds. */
  readonly superviseSeconds: number
  readonly onError: (error: unknown) => void
}

/**
 * Opens the job queue for a process. The caller starts it.
 * @param wakeUps called when jobs were added, if the database supports listening
 */
export function openQueue(
  { queue, superviseSeconds, onError }: QueueClientOptions,
  wakeUps: QueueListeners,
): PgBoss {
  const { executeSql, listen } = queue
  // By default pg-boss would wake every worker that sends this kind of message for each added message.
  const hear: Listen | undefined =
    listen && ((channel, _, onReconnect) => listen(channel, (name) => wakeUps.get(name)?.(), onReconnect))
  const boss = new PgBoss({
    db: { executeSql, ...(hear && { listen: hear }) },
    useListenNotify: listen !== undefined,
    // The owner has already made all changes to the schema.
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
