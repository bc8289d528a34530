import {
  exactCountLimit,
  maxSiteNames,
  type RequestOf,
  type StudyUser,
  studyUserList,
  type studyUserUnselected,
} from '@atrium/contract'
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { inNameOrder, inOrder, keysOfPage, nameIn, orderOf } from '../../../platform/crud/index.ts'
import type { Database } from '../../../platform/database/index.ts'
import { plannedEachTime } from '../../../platform/database/pooled-connection.ts'
import { tenantUserKeySearch, tenantUserSearchText } from '../../../platform/database/search.ts'
import { isPlatform, type RunAs, type Trx } from '../../../platform/database/transaction.ts'
import type { Work } from '../../../platform/http/work.ts'
import { daysIn, isUsableMember, periodState } from '../../access/index.ts'
import { searchedContact } from '../../identity/identifiers/index.ts'
import { siteName, sitesOf } from '../study-sites/index.ts'
import { readInProduct } from './in-product.ts'
import { type Scope, scopeOf } from './scope.ts'

type People = SelectQueryBuilder<Database, 'tenantUser', object>

/** Query for users, and their number if it can be counted without reading each of them. */
interface Listed {
  readonly rows: People
  readonly counted?: RawBuilder<number>
}

/** Forces a new plan for each execution: the best plan depends on whether a study has ten users or most of its tenant's. */
const each = sql.raw(plannedEachTime)

/**
 * Maximum number of users that are read by their ids. Beyond it, the query walks the tenant's users and looks up each
 * one.
 */
const maxByIds = 1000

const peopleOf = (trx: Trx, { tenantId }: Scope): People =>
  trx.selectFrom('tenantUser').where('tenantUser.tenantId', '=', tenantId)

/** Selects the authorizations in a study. */
const authorizations = (trx: Trx, { tenantId, studyUrlId }: Scope) =>
  trx
    .selectFrom('studyUser')
    .where('studyUser.tenantId', '=', tenantId)
    .where('studyUser.studyUrlId', '=', studyUrlId)

/** Selects the ids of users who are authorized in the whole study and, if a site is given, at that site. */
const allowedAt = (trx: Trx, scope: Scope) => {
  const people = authorizations(trx, scope)
    .select('studyUser.tenantUserId as id')
    .where('studyUser.tenantUserId', 'is not', null)
  const ofWhole = people.where('studyUser.studySiteId', 'is', null)
  const { studySiteId } = scope
  return studySiteId === ''
    ? ofWhole
    : ofWhole.unionAll(people.where('studyUser.studySiteId', '=', studySiteId))
}

/** Selects the distinct ids of up to `max` users authorized at a site or, without a site, anywhere in the study. */
const authorizedIds = (trx: Trx, scope: Scope, max: number) => {
  const all =
    scope.studySiteId === ''
      ? authorizations(trx, scope)
          .select('studyUser.tenantUserId as id')
          .where('studyUser.tenantUserId', 'is not', null)
      : allowedAt(trx, scope)
  return trx.selectFrom(all.as('authorized')).select('authorized.id').distinct().limit(max)
}

/** Filters users by a lookup of their authorization. The lookup runs per user, however few the planner expects. */
const lookedUp = (trx: Trx, scope: Scope, people: People): People => {
  const { studySiteId } = scope
  const theirs = authorizations(trx, scope)
    .select('studyUser.id')
    .where('studyUser.tenantUserId', '=', sql.ref<string>('tenantUser.id'))
    .$if(studySiteId !== '', (query) =>
      query.where(({ or, eb }) =>
        or([eb('studyUser.studySiteId', '=', studySiteId), eb('studyUser.studySiteId', 'is', null)]),
      ),
    )
    // OFFSET 0 prevents a join, which with row-level security would compare each user with each authorization.
    .offset(0)
  return people.where(({ exists }) => exists(theirs))
}

/**
 * Returns the users authorized in a study or at any of its sites; for one site, those of the site or of the whole
 * study.
 */
