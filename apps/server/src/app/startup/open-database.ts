import type { Profile } from '@atrium/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../platform/config/config.ts'
import {
  type OpenDatabase,
  openDatabase,
  type ReplicaConfig,
  startEmbedded,
} from '../../platform/database/index.ts'
import { measureConnections, measureReplica } from '../../platform/observability/metrics.ts'
import type { Notice } from './announce.ts'
import { checkConnections } from './connection-sum.ts'
import type { Shutdown } from './shutdown.ts'

interface Options {
  readonly config: Config
  readonly profile: Profile
  readonly shutdown: Shutdown
  readonly logger: FastifyBaseLogger
  /** Called when the embedded database stopped and could not be started again. */
  readonly onLost: (error: unknown) => void
  readonly onNotice: (notice: Notice) => void
}

/** Opens the operator's database, or starts the embedded database if there is none. */
export async function openConfigured(options: Options): Promise<OpenDatabase> {
  const { config, profile, shutdown, logger, onLost, onNotice } = options
  const server = config.DATABASE_URL
    ? { url: config.DATABASE_URL, ownerUrl: config.DATABASE_OWNER_URL }
    : await startEmbedded({ dataDir: config.DATA_DIR, onFailure: onLost })
  if ('close' in server) shutdown.add(() => server.close(), 'until its end')
  const database = await openDatabase(server, {
    migrates: config.MIGRATE === '1',
    connections: profile.limits.database.connections,
    replica: replicaOf(config, profile, logger),
    onWait: (reason) => logger.warn({ reason }, 'migration waiting'),
  })
  shutdown.add(() => database.close())
  const { migrated, recorded, unknown } = database
  if (migrated.length > 0) logger.info({ migrated }, 'database migrated')
  if (recorded.length > 0) logger.info({ recorded }, 'checksums of earlier migrations recorded')
  if (unknown.length > 0) {
    logger.warn({ unknown }, 'database migrated by a newer version')
    onNotice('newerDatabase')
  }
  measureConnections(database.connections)
  if (database.replica) measureReplica(database.replica.lag)
  // Behind a pooler the check is skipped, because the pooler's limits are unknown.
  if (database.isDirect) await watchConnections(database, options)
  return database
}

/** Returns the replica that serves lists and exports, if the environment names one. */
function replicaOf(
  { DATABASE_READ_URL: url }: Config,
  { limits }: Profile,
  logger: FastifyBaseLogger,
): ReplicaConfig | undefined {
  if (url === undefined) return undefined
  return {
    url,
    limit: limits.database.replicaSeconds,
    onChange: (state, err) => {
      if (state === 'used') logger.info('replica used')
      else logger.warn({ reason: state, err }, 'replica not used')
    },
    onFailure: (err) => logger.warn({ err }, 'replica failed, primary used instead'),
  }
}

/** Warns if all server processes together may need more connections than the database allows. */
async function watchConnections({ db }: OpenDatabase, options: Options): Promise<void> {
  const { profile, shutdown, logger, onNotice } = options
  const stop = await checkConnections({
    db,
    pool: profile.limits.database.connections,
    onTooFew: (sum) => {
      logger.warn(sum, 'database connection limit may be too low')
      onNotice('connections')
    },
    onError: (error) => logger.error({ err: error }, 'database connections could not be counted'),
  })
  shutdown.add(stop)
}
