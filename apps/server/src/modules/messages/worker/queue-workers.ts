import { fromKysely, type PgBoss } from 'pg-boss'
import type { QueueListeners } from '../../../platform/database/queue-client.ts'
import type { MessageKey } from '../outbox/attempts.ts'
import type { Sender } from '../sender.ts'
import { type DueMessage, deliver } from './deliver.ts'
import type { WorkerSettings } from './options.ts'

/** Returns the name of a sender's queue. */
export const queueOf = ({ kind }: Sender): string => `message-${kind}`

/**
 * Sends the messages of one kind, several in parallel. Each kind has a separate queue, so that a hanging mail server
 * does not delay SMS.
 */
export async function startSending(
  boss: PgBoss,
  settings: WorkerSettings,
  sender: Sender,
  stopping: AbortSignal,
  wakeUps: QueueListeners,
): Promise<void> {
  const name = queueOf(sender)
  const workerIds: string[] = []
  const busy = new Set<string>()
  const wakeOne = () => {
    const idle = workerIds.find((id) => !busy.has(id))
    if (idle) boss.notifyWorker(idle)
  }
  const handle = async (message: MessageKey, jobId: string): Promise<boolean> => {
    try {
      const endJob: DueMessage['endJob'] = (trx) =>
        boss.complete(name, jobId, undefined, { db: fromKysely(trx) })
      return await deliver(settings, { message, sender, stopping, endJob })
    } catch (error) {
      settings.onError(error)
      return true
    }
  }
  for (let number = 1; number <= settings.parallel; number += 1) {
    // The first worker polls often, and wakes the others if there is more to do.
    const polling = settings.pollSeconds * number
    const options = { pollingIntervalSeconds: polling, notifyPollingIntervalSeconds: polling }
    const workerId = await boss.work<MessageKey>(name, options, async ([job]) => {
      if (!job) return
      busy.add(workerId)
      // After one message there may be more: wake another worker now, and this one afterwards.
      wakeOne()
      boss.notifyWorker(workerId)
      const again = await handle(job.data, job.id)
      busy.delete(workerId)
      // The queue stores the thrown error with the job, so it must not contain any part of the message.
      if (again) throw new Error('the message will be retried')
    })
    workerIds.push(workerId)
  }
  wakeUps.set(name, wakeOne)
  wakeOne()
}
