import {
  codes,
  globalTenantId,
  releaseTenantMode,
  releaseTenants,
  type TenantRelease,
  tenantReleaseAccept,
  tenantReleaseMode,
  tenantReleases,
} from '@atrium/contract'
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { checkWritable, inNameOrder, inTenantsAsked, pageOf, rejectStale } from '../../platform/crud/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { tenantSearchText } from '../../platform/database/search.ts'
import { searched } from '../../platform/database/search-plan.ts'
import type { TenantReleaseTable } from '../../platform/database/tables/releases.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { reject } from '../../platform/http/rejection.ts'
import { handle, type Route } from '../../platform/http/route.ts'
import type { Audit } from '../../platform/http/work.ts'
import { readHost } from './locations.ts'
import { checkRunnable } from './operate.ts'
import { readModules } from './registry.ts'
import { runRejections } from './rejections.ts'
import type { Releases } from './releases.ts'

type Row = Selectable<TenantReleaseTable>

type Joined = 'tenant' | 'remoteModule' | 'tenantRelease'

/** Selects all combinations of tenant and module, with the tenant's settings for the module. */
const joined = (trx: Trx) =>
  trx
    .selectFrom('tenant')
    .innerJoin('remoteModule', (join) => join.onTrue())
    .leftJoin('tenantRelease', (join) =>
      join
        .onRef('tenantRelease.tenantId', '=', 'tenant.id')
        .onRef('tenantRelease.name', '=', 'remoteModule.id'),
    )
    .where('tenant.id', '<>', globalTenantId) as unknown as SelectQueryBuilder<Database, Joined, object>

const presented = (rows: SelectQueryBuilder<Database, Joined, object>) =>
  rows
    .select(['tenant.id as tenantId', 'tenant.tenantName', 'remoteModule.id as name', 'remoteModule.active'])
    .select(sql<Row['mode']>`coalesce(tenant_release.mode, 'follow')`.as('mode'))
    .select(sql<string>`coalesce(tenant_release.version, '')`.as('version'))
    .select(sql<string>`coalesce(tenant_release.id, '')`.as('settingId'))
    .select(sql<number>`coalesce(tenant_release.row_version, 0)`.as('rowVersion'))
    .select(['tenantRelease.acceptedAt', 'tenantRelease.acceptedBy'])

interface Presented {
  tenantId: string
  tenantName: string
  name: string
  active: string
  mode: Row['mode']
  version: string
  settingId: string
  rowVersion: number
  acceptedAt: Date | null
  acceptedBy: string | null
}

type Shown = Omit<TenantRelease, 'refusals' | 'served'>

const toItem = ({ active, acceptedAt, acceptedBy, ...row }: Presented): Shown => ({
  ...row,
  version: row.mode === 'follow' ? active : row.version,
  offered: row.mode === 'validated' && row.version !== active ? active : '',
  acceptTime: acceptedAt?.toISOString() ?? '',
  acceptedBy: acceptedBy ?? '',
})

/** Adds to each tenant the release that its users actually get and, if that is not the intended one, the reasons. */
async function withServed<Page extends { readonly list: readonly Shown[] }>(
  trx: Trx,
  { locations, registryFor }: Releases,
  page: Page,
): Promise<Page & { list: TenantRelease[] }> {
  const [states, host] = [await readModules(trx), await readHost(locations)]
  const find = async ({
    name,
    mode,
    version,
  }: Shown): Promise<Pick<TenantRelease, 'refusals' | 'served'>> => {
    const state = states.find(({ module }) => module.id === name)
    const release = state?.releases.find((known) => known.version === version)
    if (!state || !release) return { refusals: [], served: version }
    const { remotes } = await registryFor([{ ...state, pinnedVersions: mode === 'follow' ? [] : [version] }])
    const served = remotes.find((remote) => remote.name === name)?.active ?? ''
    return { refusals: await runRejections(locations, host, release), served }
  }
  const found = new Map<string, ReturnType<typeof find>>()
  const served = (row: Shown) => {
    const key = `${row.mode} ${row.name}@${row.version}`
    const known = found.get(key) ?? find(row)
    found.set(key, known)
    return known
  }
  return {
    ...page,
    list: await Promise.all(page.list.map(async (row) => ({ ...row, ...(await served(row)) }))),
  }
}

const tenantsRoute = handle(releaseTenants, async ({ trx, input, services }) => {
  const rows = joined(trx).where('remoteModule.id', '=', input.name)
  const matching = await searched(rows, [{ text: tenantSearchText, keyword: input.keyWord }])
  const page = await pageOf(
    trx,
    matching,
    input,
    (page) =>
      presented(page)
        .orderBy(sql`coalesce(tenant_release.mode, 'follow') = 'follow'`)
        .orderBy(inNameOrder(sql.ref('tenant.tenantName')))
        .orderBy('tenant.id'),
    toItem,
  )
  return withServed(trx, services.releases, page)
})

