import {
  type AskedAccess,
  type Language,
  maxSiteNames,
  type ProductGrant,
  type WantedAccess,
} from '@atrium/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import { nameIn } from '../../platform/crud/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { siteName, sitesOf } from '../studies/study-sites/index.ts'
import { stateOf } from './state.ts'

type Matching = SelectQueryBuilder<Database, 'accessRequest', object>

/** Adds the columns of a shown request. */
export const withColumns = (matching: Matching, language: Language) =>
  matching
    .leftJoin('software', 'software.id', 'accessRequest.softwareId')
    .innerJoin('tenant', 'tenant.id', 'accessRequest.tenantId')
    .leftJoin('appUser', 'appUser.id', 'accessRequest.userId')
    .select(['accessRequest.id', 'accessRequest.tenantId', 'accessRequest.rowVersion', 'tenant.tenantName'])
    .select(['accessRequest.studyUrlId', 'accessRequest.studyName', 'accessRequest.studyCode'])
    .select(['accessRequest.tenantUserId', 'accessRequest.wanted'])
    // A user who has left the tenant is no longer visible to its sessions.
    .select(
      sql<string>`coalesce(${nameIn(language, 'appUser.fullName')}, access_request.person_name)`.as(
        'personName',
      ),
    )
    .select(['accessRequest.granted', 'accessRequest.reason', 'accessRequest.createdAt'])
    .select(['accessRequest.expiresAt', 'accessRequest.deciderName', 'accessRequest.decidedAt'])
    .select(['accessRequest.decisionReason', stateOf.as('state')])
    .select(sql<number>`coalesce(software.authorization_style, 0)`.as('authorizationStyle'))
    .select(sql<string>`coalesce(${nameIn(language, 'software.softwareName')}, '')`.as('softName'))

type Shown = Awaited<ReturnType<ReturnType<typeof withColumns>['execute']>>[number]

/** Returns the names of the sites of requests and of present grants by id, each from the tenant of its request. */
async function siteNames(
  trx: Trx,
  rows: readonly Shown[],
  presents: readonly ProductGrant[],
): Promise<ReadonlyMap<string, string>> {
  const grants = [
    ...rows.flatMap(({ wanted, granted }) => [wanted, ...(granted ? [granted] : [])]),
    ...presents,
  ]
  const ids = grants.flatMap(({ siteIds }) => siteIds)
  if (ids.length === 0) return new Map()
  const found = await sitesOf(trx)
    .select(['studySite.id', siteName.as('name')])
    .where('studySite.tenantId', '=', sql<string>`any(${[...new Set(rows.map(({ tenantId }) => tenantId))]})`)
    .where('studySite.id', '=', sql<string>`any(${[...new Set(ids)]})`)
    .execute()
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** Returns a role of a grant, with its sites and period. */
const shownRole = (
  { generalRoleId, generalRoleName = '', siteIds, allSites, accessFrom, accessUntil }: ProductGrant,
  role: ProductGrant['roles'][number] | undefined,
  names: ReadonlyMap<string, string>,
): WantedAccess => ({
  generalRoleId,
  generalRoleName,
  roleId: role?.roleId ?? '',
  roleName: role?.roleName ?? '',
  environmentId: role?.environmentId ?? '',
  projectId: role?.projectId ?? '',
  stockHouseIds: role?.stockHouseIds ?? [],
  isBlind: role?.isBlind ?? 0,
  unblindingReason: role?.unblindingReason ?? '',
  siteIds,
  siteNames: siteIds.flatMap((id) => names.get(id) ?? []).slice(0, maxSiteNames),
  allSites,
  accessFrom: accessFrom ?? '',
  accessUntil: accessUntil ?? '',
})

/** Returns a grant of one role, as requests have it. */
const shownGrant = (grant: ProductGrant, names: ReadonlyMap<string, string>): WantedAccess =>
  shownRole(grant, grant.roles[0], names)

/** Returns the grants that the people of requests have in the study and product now, by the ids of the requests. */
async function presentGrants(trx: Trx, rows: readonly Shown[]): Promise<ReadonlyMap<string, ProductGrant>> {
  const valuesOf = (name: 'tenantId' | 'studyUrlId' | 'tenantUserId') =>
    sql<string>`any(${[...new Set(rows.map((row) => row[name]))]})`
  const held = await trx
    .selectFrom('productAuthorization')
    .select(['tenantUserId', 'studyUrlId', 'grants'])
    .where('tenantId', '=', valuesOf('tenantId'))
    .where('studyUrlId', '=', valuesOf('studyUrlId'))
    .where('tenantUserId', '=', valuesOf('tenantUserId'))
    // Rejected grants never applied.
    .where('state', '!=', 'refused')
    .execute()
  return new Map(
    rows.flatMap(({ id, studyUrlId, tenantUserId }): [string, ProductGrant][] => {
      const own = held.find((row) => row.studyUrlId === studyUrlId && row.tenantUserId === tenantUserId)
      return own?.grants ? [[id, own.grants]] : []
    }),
  )
}

/**
 * Returns requests in the form of the contract.
 * @param mayDecide whether the caller may decide on an open request
 */
export async function shownRequests(
  trx: Trx,
  rows: readonly Shown[],
  mayDecide: (row: Shown) => boolean,
): Promise<AskedAccess[]> {
  const isDecidable = (row: Shown) => row.state === 'requested' && mayDecide(row)
  const presents = await presentGrants(trx, rows.filter(isDecidable))
  const names = await siteNames(trx, rows, [...presents.values()])
  return rows.map((row) => {
    const { tenantUserId: _, wanted, granted, createdAt, expiresAt, decidedAt, ...shown } = row
    const present = presents.get(row.id)
    return {
      ...shown,
      wanted: shownGrant(wanted, names),
      granted: granted && shownGrant(granted, names),
      requestTime: createdAt.toISOString(),
      expireTime: expiresAt.toISOString(),
      decideTime: decidedAt?.toISOString() ?? '',
      mayDecide: isDecidable(row),
      present: present?.roles.map((role) => shownRole(present, role, names)) ?? [],
    }
  })
}
