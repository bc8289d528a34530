import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { canDecryptLoginKey } from '../../modules/identity/passwords/index.ts'
import { singleSignOn } from '../../modules/identity/sso/index.ts'
import { sendersOf } from '../../modules/messages/index.ts'
import { checkTrustedKeys, registerSuite } from '../../modules/releases/index.ts'
import { createGauges } from '../../operations/overview/index.ts'
import { prepareCheckpoints } from '../../platform/audit/index.ts'
import type { Config } from '../../platform/config/config.ts'
import { demonstrationOf } from '../../platform/config/demonstration.ts'
import { readProfile } from '../../platform/config/profile.ts'
import { withoutRepeats } from '../../platform/database/background.ts'
import { StartupError } from '../../platform/database/index.ts'
import type { Services } from '../../platform/http/work.ts'
import { createLogger } from '../../platform/observability/logger.ts'
import { version } from '../../platform/observability/program.ts'
import { tracingSettings } from '../../platform/observability/tracing-settings.ts'
import { loadSecrets } from '../../platform/secrets/index.ts'
import { createApp } from '../app.ts'
import { seedDemoFiles } from '../demonstration/files.ts'
import { checkRoutes, routes } from '../routes.ts'
import { addressToOpen, addressToServe } from './address-to-open.ts'
import { type Notice, noticesFor } from './announce.ts'
import { startBackgroundServices } from './background-services.ts'
import { listen, listenForMetrics } from './listen.ts'
import { openConfigured } from './open-database.ts'
import { fitOpenFiles } from './open-files.ts'
import { type NewAccount, type Seeded, seed } from './seed.ts'
import { createServices } from './services.ts'
import { createShutdown, type Shutdown } from './shutdown.ts'

/** A server that accepts calls. */
export interface RunningServer extends Seeded {
  /** URL of the suite, e.g. http://127.0.0.1:8080. */
  readonly address: string
  /** Notices about its settings, for the operator. */
  readonly notices: readonly Notice[]
  /** Finishes the requests in flight, then closes everything; an embedded database is closed last. */
  readonly close: () => Promise<void>
}

/** Events while a server starts and runs. */
interface ServerEvents {
  /** Called when the embedded database stopped and could not be started again. */
  readonly onLost?: (error: unknown) => void
  /** Receives generated passwords before they are stored. */
  readonly onAccounts?: (accounts: readonly NewAccount[]) => Promise<void>
}

/**
 * Rejects a SECRET_KEY that does not belong to the database. With such a key nobody could sign in, and the audit
 * trail would get seals that cannot be verified.
 */
async function rejectOtherSecret(services: Services): Promise<void> {
  if (await canDecryptLoginKey(services)) return
  throw new StartupError(
    'SECRET_KEY, or secret-key in DATA_DIR, does not match this database: set SECRET_KEY to its original value, ' +
      'or restore the file from a backup.',
  )
}

/** Starts tracing if the environment enables it. Otherwise the tracing libraries are not loaded. */
async function startTracing(config: Config, shutdown: Shutdown, logger: FastifyBaseLogger): Promise<void> {
  const settings = tracingSettings(config, version)
  if (!settings) return
  const { startOpenTelemetry } = await import('../../platform/observability/open-telemetry.ts')
  const onError = withoutRepeats((error) => logger.warn({ err: error }, 'traces not sent'))
  shutdown.add(startOpenTelemetry(settings, onError))
}

/** Adds the app to the shutdown: requests in flight may finish until `drained` is aborted. */
function addApp(app: FastifyInstance, shutdown: Shutdown): void {
  shutdown.add(async (drained) => {
    const closed = app.close()
    drained.addEventListener('abort', () => app.server.closeAllConnections())
    if (drained.aborted) app.server.closeAllConnections()
    await closed
  })
}

