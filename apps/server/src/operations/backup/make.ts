import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createGzip } from 'node:zlib'
import type { Kysely } from 'kysely'
import { newestSeal, openBatch } from '../../platform/audit/index.ts'
import type { Config } from '../../platform/config/config.ts'
import {
  alone,
  baseBackup,
  type Database,
  describeDatabase,
  openExisting,
  StartupError,
} from '../../platform/database/index.ts'
import { version } from '../../platform/observability/program.ts'
import { readSecret, type Secrets, secretsFrom } from '../../platform/secrets/index.ts'
import { syncFolder } from '../../platform/storage/index.ts'
import { checkClient, dump } from './clients.ts'
import { newContents } from './contents.ts'
import { type BackupFacts, type Manifest, places, writeManifest } from './manifest.ts'
import { nameOf, removeOld, scratchOf, secretFileBeside, sweepHalf } from './retention.ts'

/** What of the configuration says what a deployment is made of. */
export type BackupSources = Pick<
  Config,
  | 'DATABASE_URL'
  | 'DATABASE_OWNER_URL'
  | 'DATABASE_BACKUP_URL'
  | 'DATA_DIR'
  | 'SECRET_KEY'
  | 'RELEASE_KEYS'
  | 'S3_BUCKET'
  | 'S3_ENDPOINT'
  | 'backupsFolder'
  | 'filesFolder'
  | 'headsFile'
  | 'releasesFolder'
>

export interface BackupOptions {
  /** The folder that it is put into; by default the deployment's. */
  readonly to?: string
  /** How many of the deployment's backups stay there; by default all. */
  readonly keep?: number
  readonly signal?: AbortSignal
}

/** A backup that is complete. */
export interface Backup {
  readonly folder: string
  /** The file beside it that has the secret key. */
  readonly secretFile: string
  readonly bytes: number
  readonly auditHead: Manifest['auditHead']
  readonly bucket: Manifest['bucket']
  /** Backups that were removed since. */
  readonly removed: number
}

/** Somebody else is backing the same deployment up. */
export class BackupUnderWay extends StartupError {
  constructor() {
    super('Another backup of this database is being made: wait until it is complete.')
  }
}

interface Source {
  readonly form: Manifest['database']['form']
  readonly url: string
  /** The setting that has the URL. */
  readonly setting: string
}

function sourceOf(sources: BackupSources, ownerUrl: string): Source {
  const { DATABASE_URL, DATABASE_OWNER_URL, DATABASE_BACKUP_URL } = sources
  if (DATABASE_URL === undefined) return { form: 'cluster', url: ownerUrl, setting: 'DATA_DIR' }
  if (DATABASE_BACKUP_URL !== undefined)
    return { form: 'dump', url: DATABASE_BACKUP_URL, setting: 'DATABASE_BACKUP_URL' }
  const setting = DATABASE_OWNER_URL === undefined ? 'DATABASE_URL' : 'DATABASE_OWNER_URL'
  return { form: 'dump', url: ownerUrl, setting }
}

/** What is known of the database before it is copied. @throws StartupError where it cannot be */
async function describe({ form, url, setting }: Source): Promise<Omit<Manifest['database'], 'openBatch'>> {
  const facts = await describeDatabase(url, setting)
  if (!facts) {
    throw new StartupError(
      `The user of ${setting} does not see the rows of all tenants: set DATABASE_BACKUP_URL to a superuser, or to a ` +
        'user with BYPASSRLS and the role pg_read_all_data (see docs/operators/back-up.md).',
    )
  }
  const { version: postgres, major, lastMigration } = facts
  if (form === 'cluster') return { form, postgres, major, lastMigration }
  return { form, postgres, major, lastMigration, client: await checkClient('pg_dump', major) }
}

interface Work {
  readonly sources: BackupSources
  readonly secrets: Secrets
  readonly madeAt: string
  readonly db: Kysely<Database>
  readonly ownerUrl: string
  readonly signal: AbortSignal | undefined
}

/** Copies all into a folder. */
async function fill(folder: string, { sources, madeAt, db, ownerUrl, signal }: Work): Promise<BackupFacts> {
  const { headsFile, filesFolder, releasesFolder, RELEASE_KEYS, S3_BUCKET, S3_ENDPOINT } = sources
  const source = sourceOf(sources, ownerUrl)
  const facts = await describe(source)
  // Before the database, which then has all seals that the file has: those that it lacks are written again.
  const database = { ...facts, openBatch: await openBatch(db) }
  const newest = await newestSeal(db)
  const contents = newContents(folder, signal)
  await contents.copy(headsFile, places.heads)
  const copyFolders = async () => {
    if (S3_BUCKET === undefined) await contents.copyFolder(filesFolder, places.files, /\.part$/)
    await contents.copyFolder(releasesFolder, places.releases, /\.incoming$/)
  }
  // What is deleted while the database is copied may have its row there still, what is added may have it already.
  await copyFolders()
  if (source.form === 'cluster')
    await contents.write(places.cluster, baseBackup(source.url), createGzip({ level: 1 }))
  else await contents.write(places.dump, dump(source.url, signal))
  await copyFolders()
  if (RELEASE_KEYS !== undefined) await contents.copy(RELEASE_KEYS, places.releaseKeys)
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
    database,
    ...(auditHead && { auditHead }),
    ...(bucket && { bucket }),
    ...(await contents.finish()),
  }
}

/** Makes the folder of a backup beside its place, with the key beside it; one that fails leaves neither. */
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

/** Gives a backup its name, once its key is beside it. */
async function complete(scratch: string, folder: string, secret: string): Promise<void> {
  const secretFile = secretFileBeside(folder)
  // Fails where there is one, which is of another deployment that shares the folder.
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
 * Backs a deployment up while it runs, or while it does not: the database as it is at one moment, and whatever is kept
 * beside it. Its folder has its name once it is complete.
 *
 * @throws StartupError where that cannot be done now; BackupUnderWay where somebody else does it
 */
export async function makeBackup(
  sources: BackupSources,
  { to = sources.backupsFolder, keep, signal }: BackupOptions = {},
): Promise<Backup> {
  const dataDir = sources.DATABASE_URL === undefined ? sources.DATA_DIR : undefined
  const { db, ownerUrl, close } = await openExisting(sources)
  try {
    // After the database is known to be there: a key is not made for one that is not.
    const secret = await readSecret({ secretKey: sources.SECRET_KEY, dataDir })
    const secrets = secretsFrom(secret)
    return await alone(
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
    /** Makes a copy that the deployment can be restored from. */
    readonly backUp: (options: BackupOptions) => Promise<Backup>
  }
}
