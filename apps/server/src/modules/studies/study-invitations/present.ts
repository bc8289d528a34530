import {
  type AuthorizationChange,
  type InvitationChanges,
  maxSiteNames,
  type ProductGrant,
  type StudyAuthorization,
} from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/transaction.ts'
import { emailKey } from '../../identity/identifiers/index.ts'
import type { LinkedStudy } from '../../products/linked/index.ts'
import type { Person, StudyInvitation } from './invitation.ts'

/** Returns the sites of an invitation; null stands for the whole study. */
export const sitesOf = ({ studySiteIds, grant }: StudyInvitation): readonly (string | null)[] =>
  studySiteIds.length > 0 && !grant.allSites ? studySiteIds : [null]

/** Authorization at a site; null for the whole study. */
interface SiteAuthorization {
  readonly id: string
  readonly siteId: string | null
}

/** What a person has in a study and product, with a pending change applied. */
interface Present {
  /** Rows of `study_user`, including those that the pending change ends. */
  readonly rows: readonly SiteAuthorization[]
  readonly siteIds: readonly (string | null)[]
  /** Null without roles in the product. */
  readonly grant: ProductGrant | null
}

export type Presents = ReadonlyMap<string, Present>

/**
 * Reads what people have in the study and product of an invitation, by the ids of the tenant users. People who have
 * nothing are missing.
 * @param locks whether to lock the grants until the transaction ends, so that no result of a delivery changes them
 */
export async function presentOf(
  trx: Trx,
  { tenantId, studyUrlId }: StudyInvitation,
  people: readonly Person[],
  { locks = false }: { readonly locks?: boolean } = {},
): Promise<Presents> {
  const ids = people.map(({ tenantUserId }) => tenantUserId)
  const grants = await trx
    .selectFrom('productAuthorization')
    .select(['tenantUserId', 'state', 'grants', 'replacedStudyUserIds'])
    .where('tenantId', '=', tenantId)
    .where('studyUrlId', '=', studyUrlId)
    .where('tenantUserId', '=', sql<string>`any(${ids})`)
    .orderBy('id')
    .$if(locks, (query) => query.forUpdate())
    .execute()
  const rows = await trx
    .selectFrom('studyUser')
    .select(['id', 'tenantUserId', 'studySiteId as siteId'])
    .where('tenantId', '=', tenantId)
    .where('studyUrlId', '=', studyUrlId)
    .where('tenantUserId', '=', sql<string>`any(${ids})`)
    .execute()
  const rowsBy = Map.groupBy(rows, ({ tenantUserId }) => tenantUserId)
  const grantBy = new Map(grants.map((row) => [row.tenantUserId, row]))
  return new Map(
    ids.flatMap((id): [string, Present][] => {
      const [own, held] = [rowsBy.get(id) ?? [], grantBy.get(id)]
      // Rejected grants never applied.
      const grant = held && held.state !== 'refused' ? held.grants : null
      if (own.length === 0 && !grant) return []
      const ending = new Set(held?.state === 'waiting' ? held.replacedStudyUserIds : [])
      const siteIds = own.filter((row) => !ending.has(row.id)).map(({ siteId }) => siteId)
      return [[id, { rows: own, siteIds, grant }]]
    }),
  )
}

/** Returns a text that two sets of sites share only if they allow the same. The whole study includes every site. */
const sitesKey = (siteIds: readonly (string | null)[]): string =>
  JSON.stringify(siteIds.includes(null) ? null : [...new Set(siteIds)].toSorted())

/** Returns a text that two grants share only if they allow the same, whatever their names and reasons. */
function grantKey(grant: ProductGrant | null): string {
  if (!grant) return ''
  const { generalRoleId, roles, siteIds, allSites, accessFrom, accessUntil } = grant
  const known = roles.map((role) =>
    JSON.stringify([
      ...[role.roleId, role.environmentId, role.projectId, role.isBlind],
      ...[role.siteIds.toSorted(), role.stockHouseIds.toSorted()],
    ]),
  )
  const period = [accessFrom, accessUntil]
  return JSON.stringify([generalRoleId, known.toSorted(), allSites || siteIds.toSorted(), period])
}

/** Returns the people whose present authorization would change. Disabled people are not authorized anew. */
export function changedPeople(
  invitation: StudyInvitation,
  people: readonly Person[],
  presents: Presents,
): Person[] {
  const [sites, grant] = [sitesKey(sitesOf(invitation)), grantKey(invitation.grant)]
  return people.filter(({ tenantUserId, disabled }) => {
    const present = presents.get(tenantUserId)
    return present && !disabled && (sitesKey(present.siteIds) !== sites || grantKey(present.grant) !== grant)
  })
}

/** Returns the authorizations that an invitation ends once the product accepts it, by the ids of the tenant users. */
export function replacedBy(invitation: StudyInvitation, presents: Presents): Map<string, string[]> {
  const kept = new Set(sitesOf(invitation))
  const ended = (rows: readonly SiteAuthorization[]) =>
    rows.filter(({ siteId }) => !kept.has(siteId)).map(({ id }) => id)
  return new Map([...presents].map(([id, { rows }]) => [id, ended(rows)]))
}

interface Sites {
  readonly siteIds: readonly (string | null)[]
  readonly grant: ProductGrant | null
}

/**
 * Returns an authorization with the names of its sites.
 * @param others sites of the authorization that replaces it
 */
function withNames(
  { scope }: LinkedStudy,
  { siteIds, grant }: Sites,
  others: readonly (string | null)[] = [],
): StudyAuthorization {
  const own = scope.sites.filter(({ id }) => siteIds.includes(id))
  const isKept = ({ id }: { readonly id: string }) => others.includes(id) || others.includes(null)
  const { false: lost = [], true: kept = [] } = Object.groupBy(own, (site) => `${isKept(site)}` as const)
  const siteNames = [...lost, ...kept].slice(0, maxSiteNames).map(({ name }) => name)
  return { wholeStudy: siteIds.includes(null), siteCount: own.length, siteNames, grant }
}

/** Describes what an invitation changes for people who already have something in its study and product. */
export function describeChanges(
  invitation: StudyInvitation,
  link: LinkedStudy,
  people: readonly Person[],
  presents: Presents,
): InvitationChanges {
  const siteIds = sitesOf(invitation)
  const described = ({ tenantUserId, name, ...person }: Person): AuthorizationChange => ({
    tenantUserId,
    name,
    addresses: invitation.addresses.filter((address) => emailKey(address) === person.emailKey),
    before: withNames(link, presents.get(tenantUserId) ?? { siteIds: [], grant: null }, siteIds),
  })
  return {
    changes: changedPeople(invitation, people, presents).map(described),
    after: withNames(link, { siteIds, grant: invitation.grant }),
  }
}