export async function authorizedPeople(trx: Trx, scope: Scope): Promise<Listed> {
  const found = await authorizedIds(trx, scope, maxByIds + 1).execute()
  const people = peopleOf(trx, scope)
  if (found.length <= maxByIds) {
    const ids = found.map(({ id }) => id)
    return { rows: people.where(sql<SqlBool>`${each} tenant_user.id = any(${ids})`) }
  }
  const counted = sql<number>`(select count(*) from (${authorizedIds(trx, scope, exactCountLimit + 1)}) as counted)`
  return { rows: lookedUp(trx, scope, people), counted }
}

/**
 * Returns the users of the tenant who are enabled, whose membership has not ended, and who are authorized neither in the whole study nor, if a site is given, at
 * that site.
 */
export const unselectedPeople = (trx: Trx, scope: Scope): Listed => ({
  rows: peopleOf(trx, scope)
    .where(isUsableMember())
    .where(({ not, eb }) => not(eb('tenantUser.id', 'in', allowedAt(trx, scope)))),
})

const order = orderOf('tenantUser', studyUserList, { userName: 'userNameKey' }, ['fullName', 'userName'])

type Asked = RequestOf<typeof studyUserList> | RequestOf<typeof studyUserUnselected>

/** Returns the ids of one page of users, sorted by name by default. */
export async function pageOfPeople(trx: Trx, as: RunAs, listed: Listed, scope: Scope, input: Asked) {
  const { keyWord, sortBy = 'fullName', sortOrder } = input
  const ordered = order({ sortBy, sortOrder })
  const searches = [{ text: tenantUserSearchText, keyword: searchedContact(keyWord) }]
  // Under row-level security, a tenant's session cannot use the search index.
  const keySearch = isPlatform(as) ? undefined : tenantUserKeySearch([scope.tenantId])
  const list = { ...listed, searches, order: ordered, keySearch }
  const { list: ids, ...counts } = await keysOfPage(trx, list, input)
  return { ids, counts, order: ordered }
}

/** Returns the users of a page with the names of their tenant roles. */
async function readPage(
  work: Work<typeof studyUserList> | Work<typeof studyUserUnselected>,
  scope: Scope,
  listed: Listed,
) {
  const { trx, as, input, language } = work
  const { ids, counts, order } = await pageOfPeople(trx, as, listed, scope, input)
  const page = peopleOf(trx, scope).where('tenantUser.id', '=', sql<string>`any(${ids})`)
  const list = await inOrder(page, order)
    .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
    .leftJoin('role', 'role.id', 'tenantUser.roleId')
    .select([
      'tenantUser.id',
      'tenantUser.userId',
      'tenantUser.tenantId',
      'tenantUser.enabled',
      'appUser.status',
    ])
    .select(['tenantUser.accessFrom as memberFrom', 'tenantUser.accessUntil as memberUntil'])
    .select(['appUser.userName', 'appUser.fullName', 'appUser.email', 'appUser.phone'])
    .select(nameIn(language, 'appUser.fullName').as('displayName'))
    .select(sql<string>`coalesce(${nameIn(language, 'role.name')}, '')`.as('roleName'))
    .execute()
  return { list, counts }
}

/**
 * Selects the overall period of a user's authorizations in a study, or of those that apply at a site, whether they
 * differ, and whether a missing training suspends all of them.
 */
const stateOf = ({ studySiteId }: Scope) => {
  const inScope = sql`filter (where ${studySiteId} = '' or study_user.study_site_id is null
    or study_user.study_site_id = ${studySiteId})`
  const overall = (column: 'access_from' | 'access_until', limit: 'min' | 'max') =>
    sql<Date | null>`case when not bool_or(${sql.ref(column)} is null) ${inScope}
      then ${sql.raw(limit)}(${sql.ref(column)}) ${inScope} end`
  return [
    overall('access_from', 'min').as('accessFrom'),
    overall('access_until', 'max').as('accessUntil'),
    sql<boolean>`count(distinct array[study_user.access_from, study_user.access_until]) ${inScope} > 1`.as(
      'periodsDiffer',
    ),
    sql<boolean>`bool_and(study_user.untrained_since is not null) ${inScope}`.as('isUntrained'),
  ]
}

