import type { Profile } from '@atrium/contract'
import type { FastifyBaseLogger } from 'fastify'
import { canDecryptLoginKey } from '../../modules/identity/passwords/index.ts'
import { singleSignOn } from '../../modules/identity/sso/index.ts'
import { startScheduler } from '../../modules/jobs/index.ts'
import {
  createOutbox,
  type MessageWorker,
  type Sender,
  sendersOf,
  startMessageWorker,
} from '../../modules/messages/index.ts'
import {
  checkTrustedKeys,
  createReleases,
  createReportBuffer,
  startReporting,
  takeInSuite,
} from '../../modules/releases/index.ts'
import { startTelling } from '../../modules/studies/study-invitations/index.ts'
import { makeBackup } from '../../operations/backup/index.ts'
import { startMaintenance } from '../../operations/maintenance/index.ts'
import { createGauges, startRecording } from '../../operations/overview/index.ts'
import { prepareHeads, type SealContent, startSealer } from '../../platform/audit/index.ts'
import type { Config } from '../../platform/config/config.ts'
import { demonstrationOf } from '../../platform/config/demonstration.ts'
import { readProfile } from '../../platform/config/profile.ts'
import { withoutRepeats } from '../../platform/database/background.ts'
import {
  type OpenDatabase,
  openDatabase,
  type QueueDatabase,
  type ReplicaConfig,
  StartupError,
  startEmbedded,
} from '../../platform/database/index.ts'
import type { Services } from '../../platform/http/work.ts'
import { callTally } from '../../platform/observability/call-tally.ts'
import { createLogger } from '../../platform/observability/logger.ts'
import { measureConnections, measureReplica } from '../../platform/observability/metrics.ts'
import { version } from '../../platform/observability/program.ts'
import { tracingSettings } from '../../platform/observability/tracing-settings.ts'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import { loadSecrets } from '../../platform/secrets/index.ts'
import { openFiles } from '../../platform/storage/index.ts'
import { createApp } from '../app.ts'
import { seedDemoFiles } from '../demonstration/files.ts'
import { jobHandlers } from '../job-handlers.ts'
import { checkRoutes, routes } from '../routes.ts'
import { addressToOpen, addressToServe } from './address-to-open.ts'
import { type Notice, noticesFor } from './announce.ts'
import { checkConnections } from './connection-sum.ts'
import { listen, listenForMetrics } from './listen.ts'
import { fitOpenFiles } from './open-files.ts'
import { type NewAccount, type Seeded, seed } from './seed.ts'
import { createShutdown, type Shutdown } from './shutdown.ts'

/** In bytes. */
const megabyte = 1024 * 1024

/**
 * Opens the operator's database or, where none is named, starts the embedded one.
 * @param onFailure told when the embedded one went away and could not be started again
 */
async function openConfigured(
  config: Config,
  { limits }: Profile,
  open: Shutdown,
  logger: FastifyBaseLogger,
  onFailure: (error: unknown) => void,
): Promise<OpenDatabase> {
  const place = config.DATABASE_URL
    ? { url: config.DATABASE_URL, ownerUrl: config.DATABASE_OWNER_URL }
    : await startEmbedded({ dataDir: config.DATA_DIR, onFailure })
  if ('close' in place) open.add(() => place.close(), 'until its end')
  const database = await openDatabase(place, {
    migrates: config.MIGRATE === '1',
    connections: limits.database.connections,
    replica: replicaOf(config, limits.database.replicaSeconds, logger),
    onWait: (reason) => logger.warn({ reason }, 'migration held up'),
  })
  open.add(() => database.close())
  const { migrated, recorded, unknown } = database
  if (migrated.length > 0) logger.info({ migrated }, 'database migrated')
  if (recorded.length > 0) logger.info({ recorded }, 'checksums of earlier migrations recorded')
  if (unknown.length > 0) logger.warn({ unknown }, 'database migrated by a newer version')
  return database
}

/** The replica that answers lists and exports, where the environment names one. */
function replicaOf(
  { DATABASE_READ_URL: url }: Config,
  limit: number,
  logger: FastifyBaseLogger,
): ReplicaConfig | undefined {
  if (url === undefined) return undefined
  return {
    url,
    limit,
    onChange: (state, err) => {
      if (state === 'used') logger.info('replica used')
      else logger.warn({ reason: state, err }, 'replica not used')
    },
    onFailure: (err) => logger.warn({ err }, 'replica did not answer, the primary did'),
  }
}

