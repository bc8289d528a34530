import { releaseErrors, releaseList, releaseModules, releaseRegistry } from '@atrium/contract'
import { sql } from 'kysely'
import { tenantsOf } from '../../platform/caller/caller.ts'
import { pageOf } from '../../platform/crud/index.ts'
import { columnsContain } from '../../platform/database/search.ts'
import { handle, type Route } from '../../platform/http/route.ts'
import { modulesWithActive } from './active-releases.ts'
import { readHost } from './locations.ts'
import { readModules } from './registry.ts'
import { runRejections } from './rejections.ts'
import { healthOf } from './reports/health.ts'
import { unusableReleases } from './unusable.ts'

const instant = (value: Date | null): string => value?.toISOString() ?? ''

/** SQL for the number of tenants pinned to a module, or to one of its releases if a version is given. */
const held = (name: string, version?: string) => {
  const ofModule = sql`mode <> 'follow' and held.name = ${sql.ref(name)}`
  const ofRelease = version === undefined ? sql`` : sql` and held.version = ${sql.ref(version)}`
  return sql<number>`(select count(*)::int from tenant_release held where ${ofModule}${ofRelease})`
}

const modulesRoute = handle(releaseModules, async ({ trx, services }) => {
  const { locations, registryFor } = services.releases
  const rows = await modulesWithActive(trx)
    .selectAll('remoteModule')
    .select(['remoteRelease.routes', held('remoteModule.id').as('tenantCount')])
    .select(
      sql<number>`(select count(*)::int from remote_release known where known.name = remote_module.id)`.as(
        'releaseCount',
      ),
    )
    .orderBy('remoteModule.id')
    .execute()
  const health = await healthOf(
    trx,
    rows.map(({ id, active }) => ({ name: id, version: active })),
  )
  const states = await readModules(trx)
  const { remotes } = await registryFor(states.map((state) => ({ ...state, held: [] })))
  const unusable = await unusableReleases(trx, locations, states)
  return rows.map((row) => ({
    name: row.id,
    routes: row.routes ?? [],
    active: row.active,
    previous: row.previous,
    shareVersion: row.shareVersion,
    sharePercentage: row.sharePercentage,
    tenantCount: row.tenantCount,
    releaseCount: row.releaseCount,
    rolledBackFrom: row.rolledBackFrom,
    rolledBackAt: instant(row.rolledBackAt),
    served: remotes.find(({ name }) => name === row.id)?.active ?? '',
    unusable: unusable.get(row.id) ?? [],
    health: health({ name: row.id, version: row.active }),
    rowVersion: row.rowVersion,
  }))
})

const listRoute = handle(releaseList, async ({ trx, input, services }) => {
  const { locations } = services.releases
  const host = await readHost(locations)
  const rows = trx
    .selectFrom('remoteRelease')
    .innerJoin('remoteModule', 'remoteModule.id', 'remoteRelease.name')
    .where('remoteRelease.name', '=', input.name)
    .$if(input.version !== '', (query) => query.where('remoteRelease.version', '=', input.version))
    .where(columnsContain(['remoteRelease.version'], input.keyWord))
  const page = await pageOf(
    trx,
    rows,
    input,
    (matching) =>
      matching
        .selectAll('remoteRelease')
        .select(['remoteModule.active', 'remoteModule.shareVersion', 'remoteModule.sharePercentage'])
        .select(held('remoteRelease.name', 'remoteRelease.version').as('tenantCount'))
        .orderBy('remoteRelease.sequence', 'desc'),
    (row) => row,
  )
  const health = await healthOf(trx, page.list)
  const list = await Promise.all(
    page.list.map(async (row) => ({
      name: row.name,
      version: row.version,
      signedBy: row.signedBy,
      size: Number(row.size),
      acceptTime: row.createdAt.toISOString(),
      active: row.active === row.version,
      sharePercentage: row.shareVersion === row.version ? row.sharePercentage : 0,
      tenantCount: row.tenantCount,
      refusals: await runRejections(locations, host, row),
      health: health(row),
    })),
  )
  return { ...page, list }
})

const errorsRoute = handle(releaseErrors, async ({ trx, input }) =>
  pageOf(
    trx,
    trx
      .selectFrom('releaseError')
      .where('name', '=', input.name)
      .$if(input.version !== '', (query) => query.where('version', '=', input.version)),
    input,
    (matching) =>
      matching
        .select(['id', 'version', 'stage', 'status', 'detail', 'count', 'persons'])
        .select(['firstTime', 'lastTime', 'browser'])
        .orderBy('lastTime', 'desc')
        .orderBy('id'),
    (row) => ({
      ...row,
      count: Number(row.count),
      firstTime: row.firstTime.toISOString(),
      lastTime: row.lastTime.toISOString(),
    }),
  ),
)

const registryRoute = handle(releaseRegistry, async ({ trx, caller, services }) =>
  services.releases.registryFor(await readModules(trx, tenantsOf(caller))),
)

export const listRoutes: readonly Route[] = [modulesRoute, listRoute, errorsRoute, registryRoute]