const ownRoute = handle(tenantReleases, async (work) => {
  const { trx, input, services } = work
  const rows = joined(trx).where(await inTenantsAsked(work, 'tenant.id', input.tenantId))
  const page = await pageOf(
    trx,
    rows,
    input,
    (page) =>
      presented(page)
        .orderBy(inNameOrder(sql.ref('tenant.tenantName')))
        .orderBy('tenant.id')
        .orderBy('remoteModule.id'),
    toItem,
  )
  return withServed(trx, services.releases, page)
})

/** Settings of a tenant for a module. */
type Wanted = Pick<Row, 'mode' | 'version' | 'acceptedAt' | 'acceptedBy'>

interface Change {
  readonly trx: Trx
  readonly audit: Audit
  readonly tenantId: string
  readonly name: string
  readonly reason: string
  readonly rowVersion: number | undefined
}

const rowOf = (trx: Trx, { tenantId, name }: Pick<Change, 'tenantId' | 'name'>) =>
  trx.selectFrom('tenantRelease').selectAll().where('tenantId', '=', tenantId).where('name', '=', name)

/**
 * Reads and locks a module and a tenant's settings for it.
 * @throws Rejection 404 if there is no such module
 */
async function read(trx: Trx, of: Pick<Change, 'tenantId' | 'name'>): Promise<{ active: string; row: Row }> {
  const module = await trx
    .selectFrom('remoteModule')
    .select('active')
    .where('id', '=', of.name)
    .executeTakeFirst()
  if (!module) reject(codes.notFound)
  await trx
    .insertInto('tenantRelease')
    .values({ ...of, id: uuidv7(), mode: 'follow', acceptedAt: null, rowVersion: 0 })
    .onConflict((conflict) => conflict.columns(['tenantId', 'name']).doNothing())
    .execute()
  return { ...module, row: await rowOf(trx, of).forUpdate().executeTakeFirstOrThrow() }
}

/** Writes and audits a tenant's settings for a module. */
async function write({ trx, audit, reason, rowVersion }: Change, before: Row, wanted: Wanted): Promise<null> {
  if (rowVersion !== undefined) await rejectStale(trx, 'tenant_release', before, wanted, rowVersion)
  const { tenantId, id } = before
  const after = await trx
    .updateTable('tenantRelease')
    .set({ ...wanted, rowVersion: before.rowVersion + 1, updatedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const isNew = before.rowVersion === 0
  audit({ entity: 'tenant_release', entityId: id, tenantId, ...(!isNew && { before }), after, reason })
  return null
}

const following: Wanted = { mode: 'follow', version: '', acceptedAt: null, acceptedBy: '' }

const modeRoute = handle(releaseTenantMode, async (work) => {
  const { trx, audit, input, services } = work
  const { name, tenantId, mode, reason, rowVersion } = input
  if (tenantId === globalTenantId) reject(codes.notFound)
  await checkWritable(work, tenantId)
  const { active, row } = await read(trx, { tenantId, name })
  const change = { trx, audit, tenantId, name, reason, rowVersion }
  if (mode === 'follow') return write(change, row, following)
  const version = input.version || row.version || active
  await checkRunnable(trx, services.releases, { name, version })
  const isSame = version === row.version
  const { acceptedAt, acceptedBy } = isSame ? row : following
  return write(change, row, { mode, version, acceptedAt, acceptedBy })
})

const ownModeRoute = handle(tenantReleaseMode, async (work) => {
  const { trx, audit, input, caller } = work
  const { name, tenantId, validated, reason, rowVersion } = input
  if (tenantId === globalTenantId) reject(codes.notFound)
  await checkWritable(work, tenantId)
  const { active, row } = await read(trx, { tenantId, name })
  if (row.mode === 'pinned') reject(codes.forbidden, 'release.refusal.pinned')
  const change = { trx, audit, tenantId, name, reason, rowVersion }
  if (!validated) return write(change, row, following)
  if (row.mode === 'validated') return write(change, row, row)
  // A module without an active release has no release to keep.
  if (active === '') reject(codes.notFound)
  // The tenant has validated the release that it currently uses.
  const acceptedAt = new Date()
  return write(change, row, { mode: 'validated', version: active, acceptedAt, acceptedBy: caller.userName })
})

const ownAcceptRoute = handle(tenantReleaseAccept, async (work) => {
  const { trx, audit, input, caller, services } = work
  const { name, tenantId, version, reason, rowVersion } = input
  if (tenantId === globalTenantId) reject(codes.notFound)
  await checkWritable(work, tenantId)
  const { active, row } = await read(trx, { tenantId, name })
  await checkRunnable(trx, services.releases, { name, version })
  if (row.mode === 'pinned') reject(codes.forbidden, 'release.refusal.pinned')
  if (row.mode === 'follow') reject(codes.conflict, 'release.refusal.notValidated')
  if (version !== active || version === row.version) reject(codes.conflict, 'release.refusal.notOffered')
  const change = { trx, audit, tenantId, name, reason, rowVersion }
  return write(change, row, { ...row, version, acceptedAt: new Date(), acceptedBy: caller.userName })
})

export const tenantReleaseRoutes: readonly Route[] = [
  tenantsRoute,
  ownRoute,
  modeRoute,
  ownModeRoute,
  ownAcceptRoute,
]
