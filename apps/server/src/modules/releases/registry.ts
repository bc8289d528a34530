import { routeTable, type SuiteRoute } from '@atrium/contract'
import {
  type HostDescription,
  incompatibilities,
  isDevelopmentBuild,
  Needs,
  type Registry,
  type RegistryEntry,
} from '@atrium/federation/registry'
import { type Selectable, sql } from 'kysely'
import type { RemoteModuleTable, RemoteReleaseTable } from '../../platform/database/tables/releases.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { folderOfRelease, type ReleaseLocations } from './locations.ts'

type ModuleRow = Selectable<RemoteModuleTable>
export type ReleaseRow = Selectable<RemoteReleaseTable>

/** Signer name for releases of the suite's own build, which are not signed. */
export const suiteSigner = 'suite'

/** State of a remote in PostgreSQL, limited to the reader's tenants. */
export interface ModuleState {
  readonly module: ModuleRow
  /** Releases in use: active, previous, suite, rollout and pinned, in the order in which they were registered. */
  readonly releases: readonly ReleaseRow[]
  /** Versions to which at least one of the tenants is pinned. */
  readonly pinnedVersions: readonly string[]
}

/**
 * Reads the releases in use.
 * @param tenants the tenants whose pinned releases are included; all by default
 */
export async function readModules(trx: Trx, tenants?: readonly string[]): Promise<ModuleState[]> {
  const modules = await trx.selectFrom('remoteModule').selectAll().orderBy('id').execute()
  const pinned = await trx
    .selectFrom('tenantRelease')
    .select(['name', 'version'])
    .distinct()
    .where('mode', '<>', 'follow')
    .$if(tenants !== undefined, (query) =>
      query.where('tenantId', '=', sql<string>`any(${[...(tenants ?? [])]})`),
    )
    .execute()
  const counting = [
    ...modules.flatMap(({ id, active, previous, suiteVersion, shareVersion }) =>
      [active, previous, suiteVersion, shareVersion].map((version) => `${id}@${version}`),
    ),
    ...pinned.map(({ name, version }) => `${name}@${version}`),
  ]
  const releases = await trx
    .selectFrom('remoteRelease')
    .selectAll()
    .where('id', '=', sql<string>`any(${counting})`)
    .orderBy('sequence')
    .execute()
  return modules.map((module) => ({
    module,
    releases: releases.filter(({ name }) => name === module.id),
    pinnedVersions: pinned.filter(({ name }) => name === module.id).map(({ version }) => version),
  }))
}

/** Returns whether one of a remote's routes is public. */
export const isOpenToAll = (routes: readonly string[]): boolean =>
  Object.values<SuiteRoute>(routeTable).some(
    (route) =>
      route.public && routes.some((prefix) => route.path === prefix || route.path.startsWith(`${prefix}/`)),
  )

/** Returns whether a release is compatible with a shell and, if the suite serves it, its files exist. */
async function canRun(locations: ReleaseLocations, host: HostDescription | undefined, release: ReleaseRow) {
  const needs = Needs.safeParse(release.needs)
  if (!host || !needs.success || incompatibilities(needs.data, host).length > 0) return false
  return !release.address.startsWith('/') || (await folderOfRelease(locations, release)) !== undefined
}

/** Inputs of a registry. */
interface RegistryOptions {
  readonly locations: ReleaseLocations
  readonly host: HostDescription | undefined
  /** Registry of the suite's own build, as this server serves it. */
  readonly suite: Registry
  /** Whether the states are those of a signed-in user, whose tenants' pinned releases apply. */
  readonly personal?: boolean
}

async function entryOf(
  { module, releases: known, pinnedVersions }: ModuleState,
  { locations, host, suite, personal }: RegistryOptions,
): Promise<RegistryEntry | undefined> {
  const own = suite.remotes.find(({ name }) => name === module.id)
  const ownAddress = own?.releases[own.active]
  // A development build on this server overrides everything else.
  if (ownAddress && isDevelopmentBuild(ownAddress)) return own
  /**
   * Prefers the address from this server's own registry: after a rebuild, the served files may differ from those
   * known to the database.
   */
  const addressOf = ({ version, address, integrity, signedBy }: ReleaseRow) => {
    const isOwn = signedBy === suiteSigner && version === own?.active && ownAddress !== undefined
    return [version, isOwn ? ownAddress : { manifest: address, integrity }] as const
  }
  const able = await Promise.all(known.map((release) => canRun(locations, host, release)))
  const releases = known.filter((_, index) => able[index])
  const find = (version: string) => releases.find((release) => release.version === version)
  // If the active release cannot run on the shell served here, falls back to the suite's own release, then to the
  // previous one.
  const active = find(module.active) ?? (own && find(own.active)) ?? find(module.previous)
  if (!active) return own
  // Releases are in registration order. A user of several tenants gets the earliest pinned release, because no tenant
  // must get a release that it has not accepted.
  const theirs = personal ? releases.find(({ version }) => pinnedVersions.includes(version)) : undefined
  const chosen = theirs ?? active
  const previous = theirs ? undefined : find(module.previous)
  const share = theirs ? undefined : find(module.shareVersion)
  const ofSuite = own && find(own.active)
  const isPersonal =
    !personal &&
    !isOpenToAll(chosen.routes) &&
    pinnedVersions.some((version) => find(version) && (version !== chosen.version || share !== undefined))
  const mentioned = new Set([chosen, previous, share, ofSuite])
  return {
    name: module.id,
    // Browsers in the rollout also get screens below the route prefixes of its release.
    routes: [...new Set([...chosen.routes, ...(share?.routes ?? [])])],
    active: chosen.version,
    ...(previous && previous !== chosen && { previous: previous.version }),
    ...(ofSuite && { suite: ofSuite.version }),
    releases: Object.fromEntries(releases.filter((release) => mentioned.has(release)).map(addressOf)),
    ...(share &&
      share !== chosen && { rules: [{ version: share.version, percentage: module.sharePercentage }] }),
    ...(isPersonal && { personal: true }),
    ...(theirs && { held: true }),
  }
}

/**
 * Returns the registry for browsers: the registry of the suite's own build, overridden by the releases in use. It
 * omits releases that cannot run on the shell served here.
 */
export async function registryOf(
  states: readonly ModuleState[],
  options: RegistryOptions,
): Promise<Registry> {
  const known = new Set(states.map(({ module }) => module.id))
  const entries = await Promise.all(states.map((state) => entryOf(state, options)))
  return {
    remotes: [
      ...entries.filter((entry) => entry !== undefined),
      ...options.suite.remotes.filter(({ name }) => !known.has(name)),
    ],
  }
}
