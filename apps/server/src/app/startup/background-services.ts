import type { FastifyBaseLogger } from 'fastify'
import { startAccessPeriods } from '../../modules/access-periods/index.ts'
import { startAccessReviews } from '../../modules/access-reviews/index.ts'
import { startScheduler } from '../../modules/jobs/index.ts'
import { type Sender, startMessageWorker } from '../../modules/messages/index.ts'
import { startSignOuts } from '../../modules/openid-provider/index.ts'
import { startAccessNotices } from '../../modules/products/access-notices/index.ts'
import { startReporting } from '../../modules/releases/index.ts'
import { startDeliveries } from '../../modules/studies/study-invitations/index.ts'
import { startMaintenance } from '../../operations/maintenance/index.ts'
import { startRecording } from '../../operations/overview/index.ts'
import { startSealer } from '../../platform/audit/index.ts'
import { withoutRepeats } from '../../platform/database/background.ts'
import type { QueueDatabase } from '../../platform/database/index.ts'
import type { Services } from '../../platform/http/work.ts'
import { callTally } from '../../platform/observability/call-tally.ts'
import type { Close, Shutdown } from './shutdown.ts'

interface Context {
  readonly services: Services
  /** File of the audit trail's checkpoints. */
  readonly checkpointFile: string
  readonly queue: QueueDatabase
  readonly senders: readonly Sender[]
  readonly logger: FastifyBaseLogger
}

/** Work that a server process does besides serving calls. */
interface BackgroundService {
  /** Each error is logged as `<name> failed`. */
  readonly name: string
  /** @param onError logs an error; the service continues */
  readonly start: (
    context: Context,
    onError: (error: unknown) => void,
  ) => { readonly stop: Close } | Promise<{ readonly stop: Close }>
}

/** Background services in the order in which they start. They stop in reverse order. */
const backgroundServices: readonly BackgroundService[] = [
  {
    name: 'audit sealer',
    start: ({ services: { db, secrets }, checkpointFile, logger }, onError) =>
      startSealer({
        db,
        key: secrets.auditKey,
        checkpoints: checkpointFile,
        onSeal: ({ number, hash }) => logger.info({ number, hash }, 'audit sealed'),
        onError,
      }),
  },
  {
    name: 'maintenance',
    start: ({ services }, onError) => startMaintenance({ services, onError }),
  },
  {
    name: 'message worker',
    start: ({ services: { db, secrets }, queue, senders, logger }, onError) =>
      startMessageWorker({
        db,
        queue,
        secrets,
        senders,
        onFailedAttempt: (attempt) => logger.warn(attempt, 'message not delivered'),
        onError,
      }),
  },
  {
    name: 'job scheduler',
    start: ({ services, queue, logger }, onError) =>
      startScheduler({
        services,
        queue,
        onFailedRun: ({ error, ...run }) => logger.error({ err: error, ...run }, 'job failed'),
        onError,
      }),
  },
  {
    name: 'product deliveries',
    start: ({ services }, onError) => startDeliveries({ services, onError }),
  },
  {
    name: 'access notices',
    start: ({ services, queue }, onError) => startAccessNotices({ services, queue, onError }),
  },
  {
    name: 'product sign-outs',
    start: ({ services, queue }, onError) => startSignOuts({ services, queue, onError }),
  },
  {
    name: 'access periods',
    start: ({ services }, onError) => startAccessPeriods({ services, onError }),
  },
  {
    name: 'access reviews',
    start: ({ services }, onError) => startAccessReviews({ services, onError }),
  },
  {
    name: 'module reporting',
    start: ({ services, logger }, onError) => startReporting({ services, logger, onError }),
  },
  {
    name: 'call counting',
    start: ({ services: { db } }, onError) => startRecording({ db, tally: callTally, onError }),
  },
]

/** Starts the background services of a server process. `shutdown` stops them. */
export async function startBackgroundServices(context: Context, shutdown: Shutdown): Promise<void> {
  for (const { name, start } of backgroundServices) {
    const onError = withoutRepeats((error) => context.logger.error({ err: error }, `${name} failed`))
    const { stop } = await start(context, onError)
    shutdown.add(stop)
  }
}
