import { type SealContent, startSealer } from '../audit/index.ts'
import { type Config, readProfile } from '../config/index.ts'
import { StartupError } from '../database/index.ts'
import { createApp, type Services } from '../http/index.ts'
import { createOutbox, type MessageKind } from '../messages/index.ts'
import { singleSignOn } from '../modules/identity/index.ts'
import { opensLoginKey, startLoginKeyKeeper } from '../modules/identity/passwords/index.ts'
import { checkRoutes, routes } from '../modules/index.ts'
import { createLogger, measureConnections } from '../observability/index.ts'
import { loadSecrets } from '../secrets/index.ts'
import { type Closing, closing } from './closing.ts'
import { listen, listenForMetrics } from './listen.ts'
import { startMessages } from './messages.ts'
import { openConfigured } from './open-database.ts'
import { type Seeded, seed } from './seed.ts'

/** A server that answers. */
export interface RunningServer extends Seeded {
  /** Where the suite is served, e.g. http://127.0.0.1:8080. */
  readonly address: string
  /** Whether metrics are served. */
  readonly metrics: boolean
  /** The kinds of messages that wait, because nothing is configured that they could leave by. */
  readonly waiting: readonly MessageKind[]
  /** Finishes the requests in flight, then closes the database, an embedded one last. */
  readonly close: () => Promise<void>
}

/** Under another secret nobody could sign in, and the audit trail would be sealed so that it verifies no more. */
async function refuseOtherSecret(services: Services): Promise<void> {
  if (await opensLoginKey(services)) return
  throw new StartupError(
    'SECRET_KEY, or secret-key in DATA_DIR, is not what this database was used with: set SECRET_KEY to that again, ' +
      'or put the file back from a backup.',
  )
}

async function start(
  config: Config,
  open: Closing,
  onLost: (error: unknown) => void,
): Promise<Omit<RunningServer, 'close'>> {
  checkRoutes(routes)
  const logger = createLogger(config.LOG_LEVEL)
  const profile = await readProfile(config.PROFILE)
  const dataDir = config.DATABASE_URL ? undefined : config.DATA_DIR
  // Before the database: a folder that has one and no secret is a mistake.
  const secrets = await loadSecrets({ secretKey: config.SECRET_KEY, dataDir })
  const { db, queue, connections } = await openConfigured(config, open, (error) => {
    logger.fatal({ err: error }, 'database lost')
    onLost(error)
  })
  measureConnections(connections)
  const outbox = createOutbox({ secrets, profile })
  const sso = singleSignOn(profile, config.SSO_CLIENT_SECRET)
  const services: Services = { db, secrets, outbox, profile, sso }
  await refuseOtherSecret(services)
  const seeded = await seed(db, { adminPassword: config.ADMIN_PASSWORD, demo: config.DEMO === '1' })
  const onError = (error: unknown) => logger.error({ err: error }, 'audit not sealed')
  // Kept with the logs, outside of the database, they prove that no seal was taken out.
  const onSeal = ({ number, hash }: SealContent) => logger.info({ number, hash }, 'audit sealed')
  const sealer = startSealer({ db, key: secrets.auditKey, onSeal, onError })
  open.add(() => sealer.stop())
  const keeper = startLoginKeyKeeper({
    services,
    onError: (error) => logger.error({ err: error }, 'login keys not kept'),
  })
  open.add(() => keeper.stop())
  const { worker, waiting } = await startMessages({ config, profile, db, queue, secrets, logger })
  open.add((drained) => worker.stop(drained))
  const app = await createApp({
    routes,
    services,
    profile,
    logger,
    webFolder: config.webFolder,
    manualsFolder: config.MANUALS,
    floodLimit: config.FLOOD_LIMIT,
    trustedProxies: config.TRUST_PROXY,
  })
  const closeMetrics = await listenForMetrics(config.METRICS_PORT)
  if (closeMetrics) open.add(closeMetrics)
  open.add(async (drained) => {
    const closed = app.close()
    drained.addEventListener('abort', () => app.server.closeAllConnections())
    if (drained.aborted) app.server.closeAllConnections()
    await closed
  })
  const address = await listen(app, config.HOST, config.PORT)
  return { ...seeded, address, metrics: closeMetrics !== undefined, waiting }
}

/**
 * Starts a server: database, migrations, the data that every deployment begins with, and the port.
 * @param onLost told when the embedded database went away and could not be started again
 * @param open where what it opens is to be closed
 * @throws StartupError where whoever starts it can do something about it; nothing stays open then
 */
export async function startServer(
  config: Config,
  onLost: (error: unknown) => void = () => {},
  open: Closing = closing(),
): Promise<RunningServer> {
  try {
    return { ...(await start(config, open, onLost)), close: open.close }
  } catch (error) {
    await open.close()
    throw error
  }
}
