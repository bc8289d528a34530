import type { QueueDatabase } from '../../../platform/database/index.ts'
import { accessQueue } from '../../../platform/database/queue.ts'
import { type QueueWorker, startQueueWorker } from '../../../platform/database/queue-worker.ts'
import type { LinkServices } from '../linked/index.ts'
import { absorbJobs, queueUnqueued } from './jobs.ts'
import { notifyProduct } from './notify.ts'
import type { DomainKey } from './waiting.ts'

export interface AccessNoticesOptions {
  readonly services: LinkServices
  /** Connection to the same database for the job queue. */
  readonly queue: QueueDatabase
  /** Interval between polls for jobs, in seconds: at least 0.5, 1 by default. */
  readonly pollSeconds?: number
  /** Interval between checks for dead processes, in seconds; 5 by default. */
  readonly superviseSeconds?: number
  /** Interval between checks for notifications without a job, in seconds; 60 by default. */
  readonly adoptSeconds?: number
  /** Called for errors such as an unresponsive database; notifications continue. */
  readonly onError?: (error: unknown) => void
}

export type AccessNotices = QueueWorker

/** Notifies products of changed rights within seconds. */
export const startAccessNotices = ({
  services,
  queue,
  pollSeconds = 1,
  superviseSeconds = 5,
  adoptSeconds = 60,
  onError = () => {},
}: AccessNoticesOptions): Promise<AccessNotices> =>
  startQueueWorker<DomainKey>({
    name: accessQueue,
    queue,
    pollSeconds,
    superviseSeconds,
    work: async (domain, jobId, stopping) => {
      await absorbJobs(services.db, domain, jobId)
      return notifyProduct(services, domain, stopping)
    },
    regularly: [{ seconds: adoptSeconds, work: () => queueUnqueued(services.db) }],
    onError,
  })
