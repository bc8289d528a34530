import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  prepareCheckpoints,
  type Verification,
  verifyAudit,
  writeCheckpoints,
} from '../../platform/audit/index.ts'
import type { Config } from '../../platform/config/config.ts'
import {
  type DatabaseConfig,
  embeddedMajor,
  errorCode,
  isKnownMigration,
  openDatabase,
  restoreEmbedded,
  StartupError,
  startEmbedded,
} from '../../platform/database/index.ts'
import { type Secrets, secretFileOf, secretsFrom } from '../../platform/secrets/index.ts'
import { unpack } from './archive.ts'
import { checkContents, checkHash, copyBack } from './contents.ts'
import { ExternalDatabase } from './make.ts'
import { checkSealed, type Manifest, parts, readManifest } from './manifest.ts'

/** Settings for the target of a restore. */
type RestoreTarget = Pick<
  Config,
  'DATABASE_URL' | 'DATA_DIR' | 'S3_BUCKET' | 'filesFolder' | 'checkpointFile' | 'releasesFolder'
>

interface RestoreOptions {
  readonly from: string
  readonly secret: string
  readonly signal?: AbortSignal
}

/** A restored deployment. */
export interface Restored {
  readonly manifest: Manifest
  /** The verification of the restored trail. */
  readonly verification: Verification
  /** The restored file of trusted keys; undefined if the backup has none. */
  readonly releaseKeys: string | undefined
}

/** Returns the target path of each part other than the database. */
const targetsOf = ({ DATA_DIR, filesFolder, checkpointFile, releasesFolder }: RestoreTarget) => ({
  [parts.checkpoints]: checkpointFile,
  [parts.files]: filesFolder,
  [parts.releases]: releasesFolder,
  [parts.releaseKeys]: join(DATA_DIR, parts.releaseKeys),
})

/** Returns whether a path does not exist or is an empty folder. */
const isEmpty = (path: string): Promise<boolean> =>
  readdir(path).then(
    (names) => names.length === 0,
    (error: unknown) => {
      if (errorCode(error) === 'ENOENT') return true
      if (errorCode(error) === 'ENOTDIR') return false
      throw error
    },
  )

/**
 * Rejects a path that is neither missing nor an empty folder.
 * @throws StartupError if the path is occupied
 */
async function rejectOccupiedPath(path: string): Promise<void> {
  if (await isEmpty(path)) return
  throw new StartupError(
    `${path} is not empty. Restore into an empty folder, for example by setting DATA_DIR, so that nothing is overwritten.`,
  )
}

/**
 * Rejects a target in which something already exists.
 * @throws StartupError that names the first occupied path
 */
async function rejectOccupied(target: RestoreTarget): Promise<void> {
  for (const path of [target.DATA_DIR, ...Object.values(targetsOf(target))]) await rejectOccupiedPath(path)
}

/**
 * Rejects a backup that this version or this configuration cannot restore.
 * @throws StartupError with the reason
 */
async function rejectUnsuitable({ database, holds }: Manifest, { S3_BUCKET }: RestoreTarget): Promise<void> {
  const { lastMigration, major } = database
  if (!isKnownMigration(lastMigration)) {
    throw new StartupError(
      `The backup was made by a later version of Atrium (it has the migration ${lastMigration}): restore it with that version.`,
    )
  }
  if (S3_BUCKET !== undefined && parts.files in holds)
    throw new StartupError(
      'The backup contains uploaded files: unset S3_BUCKET, or put the files into the bucket.',
    )
  if ((await embeddedMajor()) !== String(major)) {
    throw new StartupError(
      `The backup is from PostgreSQL ${major}, but this version of Atrium runs ${await embeddedMajor()}: ` +
        'restore it with the version of Atrium that made it.',
    )
  }
}

/** A backup whose contents match its hashes. */
interface Checked {
  readonly manifest: Manifest
  /** SHA-256 by path. */
  readonly hashes: ReadonlyMap<string, string>
  readonly key: Secrets['auditKey']
}

interface Work extends RestoreOptions, Checked {}

/** Copies all parts except the database. Calls `begin` with each target before writing to it. */
async function copyBeside(
  { from, hashes, signal }: Work,
  target: RestoreTarget,
  begin: (path: string) => Promise<void>,
): Promise<void> {
  const targets = new Map(Object.entries(targetsOf(target)))
  for (const [path, sha256] of hashes) {
    const [part = '', ...rest] = path.split('/')
    const copy = targets.get(part)
    if (copy === undefined) continue
    signal?.throwIfAborted()
    await begin(copy)
    checkHash(path, await copyBack(join(from, path), join(copy, ...rest)), sha256)
  }
}

