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

/** Signer of releases of the suite's own build, which nobody signs. */
export const suiteSigner = 'suite'

/** Fields of a remote in PostgreSQL, as far as they apply to the reader. */
export interface ModuleState {
  readonly module: ModuleRow
  /** The active ones for somebody, in the order in which they came. */
  readonly releases: readonly ReleaseRow[]
  /** The releases that some of the tenants in question stay on. */
  readonly held: readonly string[]
}

/**
 * Reads which releases are active.
 * @param tenants the tenants whose own releases are included; all by default
 */
export async function readModules(trx: Trx, tenants?: readonly string[]): Promise<ModuleState[]> {
  const modules = await trx.selectFrom('remoteModule').selectAll().orderBy('id').execute()
  const held = await trx
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
    ...held.map(({ name, version }) => `${name}@${version}`),
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
    held: held.filter(({ name }) => name === module.id).map(({ version }) => version),
  }))
}

/** Whether somebody without a session may be at one of a remote's routes. */
export const isOpenToAll = (routes: readonly string[]): boolean =>
  Object.values<SuiteRoute>(routeTable).some(
    (route) =>
      route.public && routes.some((prefix) => route.path === prefix || route.path.startsWith(`${prefix}/`)),
  )

/** Whether a release runs on a shell, and its files are where its address says. */
async function canRun(locations: ReleaseLocations, host: HostDescription | undefined, release: ReleaseRow) {
  const needs = Needs.safeParse(release.needs)
  if (!host || !needs.success || incompatibilities(needs.data, host).length > 0) return false
  return !release.address.startsWith('/') || (await folderOfRelease(locations, release)) !== undefined
}

/** For whom a registry is made. */
interface RegistryOptions {
  readonly locations: ReleaseLocations
  readonly host: HostDescription | undefined
  /** The registry of the suite's own build as it is served here. */
  readonly suite: Registry
  /** Whether what is held is that of the user who asks, and not of anybody. */
  readonly personal?: boolean
}

async function entryOf(
  { module, releases: known, held }: ModuleState,
  { locations, host, suite, personal }: RegistryOptions,
): Promise<RegistryEntry | undefined> {
  const own = suite.remotes.find(({ name }) => name === module.id)
  const ownAddress = own?.releases[own.active]
  // Where somebody works on it here, nothing else counts.
  if (ownAddress && isDevelopmentBuild(ownAddress)) return own
  /** As it is here: of a build that is made anew, the files that are served here may be others than are known. */
  const addressOf = ({ version, address, integrity, signedBy }: ReleaseRow) => {
    const isOwn = signedBy === suiteSigner && version === own?.active && ownAddress !== undefined
    return [version, isOwn ? ownAddress : { manifest: address, integrity }] as const
  }
  const able = await Promise.all(known.map((release) => canRun(locations, host, release)))
  const releases = known.filter((_, index) => able[index])
  const find = (version: string) => releases.find((release) => release.version === version)
  // Where what counts cannot run on the shell that is served here, the suite's own does, or what counted before.
  const active = find(module.active) ?? (own && find(own.active)) ?? find(module.previous)
  if (!active) return own
  // In the order in which they came: with several tenants the first one, because none of them must get a release that
  // it has not accepted.
  const theirs = personal ? releases.find(({ version }) => held.includes(version)) : undefined
  const chosen = theirs ?? active
  const previous = theirs ? undefined : find(module.previous)
  const share = theirs ? undefined : find(module.shareVersion)
  const ofSuite = own && find(own.active)
  const isPersonal =
    !personal &&
    !isOpenToAll(chosen.routes) &&
    held.some((version) => find(version) && (version !== chosen.version || share !== undefined))
  const mentioned = new Set([chosen, previous, share, ofSuite])
  return {
    name: module.id,
    // A browser of the share gets the screens below the prefixes of its release too.
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
 * The registry that browsers get: what counts, laid over that of the suite's own build. A release that cannot run on the
 * shell that is served here is not in it.
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
