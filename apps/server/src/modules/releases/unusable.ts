import type { UnusableRelease } from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/transaction.ts'
import { type ReleaseLocations, readHost } from './locations.ts'
import { ownReleases } from './own-releases.ts'
import type { ModuleState } from './registry.ts'
import { runRejections } from './rejections.ts'

/** Counts the tenants that are pinned to a release, by `<name>@<version>`. */
async function tenantCounts(trx: Trx): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('tenantRelease')
    .select(['name', 'version', sql<number>`count(*)::int`.as('tenants')])
    .where('mode', '<>', 'follow')
    .groupBy(['name', 'version'])
    .execute()
  return new Map(rows.map(({ name, version, tenants }) => [`${name}@${version}`, tenants]))
}

/**
 * Returns the releases that should be active but cannot run here, by module: active, partially rolled out and pinned
 * releases, and incomplete ones of the suite's own build.
 */
export async function unusableReleases(
  trx: Trx,
  locations: ReleaseLocations,
  states: readonly ModuleState[],
): Promise<Map<string, UnusableRelease[]>> {
  const [host, tenants] = [await readHost(locations), await tenantCounts(trx)]
  const known = new Set(states.flatMap(({ releases }) => releases.map(({ id }) => id)))
  const { broken } = await ownReleases(locations, (id) => !known.has(id))
  const found = states.map(async ({ module, releases, pinnedVersions }) => {
    const { id: name, active, shareVersion } = module
    const versions = new Set([active, shareVersion, ...pinnedVersions])
    const unusable: UnusableRelease[] = broken
      .filter((one) => one.name === name)
      .map(({ version, refusals }) => ({ version, tenantCount: 0, refusals: [...refusals] }))
    for (const release of releases.filter(({ version }) => versions.has(version))) {
      const refusals = await runRejections(locations, host, release)
      const tenantCount = tenants.get(release.id) ?? 0
      if (refusals.length > 0) unusable.push({ version: release.version, tenantCount, refusals })
    }
    return [name, unusable] as const
  })
  return new Map(await Promise.all(found))
}
