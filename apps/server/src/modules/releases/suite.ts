import { randomUUID } from 'node:crypto'
import { cp, mkdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { UnusableRelease } from '@atrium/contract'
import { manifestName } from '@atrium/federation/registry'
import type { FastifyBaseLogger } from 'fastify'
import { errorCode } from '../../platform/database/errors.ts'
import { asSystem, inTransaction, type Trx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import { insertRelease } from './accept.ts'
import {
  activating,
  auditOwnChange,
  changeModule,
  lockRegistry,
  type ModuleRow,
  moduleToChange,
} from './change.ts'
import { readHost } from './locations.ts'
import { type BrokenRelease, type OwnRelease, ownReleases } from './own-releases.ts'
import { readModules, suiteSigner } from './registry.ts'
import { findRelease, hostRejections } from './rejections.ts'
import { unusableReleases } from './unusable.ts'

/**
 * Keeps a copy of a release for pinned tenants, so that the next update of the suite does not remove it. The copy
 * appears as a whole or not at all, even with concurrent copies.
 */
async function keepCopy({ locations }: Services['releases'], { manifest, text }: OwnRelease): Promise<void> {
  const { name, version } = manifest
  const kept = join(locations.releasesFolder, name, version)
  const present = await readFile(join(kept, manifestName), 'utf8').catch(() => undefined)
  if (present === text) return
  const incoming = `${kept}.${randomUUID()}.incoming`
  await mkdir(join(locations.releasesFolder, name), { recursive: true })
  await cp(join(locations.webFolder, 'remotes', name, version), incoming, { recursive: true })
  if (present !== undefined) await rm(kept, { recursive: true, force: true })
  await rename(incoming, kept).catch(async (error: unknown) => {
    await rm(incoming, { recursive: true, force: true })
    // Another process was first, with an identical copy.
    if (!['EEXIST', 'ENOTEMPTY'].includes(errorCode(error))) throw error
  })
}

/** Time to keep the copy of an unused release for pages that are still open, in milliseconds. */
const staleAfter = 7 * 24 * 60 * 60 * 1000

/** Removes unused releases of the suite's builds, and their copies. */
async function removeStale(trx: Trx, { locations }: Services['releases'], own: OwnRelease): Promise<void> {
  const { name, version } = own.manifest
  const states = await readModules(trx)
  const counting = new Set(
    states.find(({ module }) => module.id === name)?.releases.map((release) => release.version),
  )
  const releases = await trx
    .selectFrom('remoteRelease')
    .select(['version', 'createdAt'])
    .where('name', '=', name)
    .where('signedBy', '=', suiteSigner)
    .where('version', '<>', version)
    .execute()
  for (const release of releases) {
    const folder = join(locations.releasesFolder, name, release.version)
    // The folder's modification time is the last time the release was in use.
    if (counting.has(release.version)) {
      await utimes(folder, new Date(), new Date()).catch(() => undefined)
      continue
    }
    const used = await stat(folder).then(
      ({ mtime }) => mtime,
      () => release.createdAt,
    )
    if (Date.now() - used.getTime() < staleAfter) continue
    await rm(folder, { recursive: true, force: true })
    await trx
      .deleteFrom('remoteRelease')
      .where('name', '=', name)
      .where('version', '=', release.version)
      .execute()
  }
}

/**
 * Registers a release of the build.
 * @returns false if a team's release has the same version
 */
async function addRelease(trx: Trx, release: OwnRelease): Promise<boolean> {
  const known = await findRelease(trx, release.manifest)
  if (known && known.signedBy !== suiteSigner) return known.integrity === release.integrity
  if (known && known.integrity === release.integrity) return true
  // The same version was rebuilt with other content, for instance with another Node.
  if (known) await trx.deleteFrom('remoteRelease').where('id', '=', known.id).execute()
  await insertRelease(trx, { ...release, signedBy: suiteSigner })
  return true
}

/**
 * Adds a module unless it exists.
 * @returns whether it was added
 */
async function addModule(trx: Trx, module: Pick<ModuleRow, 'id'> & Partial<ModuleRow>): Promise<boolean> {
  const added = await trx
    .insertInto('remoteModule')
    .values({ ...module, rolledBackAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/**
 * Adds a release of the suite's build, and activates it unless a team's release is active.
 * @returns the module before and after the change; undefined if nothing changed
 */
async function registerRelease(
  trx: Trx,
  services: Pick<Services, 'releases'>,
  release: OwnRelease,
): Promise<{ before: ModuleRow; after: ModuleRow } | undefined> {
  const { name, version } = release.manifest
  const isNew = await addModule(trx, { id: name, active: version, suiteVersion: version })
  if (!(await addRelease(trx, release)) || isNew) return undefined
  const before = await moduleToChange(trx, name)
  const active = await findRelease(trx, { name, version: before.active })
  const stays =
    active !== undefined &&
    active.signedBy !== suiteSigner &&
    hostRejections(active.needs, await readHost(services.releases.locations)).length === 0
  if (stays || before.active === version) {
    if (before.suiteVersion !== version) await changeModule(trx, before, { suiteVersion: version })
    return undefined
  }
  if (before.suiteVersion === version && active?.signedBy === suiteSigner) return undefined
  const after = await changeModule(trx, before, { ...activating(before, version), suiteVersion: version })
  await auditOwnChange(trx, before, after)
  return { before, after }
}

/**
 * Adds the modules of incomplete releases, so that those are reported.
 * @returns the releases that should be active and cannot run, by module
 */
async function noteBroken(
  trx: Trx,
  { locations }: Services['releases'],
  broken: readonly BrokenRelease[],
): Promise<Map<string, UnusableRelease[]>> {
  for (const { name } of broken) await addModule(trx, { id: name })
  return unusableReleases(trx, locations, await readModules(trx))
}

/**
 * Adds the releases of the suite's own build to the registry. A new release becomes active immediately, unless a
 * team's release is active that can run on the new shell. An incomplete release is omitted, and the others are
 * served.
 */
export async function registerSuite(
  services: Pick<Services, 'db' | 'releases'>,
  logger: Pick<FastifyBaseLogger, 'info' | 'warn'>,
): Promise<void> {
  const { db, releases } = services
  const { whole, broken } = await ownReleases(releases.locations)
  for (const release of whole) {
    const changed = await inTransaction(db, asSystem, async (trx) => {
      await lockRegistry(trx)
      return registerRelease(trx, services, release)
    })
    if (changed) {
      const { before, after } = changed
      logger.info({ remote: after.id, from: before.active, to: after.active }, 'suite release activated')
    }
    await keepCopy(releases, release).catch((error: unknown) =>
      logger.warn({ err: error }, 'release could not be copied to RELEASES_DIR'),
    )
    await inTransaction(db, asSystem, async (trx) => {
      await lockRegistry(trx)
      await removeStale(trx, releases, release)
    })
  }
  const unusable = await inTransaction(db, asSystem, async (trx) => {
    await lockRegistry(trx)
    return noteBroken(trx, releases, broken)
  })
  for (const [remote, found] of unusable)
    for (const release of found) logger.warn({ remote, ...release }, 'release cannot run')
}
