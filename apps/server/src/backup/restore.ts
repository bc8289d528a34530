import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { batchAfter, prepareHeads, type Verification, verifyAudit, writeHeads } from '../audit/index.ts'
import type { Config } from '../config/config.ts'
import {
  type DatabaseConfig,
  embeddedMajor,
  errorCode,
  isKnownMigration,
  openDatabase,
  prepareEmpty,
  restoreEmbedded,
  StartupError,
  startEmbedded,
} from '../database/index.ts'
import { type Secrets, secretFileOf, secretsFrom } from '../secrets/index.ts'
import { unpack } from './archive.ts'
import { checkClient, restoreDump } from './clients.ts'
import { checkContents, copyBack } from './contents.ts'
import { checkSealed, type Manifest, places, readManifest } from './manifest.ts'

/** What of the configuration says where a deployment is to be. */
export type RestoreTarget = Pick<
  Config,
  | 'DATABASE_URL'
  | 'DATABASE_OWNER_URL'
  | 'DATA_DIR'
  | 'S3_BUCKET'
  | 'filesFolder'
  | 'headsFile'
  | 'releasesFolder'
>

export interface RestoreOptions {
  readonly from: string
  readonly secret: string
}

/** What was restored. */
export interface Restored {
  readonly manifest: Manifest
  /** The trail as it is now. */
  readonly verification: Verification
  /** Where the file of trusted keys was put; undefined where the backup has none. */
  readonly releaseKeys: string | undefined
}

/** Where what stands beside the database is put. */
const targetsOf = ({ DATA_DIR, filesFolder, headsFile, releasesFolder }: RestoreTarget) => ({
  [places.heads]: headsFile,
  [places.files]: filesFolder,
  [places.releases]: releasesFolder,
  [places.releaseKeys]: join(DATA_DIR, places.releaseKeys),
})

/** Whether there is nothing, or a folder with nothing in it. */
const isEmpty = (path: string): Promise<boolean> =>
  readdir(path).then(
    (names) => names.length === 0,
    (error: unknown) => {
      if (errorCode(error) === 'ENOENT') return true
      if (errorCode(error) === 'ENOTDIR') return false
      throw error
    },
  )

/** @throws StartupError that names what would be overwritten */
async function refuseOccupied(target: RestoreTarget): Promise<void> {
  const own = target.DATABASE_URL === undefined ? [target.DATA_DIR] : []
  for (const path of [...own, ...Object.values(targetsOf(target))]) {
    if (await isEmpty(path)) continue
    throw new StartupError(
      `${path} is there already: restore to a place that is empty (DATA_DIR says which), so that nothing is lost.`,
    )
  }
}

/** @throws StartupError where this version, or the database that is there, cannot take the backup */
async function refuseUnsuitable({ database }: Manifest, { DATABASE_URL }: RestoreTarget): Promise<void> {
  const { form, lastMigration, major, client = major } = database
  if ((form === 'cluster') !== (DATABASE_URL === undefined)) {
    throw new StartupError(
      form === 'cluster'
        ? 'The backup is of an embedded database: unset DATABASE_URL, and set DATA_DIR to an empty folder.'
        : 'The backup is of a database of your own: set DATABASE_URL to an empty one.',
    )
  }
  if (!isKnownMigration(lastMigration)) {
    throw new StartupError(
      `The backup is of a later version of Atrium (it has the migration ${lastMigration}): restore it with that version.`,
    )
  }
  if (form === 'dump') await checkClient('pg_restore', client)
  else if ((await embeddedMajor()) !== String(major)) {
    throw new StartupError(
      `The backup is of PostgreSQL ${major}, and this version of Atrium runs ${await embeddedMajor()}: ` +
        'restore it with the version of Atrium that made it.',
    )
  }
}

/** Copies what stands beside the database. */
async function copyBeside(from: string, paths: readonly string[], target: RestoreTarget): Promise<void> {
  const targets = new Map(Object.entries(targetsOf(target)))
  for (const path of paths) {
    const [part = '', ...rest] = path.split('/')
    const place = targets.get(part)
    if (place !== undefined) await copyBack(join(from, path), join(place, ...rest))
  }
}