interface MessagesOptions extends Pick<Services, 'db' | 'secrets'> {
  readonly senders: readonly Sender[]
  readonly logger: FastifyBaseLogger
  readonly queue: QueueDatabase
}

/** Starts to send what is in the outbox. */
const startMessages = ({ senders, db, queue, secrets, logger }: MessagesOptions): Promise<MessageWorker> =>
  startMessageWorker({
    db,
    queue,
    secrets,
    senders,
    onFailedAttempt: (attempt) => logger.warn(attempt, 'message not delivered'),
    onError: (error) => logger.error({ err: error }, 'messages held up'),
  })

/** A server that answers. */
export interface RunningServer extends Seeded {
  /** Where the suite is served, e.g. http://127.0.0.1:8080. */
  readonly address: string
  /** What there is to say of its settings. */
  readonly notices: readonly Notice[]
  /** Finishes the requests in flight, then closes the database, an embedded one last. */
  readonly close: () => Promise<void>
}

/** What may happen while a server starts and runs. */
export interface ServerEvents {
  /** The embedded database went away and could not be started again. */
  readonly onLost?: (error: unknown) => void
  /** Passwords that were made, before they count. */
  readonly onAccounts?: (accounts: readonly NewAccount[]) => Promise<void>
}

/** Under another secret nobody could sign in, and the audit trail would be sealed so that it verifies no more. */
async function refuseOtherSecret(services: Services): Promise<void> {
  if (await canDecryptLoginKey(services)) return
  throw new StartupError(
    'SECRET_KEY, or secret-key in DATA_DIR, does not match this database: set SECRET_KEY to its original value, ' +
      'or restore the file from a backup.',
  )
}

/** Has traces made where the environment says so; else nothing of what makes them is loaded. */
async function startTracing(config: Config, open: Shutdown, logger: FastifyBaseLogger): Promise<void> {
  const settings = tracingSettings(config, version)
  if (!settings) return
  const { startOpenTelemetry } = await import('../../platform/observability/open-telemetry.ts')
  const onError = withoutRepeats((error) => logger.warn({ err: error }, 'traces not sent'))
  open.add(startOpenTelemetry(settings, onError))
}

