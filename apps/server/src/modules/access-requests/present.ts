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
    .select(['accessRequest.id', 'accessRequest.tenantId', 'accessRequest.rowVersion', 'tenant.tenantName'])
    .select(['accessRequest.studyUrlId', 'accessRequest.studyName', 'accessRequest.studyCode'])
    .select(['accessRequest.personName', 'accessRequest.userId', 'accessRequest.wanted'])
    .select(['accessRequest.granted', 'accessRequest.reason', 'accessRequest.createdAt'])
    .select(['accessRequest.expiresAt', 'accessRequest.deciderName', 'accessRequest.decidedAt'])
    .select(['accessRequest.decisionReason', stateOf.as('state')])
    .select(sql<number>`coalesce(software.authorization_style, 0)`.as('authorizationStyle'))
    .select(sql<string>`coalesce(${nameIn(language, 'software.softwareName')}, '')`.as('softName'))

type Shown = Awaited<ReturnType<ReturnType<typeof withColumns>['execute']>>[number]

/** Returns the names of the sites of requests by id, each from the tenant of its request. */
async function siteNames(trx: Trx, rows: readonly Shown[]): Promise<ReadonlyMap<string, string>> {
  const ids = rows.flatMap(({ wanted, granted }) => [...wanted.siteIds, ...(granted?.siteIds ?? [])])
  if (ids.length === 0) return new Map()
  const found = await sitesOf(trx)
    .select(['studySite.id', siteName.as('name')])
    .where('studySite.tenantId', '=', sql<string>`any(${[...new Set(rows.map(({ tenantId }) => tenantId))]})`)
    .where('studySite.id', '=', sql<string>`any(${[...new Set(ids)]})`)
    .execute()
  return new Map(found.map(({ id, name }) => [id, name]))
}

function shownGrant(
  { generalRoleId, generalRoleName = '', roles, siteIds, allSites, accessFrom, accessUntil }: ProductGrant,
  names: ReadonlyMap<string, string>,
): WantedAccess {
  const [role] = roles
  return {
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
  }
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
  const names = await siteNames(trx, rows)
  return rows.map((row) => {
    const { userId: _, wanted, granted, createdAt, expiresAt, decidedAt, ...shown } = row
    return {
      ...shown,
      wanted: shownGrant(wanted, names),
      granted: granted && shownGrant(granted, names),
      requestTime: createdAt.toISOString(),
      expireTime: expiresAt.toISOString(),
      decideTime: decidedAt?.toISOString() ?? '',
      mayDecide: row.state === 'requested' && mayDecide(row),
    }
  })
}