/** A database that was restored. */
interface Opened {
  readonly url: string
  readonly ownerUrl: string | undefined
  readonly close: () => Promise<void>
  /** Takes back what was made. */
  readonly undo: () => Promise<void>
}

async function openCluster({ from, secret }: RestoreOptions, dataDir: string): Promise<Opened> {
  const { undo } = await restoreEmbedded(dataDir, (folder) => unpack(join(from, places.cluster), folder))
  try {
    await writeFile(secretFileOf(dataDir), `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true })
    return { ...(await startEmbedded({ dataDir })), undo }
  } catch (error) {
    await undo()
    throw error
  }
}

async function openDump({ from }: RestoreOptions, { url, ownerUrl }: DatabaseConfig): Promise<Opened> {
  await restoreDump(ownerUrl ?? url, join(from, places.dump))
  const nothing = async () => {}
  return { url, ownerUrl, close: nothing, undo: nothing }
}

/** A dump reads the number of the open batch later than the events: it is set to what these say. */
async function setOpenBatch(ownerUrl: string, batch: number): Promise<void> {
  const owner = new pg.Client(ownerUrl)
  await owner.connect()
  await owner.query(`select setval('audit_batch', $1)`, [batch]).finally(() => owner.end())
}

/** A backup that is whole. */
interface Checked {
  readonly manifest: Manifest
  readonly paths: readonly string[]
  readonly key: Secrets['auditKey']
}

async function verify(
  { url, ownerUrl }: Opened,
  { database: { form, openBatch }, auditHead }: Manifest,
  { key, heads }: { readonly key: Secrets['auditKey']; readonly heads: string },
): Promise<Verification> {
  // Which brings a backup of an earlier version up to date.
  const database = await openDatabase({ url, ownerUrl })
  try {
    if (form === 'dump') await setOpenBatch(ownerUrl ?? url, await batchAfter(database.db, openBatch))
    await prepareHeads(heads)
    await writeHeads(database.db, key, heads)
    return await verifyAudit(database.db, key, { heads: [heads], head: auditHead })
  } finally {
    await database.close()
  }
}

/** @throws Error where the backup could not be restored; what was made is taken back then */
async function restoreChecked(
  target: RestoreTarget,
  options: RestoreOptions,
  { manifest, paths, key }: Checked,
): Promise<Verification> {
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, DATA_DIR, headsFile } = target
  let opened: Opened | undefined
  try {
    await copyBeside(options.from, paths, target)
    opened =
      url === undefined ? await openCluster(options, DATA_DIR) : await openDump(options, { url, ownerUrl })
    return await verify(opened, manifest, { key, heads: headsFile })
  } catch (error) {
    await opened?.close()
    await opened?.undo()
    for (const place of Object.values(targetsOf(target))) await rm(place, { recursive: true, force: true })
    throw error
  } finally {
    await opened?.close()
  }
}

/**
 * Restores a backup to where there is nothing yet. Before anything is written, the key, all that the backup holds and
 * the place are checked.
 *
 * @returns what was restored; the trail may have faults
 * @throws StartupError where it cannot be
 */
export async function restoreBackup(target: RestoreTarget, options: RestoreOptions): Promise<Restored> {
  const { from, secret } = options
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl } = target
  const secrets = secretsFrom(secret)
  const manifest = await readManifest(from)
  checkSealed(from, manifest, secrets)
  await refuseUnsuitable(manifest, target)
  await refuseOccupied(target)
  const paths = await checkContents(from, manifest.sums)
  if (url !== undefined) await prepareEmpty({ url, ownerUrl })
  const verification = await restoreChecked(target, options, { manifest, paths, key: secrets.auditKey })
  const releaseKeys = paths.includes(places.releaseKeys) ? targetsOf(target)[places.releaseKeys] : undefined
  return { manifest, verification, releaseKeys }
}