async function start(
  config: Config,
  open: Shutdown,
  { onLost, onAccounts }: ServerEvents,
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
  const dataDir = config.DATABASE_URL ? undefined : config.DATA_DIR
  // Before the database: a folder that has one and no secret is a mistake.
  const secrets = await loadSecrets({ secretKey: config.SECRET_KEY, dataDir })
  await startTracing(config, open, logger)
  const database = await openConfigured(config, profile, open, logger, (error) => {
    logger.fatal({ err: error }, 'database lost')
    onLost?.(error)
  })
  // After the database, which rejects the data folder of another user: the file would be in it.
  await prepareHeads(config.headsFile)
  const { db, replica, queue } = database
  if (database.unknown.length > 0) notices.push('newerDatabase')
  measureConnections(database.connections)
  if (replica) measureReplica(replica.lag)
  // A pooler between has a sum of its own.
  if (database.isDirect) {
    const stopChecking = await checkConnections({
      db,
      pool: profile.limits.database.connections,
      onTooFew: (sum) => {
        logger.warn(sum, 'connections to the database may not suffice')
        notices.push('connections')
      },
      onError: (error) => logger.error({ err: error }, 'connections not counted'),
    })
    open.add(stopChecking)
  }
  const files = await openFiles(config)
  if (!(await files.isReachable())) notices.push('filesAway')
  const outbox = createOutbox({ secrets, profile })
  const outbound = createOutbound(config)
  const fileLimit = (config.FILE_LIMIT ?? profile.limits.files.megabytes) * megabyte
  const { headsFile, webFolder, releasesFolder, RELEASE_KEYS: keysFile } = config
  const releases = createReleases(db, { webFolder, releasesFolder, keysFile })
  const services: Services = {
    db,
    replica,
    secrets,
    outbox,
    sendsSms: config.SMS_GATEWAY_URL !== undefined,
    outbound,
    releases,
    reports: createReportBuffer(),
    profile,
    headsFile,
    jobHandlers,
    sso,
    files,
    folders: {
      ...(dataDir !== undefined && { database: dataDir }),
      ...(config.S3_BUCKET === undefined && { files: config.filesFolder }),
    },
    fileLimit,
    backUp: (options) => makeBackup(config, options),
  }
  await refuseOtherSecret(services)
  const onError = (error: unknown) => logger.error({ err: error }, 'audit not sealed')
  const onSeal = ({ number, hash }: SealContent) => logger.info({ number, hash }, 'audit sealed')
  const sealer = startSealer({ db, key: secrets.auditKey, heads: config.headsFile, onSeal, onError })
  open.add(() => sealer.stop())
  const maintenance = startMaintenance({
    services,
    onError: (error) => logger.error({ err: error }, 'login key and expired rows not looked after'),
  })
  open.add(() => maintenance.stop())
  const worker = await startMessages({ senders, db, queue, secrets, logger })
  open.add((drained) => worker.stop(drained))
  const scheduler = await startScheduler({
    services,
    queue,
    onFailedRun: ({ error, ...run }) => logger.error({ err: error, ...run }, 'job failed'),
    onError: (error) => logger.error({ err: error }, 'jobs held up'),
  })
  open.add((drained) => scheduler.stop(drained))
  const telling = startTelling({
    services,
    onError: (error) => logger.error({ err: error }, 'products not told of authorizations'),
  })
  open.add((drained) => telling.stop(drained))
  const reporting = startReporting(services, logger)
  open.add(() => reporting.stop())
  const recording = startRecording({
    db,
    tally: callTally,
    onError: withoutRepeats((error) => logger.error({ err: error }, 'counts of calls not written')),
  })
  open.add(() => recording.stop())
  let isOpen = false
  const app = await createApp({
    routes,
    services,
    profile,
    logger,
    manualsFolder: config.MANUALS,
    floodLimits: { ...profile.limits.flood, ...(config.FLOOD_LIMIT && { requests: config.FLOOD_LIMIT }) },
    connectionLimits: await fitOpenFiles(profile.limits.connections, (facts) =>
      logger.warn(facts, 'open files limit the connections'),
    ),
    trustedProxies: config.TRUST_PROXY,
    isOpen: () => isOpen,
  })
  const closeMetrics = await listenForMetrics({
    host: config.METRICS_HOST,
    port: config.METRICS_PORT,
    refresh: createGauges({ db, profile }),
    onTaken: () => notices.push('metrics'),
  })
  if (closeMetrics) open.add(closeMetrics)
  open.add(async (drained) => {
    const closed = app.close()
    drained.addEventListener('abort', () => app.server.closeAllConnections())
    if (drained.aborted) app.server.closeAllConnections()
    await closed
  })
  const address = await listen(app, config.HOST, config.PORT)
  // Only now is it known which port that is.
  if (config.PORT === 0 && profile.publicUrl === servedAt) profile.publicUrl = await addressToOpen(address)
  // The last that can fail: a password that was made and shown is never lost to a port that is taken.
  const demo = demonstrationOf(config, profile) === 'on'
  const seeded = await seed(db, {
    timeZone: profile.timeZone,
    isEmbedded: config.DATABASE_URL === undefined,
    adminPassword: config.ADMIN_PASSWORD,
    demo: demo ? { productsUrl: config.DEMO_PRODUCTS_URL, services } : undefined,
    show: async (accounts) => onAccounts?.(accounts),
  })
  if (demo) {
    const onFailure = (error: unknown) => logger.error({ err: error }, 'demonstration files not stored')
    await seedDemoFiles(services).catch(onFailure)
  }
  await takeInSuite(services, logger)
  if (config.ADMIN_PASSWORD !== undefined && !seeded.isNew) notices.push('administrator')
  isOpen = true
  return { ...seeded, address, notices }
}

/**
 * Starts a server: database, migrations, the data that every deployment begins with, and the port.
 * @param open where what it opens is to be closed
 * @throws StartupError where whoever starts it can do something about it; nothing stays open then
 */
export async function startServer(
  config: Config,
  events: ServerEvents = {},
  open: Shutdown = createShutdown(),
): Promise<RunningServer> {
  try {
    return { ...(await start(config, open, events)), close: open.close }
  } catch (error) {
    await open.close()
    throw error
  }
}
