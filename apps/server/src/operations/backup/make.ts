import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createGzip } from 'node:zlib'
import type { Kysely } from 'kysely'
import { newestSeal } from '../../platform/audit/index.ts'
import type { Config } from '../../platform/config/config.ts'
import {
  baseBackup,
  type Database,
  describeDatabase,
  openExisting,
  runExclusively,
  StartupError,
} from '../../platform/database/index.ts'
import { version } from '../../platform/observability/program.ts'
import { readSecret, type Secrets, secretsFrom } from '../../platform/secrets/index.ts'
import { syncFolder } from '../../platform/storage/index.ts'
import { newContents } from './contents.ts'
import { type BackupFacts, externalPage, type Manifest, parts, writeManifest } from './manifest.ts'
import { nameOf, removeOld, scratchOf, secretFileBeside, sweepHalf } from './retention.ts'

/** Settings that determine what a backup contains. */
export type BackupSources = Pick<
  Config,
  | 'DATABASE_URL'
  | 'DATABASE_OWNER_URL'
  | 'DATA_DIR'
  | 'SECRET_KEY'
  | 'RELEASE_KEYS'
  | 'S3_BUCKET'
  | 'S3_ENDPOINT'
  | 'backupsFolder'
  | 'filesFolder'
  | 'checkpointFile'
  | 'releasesFolder'
>

export interface BackupOptions {
  /** The folder that receives the backup; the deployment's backups folder by default. */
  readonly to?: string
  /** Number of this deployment's backups to keep in that folder; all by default. */
  readonly keep?: number
  readonly signal?: AbortSignal
}

/** A complete backup. */
export interface Backup {
  readonly folder: string
  /** The file beside the backup that contains the secret key. */
  readonly secretFile: string
  readonly bytes: number
  readonly auditHead: Manifest['auditHead']
  readonly bucket: Manifest['bucket']
  /** Number of older backups that were removed. */
  readonly removed: number
}

/** Error if another process is backing up the same deployment. */
export class BackupUnderWay extends StartupError {
  constructor() {
    super('Another backup of this database is in progress. Wait until it is complete.')
  }
}

/** Error for an external database, which must be backed up with PostgreSQL's own tools. */
export class ExternalDatabase extends StartupError {
  constructor(action: 'backs up' | 'restores') {
    super(
      `This command ${action} only the embedded database, but DATABASE_URL is set. For your own PostgreSQL use pg_dump or ` +
        `pgBackRest: see ${externalPage}.`,
    )
  }
}

interface Work {
  readonly sources: BackupSources
  readonly secrets: Secrets
  readonly madeAt: string
  readonly db: Kysely<Database>
  readonly ownerUrl: string
  readonly signal: AbortSignal | undefined
}

/** Copies the database and all other parts of the deployment into a folder. */
async function fill(folder: string, { sources, madeAt, db, ownerUrl, signal }: Work): Promise<BackupFacts> {
  const { checkpointFile, filesFolder, releasesFolder, RELEASE_KEYS, S3_BUCKET, S3_ENDPOINT } = sources
  const { version: postgres, major, lastMigration } = await describeDatabase(ownerUrl, 'DATA_DIR')
  const newest = await newestSeal(db)
  const contents = newContents(folder, signal)
  // Copied before the database, so that the database has every seal in the file.
  await contents.copy(checkpointFile, parts.checkpoints)
  const copyFolders = async () => {
    if (S3_BUCKET === undefined) await contents.copyFolder(filesFolder, parts.files, /\.part$/)
    await contents.copyFolder(releasesFolder, parts.releases, /\.incoming$/)
  }
  // Copied twice: the first copy keeps files that are deleted while the database is copied, the second adds new
  // files.
  await copyFolders()
  await contents.write(parts.cluster, baseBackup(ownerUrl), createGzip({ level: 1 }))
  await copyFolders()
  if (RELEASE_KEYS !== undefined) await contents.copy(RELEASE_KEYS, parts.releaseKeys)
  const auditHead = newest && {
    number: newest.number,
    hash: newest.hash,
    sealedAt: newest.sealedAt.toISOString(),
  }
  const bucket =
    S3_BUCKET === undefined
      ? undefined
      : { name: S3_BUCKET, ...(S3_ENDPOINT !== undefined && { endpoint: S3_ENDPOINT }) }
  return {
    atrium: version,
    madeAt,
    database: { form: 'cluster', postgres, major, lastMigration },
    ...(auditHead && { auditHead }),
    ...(bucket && { bucket }),
    ...(await contents.finish()),
  }
}

/** Writes a backup and its key under a temporary name, then renames it. A failure leaves neither. */
async function write(folder: string, secret: string, work: Work): Promise<BackupFacts> {
  const scratch = scratchOf(folder, work.secrets)
  try {
    await mkdir(scratch, { mode: 0o700 })
    const copied = await fill(scratch, work)
    await writeManifest(scratch, work.secrets, copied)
    await syncFolder(scratch)
    await complete(scratch, folder, secret)
    return copied
  } catch (error) {
    await rm(scratch, { recursive: true, force: true })
    throw error
  }
}

/** Writes the key file, then gives the backup its final name. */
async function complete(scratch: string, folder: string, secret: string): Promise<void> {
  const secretFile = secretFileBeside(folder)
  // 'wx' fails if another deployment that shares the folder has a file with this name.
  const key = await open(secretFile, 'wx', 0o600)
  try {
    await key.writeFile(`${secret}\n`)
    await key.sync()
    await syncFolder(dirname(folder))
    await rename(scratch, folder)
  } catch (error) {
    await rm(secretFile, { force: true })
    throw error
  } finally {
    await key.close()
  }
  await syncFolder(dirname(folder))
}

/**
 * Backs up a deployment with the embedded database, whether or not its server is running. The backup has the database
 * as of one moment, and the files.
 * @throws ExternalDatabase for a PostgreSQL that the operator runs
 * @throws BackupUnderWay while another process makes a backup
 * @throws StartupError if the backup fails for another reason the operator can act on
 */
export async function makeBackup(
  sources: BackupSources,
  { to = sources.backupsFolder, keep, signal }: BackupOptions = {},
): Promise<Backup> {
  if (sources.DATABASE_URL !== undefined) throw new ExternalDatabase('backs up')
  const { db, ownerUrl, close } = await openExisting(sources)
  try {
    // Read after the database was found, since reading creates a missing key.
    const secret = await readSecret({ secretKey: sources.SECRET_KEY, dataDir: sources.DATA_DIR })
    const secrets = secretsFrom(secret)
    return await runExclusively(
      db,
      'backup',
      () => new BackupUnderWay(),
      async () => {
        await mkdir(to, { recursive: true, mode: 0o700 })
        await sweepHalf(to, secrets)
        const madeAt = new Date().toISOString()
        const folder = join(to, nameOf(madeAt))
        const copied = await write(folder, secret, { sources, secrets, madeAt, db, ownerUrl, signal })
        const { holds, auditHead, bucket } = copied
        const bytes = Object.values(holds).reduce((sum, part) => sum + part.bytes, 0)
        const removed = keep === undefined ? 0 : await removeOld(to, keep, secrets)
        return { folder, secretFile: secretFileBeside(folder), bytes, auditHead, bucket, removed }
      },
    )
  } finally {
    await close()
  }
}

declare module '../../platform/http/work.ts' {
  interface Services {
    /** Makes a backup of the deployment. */
    readonly backUp: (options: BackupOptions) => Promise<Backup>
  }
}
