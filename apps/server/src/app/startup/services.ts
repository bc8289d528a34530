import { createOutbox } from '../../modules/messages/index.ts'
import { createReleases, createReportBuffer } from '../../modules/releases/index.ts'
import { verifySignature } from '../../modules/signatures/index.ts'
import { makeBackup } from '../../operations/backup/index.ts'
import type { Config } from '../../platform/config/config.ts'
import type { OpenDatabase } from '../../platform/database/index.ts'
import type { Services } from '../../platform/http/work.ts'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import { openFiles } from '../../platform/storage/index.ts'
import { jobHandlers } from '../job-handlers.ts'

/** Number of bytes in a megabyte. */
const megabyte = 1024 * 1024

interface Parts extends Pick<Services, 'profile' | 'secrets' | 'sso'> {
  readonly database: OpenDatabase
}

/** Creates the services of a server. */
export async function createServices(
  config: Config,
  { profile, secrets, sso, database: { db, replica } }: Parts,
): Promise<Services> {
  const { webFolder, releasesFolder, RELEASE_KEYS: keysFile } = config
  return {
    db,
    replica,
    secrets,
    profile,
    checkpointFile: config.checkpointFile,
    outbox: createOutbox({ secrets, profile }),
    sendsSms: config.SMS_GATEWAY_URL !== undefined,
    outbound: createOutbound(config),
    releases: createReleases(db, { webFolder, releasesFolder, keysFile }),
    reports: createReportBuffer(),
    jobHandlers,
    sso,
    verifySignature,
    files: await openFiles(config),
    fileLimit: (config.FILE_LIMIT ?? profile.limits.files.megabytes) * megabyte,
    folders: {
      ...(config.DATABASE_URL === undefined && { database: config.DATA_DIR }),
      ...(config.S3_BUCKET === undefined && { files: config.filesFolder }),
    },
    backUp: (options) => makeBackup(config, options),
  }
}
