import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  batchAfter,
  prepareHeads,
  type Verification,
  verifyAudit,
  writeHeads,
} from '../../platform/audit/index.ts'
import type { Config } from '../../platform/config/config.ts'
import {
  asOwner,
  type DatabaseConfig,
  embeddedMajor,
  errorCode,
  isKnownMigration,
  openDatabase,
  prepareEmpty,
  restoreEmbedded,
  StartupError,
  startEmbedded,
} from '../../platform/database/index.ts'
import { type Secrets, secretFileOf, secretsFrom } from '../../platform/secrets/index.ts'
import { unpack } from './archive.ts'
import { checkClient, restoreDump } from './clients.ts'
import { checkContents, checkHash, copyBack } from './contents.ts'
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
  readonly signal?: AbortSignal
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

/** @throws StartupError where it would be overwritten */
async function refuseOccupiedPath(path: string): Promise<void> {
  if (await isEmpty(path)) return
  throw new StartupError(
    `${path} is there already: restore to a place that is empty (DATA_DIR says which), so that nothing is lost.`,
  )
}

/** @throws StartupError that names what would be overwritten */
async function refuseOccupied(target: RestoreTarget): Promise<void> {
  const own = target.DATABASE_URL === undefined ? [target.DATA_DIR] : []
  for (const path of [...own, ...Object.values(targetsOf(target))]) await refuseOccupiedPath(path)
}

/** A pg_restore that is newer than the server sends it settings that it does not know. @throws StartupError for one */
const refuseNewerClient = (client: number, config: DatabaseConfig): Promise<void> =>
  asOwner(config, async (owner) => {
    const { rows } = await owner.query<{ major: number }>(
      `select current_setting('server_version_num')::int / 10000 as major`,
    )
    for (const { major } of rows) {
      if (client <= major) continue
      throw new StartupError(
        `pg_restore ${client} is too new for PostgreSQL ${major}: put the folder of the client programs of version ` +
          `${major} first in PATH, or restore into a PostgreSQL ${client}.`,
      )
    }
  })

/** @throws StartupError where this version, or the database that is there, cannot take the backup */
async function refuseUnsuitable({ database, holds }: Manifest, target: RestoreTarget): Promise<void> {
  const { DATABASE_URL, DATABASE_OWNER_URL, S3_BUCKET } = target
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
  if (S3_BUCKET !== undefined && places.files in holds)
    throw new StartupError('The backup holds files: unset S3_BUCKET, or put them into the bucket.')
  if (DATABASE_URL !== undefined) {
    const newest = await checkClient('pg_restore', client)
    await refuseNewerClient(newest, { url: DATABASE_URL, ownerUrl: DATABASE_OWNER_URL })
  } else if ((await embeddedMajor()) !== String(major)) {
    throw new StartupError(
      `The backup is of PostgreSQL ${major}, and this version of Atrium runs ${await embeddedMajor()}: ` +
        'restore it with the version of Atrium that made it.',
    )
  }
}

/** A backup that is whole. */
interface Checked {
  readonly manifest: Manifest
  /** By path. */
  readonly hashes: ReadonlyMap<string, string>
  readonly key: Secrets['auditKey']
}

/** One restoring: from where, and what. */
interface Work extends RestoreOptions, Checked {}

/** Copies what stands beside the database. `begin` is told of each place before anything is put there. */
async function copyBeside(
  { from, hashes, signal }: Work,
  target: RestoreTarget,
  begin: (place: string) => Promise<void>,
): Promise<void> {
  const targets = new Map(Object.entries(targetsOf(target)))
  for (const [path, sha256] of hashes) {
    const [part = '', ...rest] = path.split('/')
    const place = targets.get(part)
    if (place === undefined) continue
    signal?.throwIfAborted()
    await begin(place)
    checkHash(path, await copyBack(join(from, path), join(place, ...rest)), sha256)
  }
}

/** A database that was restored. */
interface Opened {
  readonly url: string
  readonly ownerUrl: string | undefined
  readonly close: () => Promise<void>
  /** Takes back what was made; without it that stays. */
  readonly undo?: () => Promise<void>
}