/** A restored database that is running. */
interface Opened {
  readonly url: string
  readonly close: () => Promise<void>
  /** Removes the restored database. */
  readonly undo: () => Promise<void>
}

async function openCluster({ from, secret, hashes, signal }: Work, dataDir: string): Promise<Opened> {
  const { undo } = await restoreEmbedded(dataDir, async (folder) => {
    checkHash(
      parts.cluster,
      await unpack(join(from, parts.cluster), folder, signal),
      hashes.get(parts.cluster),
    )
  })
  try {
    await writeFile(secretFileOf(dataDir), `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true })
    return { ...(await startEmbedded({ dataDir })), undo }
  } catch (error) {
    await Promise.allSettled([undo()])
    throw error
  }
}

async function verify(
  config: DatabaseConfig,
  { manifest: { auditHead }, key, signal }: Work,
  checkpoints: string,
): Promise<Verification> {
  // Opening migrates a database of an earlier version.
  const { db, close } = await openDatabase(config)
  try {
    signal?.throwIfAborted()
    await prepareCheckpoints(checkpoints)
    // Checkpoints that do not match the trail count as faults; the verification reports the details.
    const unwritten = await writeCheckpoints(db, key, checkpoints).then(
      () => [],
      (error: Error) => [error.message],
    )
    const verification = await verifyAudit(db, key, { checkpoints: [checkpoints], head: auditHead })
    signal?.throwIfAborted()
    return { ...verification, faults: [...verification.faults, ...unwritten] }
  } finally {
    await close()
  }
}

/** Removes the files written to a path, and the path itself unless it existed before, such as a mount. */
async function remove(path: string, existed: boolean): Promise<void> {
  const paths = existed ? (await readdir(path)).map((name) => join(path, name)) : [path]
  for (const each of paths) await rm(each, { recursive: true, force: true })
}

/** Restores a checked backup. A failure removes everything that it wrote. */
async function restoreChecked(target: RestoreTarget, work: Work): Promise<Verification> {
  const { DATA_DIR, checkpointFile } = target
  const begun = new Map<string, { readonly existed: boolean }>()
  // A path that another process filled first is not added to `begun`, so that a failure does not remove it.
  const begin = async (path: string) => {
    if (begun.has(path)) return
    await rejectOccupiedPath(path)
    begun.set(path, { existed: existsSync(path) })
    // Created with the default mode, since the account of the embedded database must be able to enter DATA_DIR.
    await mkdir(dirname(path), { recursive: true })
  }
  let opened: Opened | undefined
  try {
    await copyBeside(work, target, begin)
    work.signal?.throwIfAborted()
    opened = await openCluster(work, DATA_DIR)
    work.signal?.throwIfAborted()
    await begin(checkpointFile)
    const verification = await verify(opened, work, checkpointFile)
    await opened.close()
    return verification
  } catch (error) {
    // An abort surfaces as various errors. A failed clean-up must not hide the cause.
    const cause = work.signal?.aborted ? work.signal.reason : error
    await Promise.allSettled([opened?.close()])
    await Promise.allSettled([opened?.undo()])
    await Promise.allSettled([...begun].map(([path, { existed }]) => remove(path, existed)))
    throw cause
  }
}

/**
 * Restores a backup into an empty DATA_DIR. Checks the key, all contents and the target before it writes anything.
 * @returns the restored deployment, whose trail may have faults
 * @throws StartupError if the backup cannot be restored; everything written is removed again
 */
export async function restoreBackup(target: RestoreTarget, options: RestoreOptions): Promise<Restored> {
  const { from, secret, signal } = options
  if (target.DATABASE_URL !== undefined) throw new ExternalDatabase('restores')
  const secrets = secretsFrom(secret)
  const manifest = await readManifest(from)
  checkSealed(from, manifest, secrets)
  await rejectUnsuitable(manifest, target)
  await rejectOccupied(target)
  const hashes = await checkContents(from, manifest.sums)
  signal?.throwIfAborted()
  // Checked again, since reading all contents takes long enough for another process to fill the target.
  await rejectOccupied(target)
  const verification = await restoreChecked(target, { ...options, manifest, hashes, key: secrets.auditKey })
  const releaseKeys = hashes.has(parts.releaseKeys) ? targetsOf(target)[parts.releaseKeys] : undefined
  return { manifest, verification, releaseKeys }
}