/** Returns the study authorizations of users, by user id. */
async function authorizedFor(trx: Trx, scope: Scope, people: readonly string[]) {
  const rows = await authorizations(trx, scope)
    .select('studyUser.tenantUserId')
    .select((eb) => [
      eb.fn.min('studyUser.id').as('anyId'),
      eb.fn.min('studyUser.id').filterWhere('studyUser.studySiteId', 'is', null).as('wholeId'),
      eb.fn.min('studyUser.id').filterWhere('studyUser.studySiteId', '=', scope.studySiteId).as('siteId'),
      sql<string[]>`array_remove(array_agg(study_user.study_site_id), null)`.as('siteIds'),
      ...stateOf(scope),
    ])
    .where('studyUser.tenantUserId', '=', sql<string>`any(${people})`)
    .groupBy('studyUser.tenantUserId')
    .execute()
  return new Map(rows.map((row) => [row.tenantUserId, row]))
}

/**
 * Returns the names of a study's sites by id, in the order of their codes. This is a separate query: joined with
 * recently authorized users, PostgreSQL compared each authorization with each site.
 */
async function siteNamesOf(trx: Trx, { tenantId, studyId }: Scope): Promise<Map<string, string>> {
  const sites = await sitesOf(trx)
    .where('studySite.tenantId', '=', tenantId)
    .where('studySite.studyId', '=', studyId)
    .select(['studySite.id', siteName.as('name')])
    .orderBy(inNameOrder(sql.ref('studySite.code')))
    .orderBy('studySite.id')
    .execute()
  return new Map(sites.map(({ id, name }) => [id, name]))
}

/**
 * Handles POST /studyUser/list. Each row has the id of one authorization in the scope, which represents all of the
 * user's.
 */
export async function listStudyUsers(work: Work<typeof studyUserList>) {
  const scope = await scopeOf(work)
  const { list, counts } = await readPage(work, scope, await authorizedPeople(work.trx, scope))
  const people = list.map(({ id }) => id)
  const authorized = await authorizedFor(work.trx, scope, people)
  const inProduct = await readInProduct(work, scope, list)
  const hasSites = [...authorized.values()].some(({ siteIds }) => siteIds.length > 0)
  const names = hasSites ? await siteNamesOf(work.trx, scope) : new Map<string, string>()
  const days = daysIn(work.services.profile.timeZone)
  const order = new Map([...names.keys()].map((id, index) => [id, index]))
  const byCode = (one: string, other: string) => (order.get(one) ?? 0) - (order.get(other) ?? 0)
  return {
    list: list.flatMap(({ id: tenantUserId, userId, memberFrom, memberUntil, ...person }): StudyUser[] => {
      const found = authorized.get(tenantUserId)
      if (!found) return []
      const { anyId, wholeId, siteId, siteIds, accessFrom, accessUntil, periodsDiffer, isUntrained } = found
      const first = siteIds.toSorted(byCode).slice(0, maxSiteNames)
      const siteNames = first.map((id) => names.get(id) ?? '')
      const scopes = { wholeStudy: wholeId !== null, siteCount: siteIds.length, siteNames }
      const held = inProduct({ id: tenantUserId, userId })
      const period = { ...days.shownAccess(accessFrom, accessUntil), periodsDiffer }
      const state = {
        memberState: periodState({ from: memberFrom, until: memberUntil }),
        isUntrained: isUntrained && !held.hidesRoles,
      }
      return [
        {
          ...{ ...person, tenantUserId, userId, id: siteId ?? wholeId ?? anyId },
          ...{ ...scopes, ...period, ...state, ...held },
        },
      ]
    }),
    ...counts,
  }
}

/** POST /studyUser/list/unselect. */
export async function listUnselectedUsers(work: Work<typeof studyUserUnselected>) {
  const scope = await scopeOf(work)
  const { list, counts } = await readPage(work, scope, unselectedPeople(work.trx, scope))
  return { list, ...counts }
}
