import type { QueueDatabase } from '../../../platform/database/index.ts'
import { signOutQueue } from '../../../platform/database/queue.ts'
import { type QueueWorker, startQueueWorker } from '../../../platform/database/queue-worker.ts'
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

/** Notifies products of the ends of sessions, within a second. */
export function startSignOuts({
  services,
  queue,
  pollSeconds = 0.5,
  expirySeconds = 15,
  rightsSeconds = 60,
  onError = () => {},
}: SignOutOptions): Promise<QueueWorker> {
  const { db, profile } = services
  const running = createProvider(services)
  return startQueueWorker<SignInKey>({
    name: signOutQueue,
    queue,
    pollSeconds,
    work: async (key) => {
      await checkSignIn(db, key)
      return notifyEnd(db, running, key)
    },
    regularly: [
      { seconds: expirySeconds, work: () => endExpired(db, profile.sessionLifetime) },
      { seconds: rightsSeconds, work: () => endWithdrawn(db) },
    ],
    onError,
  })
}