async function openCluster({ from, secret, hashes, signal }: Work, dataDir: string): Promise<Opened> {
  const { undo } = await restoreEmbedded(dataDir, async (folder) => {
    checkHash(
      places.cluster,
      await unpack(join(from, places.cluster), folder, signal),
      hashes.get(places.cluster),
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

async function openDump({ from }: Work, { url, ownerUrl }: DatabaseConfig): Promise<Opened> {
  await restoreDump(ownerUrl ?? url, join(from, places.dump))
  return { url, ownerUrl, close: async () => {} }
}

/** A dump reads the number of the open batch later than the events: it is set to what these say. */
const setOpenBatch = (config: DatabaseConfig, batch: number): Promise<unknown> =>
  asOwner(config, (owner) => owner.query(`select setval('audit_batch', $1)`, [batch]))

async function verify(
  { url, ownerUrl }: Opened,
  { manifest: { database, auditHead }, key, signal }: Work,
  heads: string,
): Promise<Verification> {
  // Which brings a backup of an earlier version up to date.
  const { db, close } = await openDatabase({ url, ownerUrl })
  try {
    signal?.throwIfAborted()
    if (database.form === 'dump')
      await setOpenBatch({ url, ownerUrl }, await batchAfter(db, database.openBatch))
    await prepareHeads(heads)
    // Heads that the trail does not go with are a fault of it like any other, of which the verification says more.
    const unwritten = await writeHeads(db, key, heads).then(
      () => [],
      (error: Error) => [error.message],
    )
    const verification = await verifyAudit(db, key, { heads: [heads], head: auditHead })
    signal?.throwIfAborted()
    return { ...verification, faults: [...verification.faults, ...unwritten] }
  } finally {
    await close()
  }
}

/** Removes what was put into a place, and the place itself unless it was there, such as a mount. */
async function takeBack(place: string, wasThere: boolean): Promise<void> {
  const paths = wasThere ? (await readdir(place)).map((name) => join(place, name)) : [place]
  for (const path of paths) await rm(path, { recursive: true, force: true })
}

/** What went wrong, where the database is somebody else's and has been filled. */
function withRemainder(error: unknown): StartupError {
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\.?$/, '.')
  return new StartupError(`${reason} The database holds what was restored: drop it and create it anew.`, {
    cause: error,
  })
}

/** @throws Error where the backup could not be restored; what was made is taken back then, but in a database of one's own */
async function restoreChecked(target: RestoreTarget, work: Work): Promise<Verification> {
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, DATA_DIR, headsFile } = target
  const begun = new Map<string, { readonly wasThere: boolean }>()
  /** What somebody else puts there first is not ours to remove. */
  const begin = async (place: string) => {
    if (begun.has(place)) return
    await refuseOccupiedPath(place)
    begun.set(place, { wasThere: existsSync(place) })
    // With the rights that a start would give: the database's account has to pass DATA_DIR.
    await mkdir(dirname(place), { recursive: true })
  }
  let opened: Opened | undefined
  try {
    await copyBeside(work, target, begin)
    work.signal?.throwIfAborted()
    opened = url === undefined ? await openCluster(work, DATA_DIR) : await openDump(work, { url, ownerUrl })
    work.signal?.throwIfAborted()
    await begin(headsFile)
    const verification = await verify(opened, work, headsFile)
    await opened.close()
    return verification
  } catch (error) {
    // What a signal breaks off fails in ways of its own. Whatever fails on the way back does not hide the cause.
    const cause = work.signal?.aborted ? work.signal.reason : error
    await Promise.allSettled([opened?.close()])
    await Promise.allSettled([opened?.undo?.()])
    await Promise.allSettled([...begun].map(([place, { wasThere }]) => takeBack(place, wasThere)))
    throw opened && !opened.undo ? withRemainder(cause) : cause
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
  const { from, secret, signal } = options
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl } = target
  const secrets = secretsFrom(secret)
  const manifest = await readManifest(from)
  checkSealed(from, manifest, secrets)
  await refuseUnsuitable(manifest, target)
  await refuseOccupied(target)
  const hashes = await checkContents(from, manifest.sums)
  signal?.throwIfAborted()
  // Reading all that takes its time, in which somebody may have begun something there.
  await refuseOccupied(target)
  if (url !== undefined) await prepareEmpty({ url, ownerUrl })
  const verification = await restoreChecked(target, { ...options, manifest, hashes, key: secrets.auditKey })
  const releaseKeys = hashes.has(places.releaseKeys) ? targetsOf(target)[places.releaseKeys] : undefined
  return { manifest, verification, releaseKeys }
}