/** Seeds a new deployment, and the demonstration if it is on. */
async function seedDeployment(
  config: Config,
  services: Services,
  logger: FastifyBaseLogger,
  { onAccounts }: ServerEvents,
): Promise<Seeded> {
  const { db, profile } = services
  const hasDemo = demonstrationOf(config, profile) === 'on'
  const seeded = await seed(db, {
    timeZone: profile.timeZone,
    isEmbedded: config.DATABASE_URL === undefined,
    adminPassword: config.ADMIN_PASSWORD,
    demo: hasDemo ? { productsUrl: config.DEMO_PRODUCTS_URL, services } : undefined,
    show: async (accounts) => onAccounts?.(accounts),
  })
  if (hasDemo) {
    const onFailure = (error: unknown) =>
      logger.error({ err: error }, 'demonstration files could not be stored')
    await seedDemoFiles(services).catch(onFailure)
  }
  return seeded
}

async function start(
  config: Config,
  shutdown: Shutdown,
  events: ServerEvents,
): Promise<Omit<RunningServer, 'close'>> {
  checkRoutes(routes)
  const logger = createLogger(config.LOG_LEVEL)
  logger.info({ version }, 'starting')
  const servedAt = await addressToServe(config)
  const profile = await readProfile(config.PROFILE, servedAt)
  await checkTrustedKeys(config.RELEASE_KEYS)
  const senders = sendersOf(config, profile)
  const sso = singleSignOn(profile, config.SSO_CLIENT_SECRET)
  const notices = noticesFor(config, profile)
  const onNotice = (notice: Notice) => void notices.push(notice)
  // Before the database: a data folder that has a database but no secret is a mistake.
  const secrets = await loadSecrets({
    secretKey: config.SECRET_KEY,
    dataDir: config.DATABASE_URL ? undefined : config.DATA_DIR,
  })
  await startTracing(config, shutdown, logger)
  const onLost = (error: unknown) => {
    logger.fatal({ err: error }, 'database lost')
    events.onLost?.(error)
  }
  const database = await openConfigured({ config, profile, shutdown, logger, onLost, onNotice })
  // After the database, which rejects another user's data folder: the file may be in that folder.
  await prepareCheckpoints(config.checkpointFile)
  const services = await createServices(config, { profile, secrets, sso, database })
  if (!(await services.files.isReachable())) onNotice('filesAway')
  await rejectOtherSecret(services)
  const { queue } = database
  await startBackgroundServices(
    { services, checkpointFile: config.checkpointFile, queue, senders, logger },
    shutdown,
  )
  let isOpen = false
  const app = await createApp({
    routes,
    services,
    profile,
    logger,
    manualsFolder: config.MANUALS,
    floodLimits: { ...profile.limits.flood, ...(config.FLOOD_LIMIT && { requests: config.FLOOD_LIMIT }) },
    connectionLimits: await fitOpenFiles(profile.limits.connections, (facts) =>
      logger.warn(facts, 'open-file limit reduces the connection limit'),
    ),
    trustedProxies: config.TRUST_PROXY,
    isOpen: () => isOpen,
  })
  const closeMetrics = await listenForMetrics({
    host: config.METRICS_HOST,
    port: config.METRICS_PORT,
    refresh: createGauges({ db: services.db, profile }),
    onTaken: () => onNotice('metrics'),
  })
  if (closeMetrics) shutdown.add(closeMetrics)
  addApp(app, shutdown)
  const address = await listen(app, config.HOST, config.PORT)
  // With PORT 0 the port is not known until now.
  if (config.PORT === 0 && profile.publicUrl === servedAt) profile.publicUrl = await addressToOpen(address)
  // After everything that can fail, such as a port in use: a generated password is shown only once.
  const seeded = await seedDeployment(config, services, logger, events)
  await registerSuite(services, logger)
  if (config.ADMIN_PASSWORD !== undefined && !seeded.isNew) onNotice('administrator')
  isOpen = true
  return { ...seeded, address, notices }
}

/**
 * Starts a server: database, migrations, the data of a new deployment, background services and the port.
 * @param shutdown receives the parts that the start opens
 * @throws StartupError with advice for the operator; everything is closed again before
 */
export async function startServer(
  config: Config,
  events: ServerEvents = {},
  shutdown: Shutdown = createShutdown(),
): Promise<RunningServer> {
  try {
    return { ...(await start(config, shutdown, events)), close: shutdown.close }
  } catch (error) {
    await shutdown.close()
    throw error
  }
}
