import {
  exactCountLimit,
  maxSiteNames,
  membershipStatus,
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
import { searchedContact } from '../../identity/identifiers/index.ts'
import { type Scope, scopeOf } from './scope.ts'
import { siteName, sitesOf } from './sites.ts'

type People = SelectQueryBuilder<Database, 'tenantUser', object>

/** People, and their number if it is known without reading each of them. */
interface Listed {
  readonly rows: People
  readonly counted?: RawBuilder<number>
}

/** Whether a study has ten people or most of its tenant's decides how they are best read. */
const each = sql.raw(plannedEachTime)

/** So few are read by their ids; of more the tenant's people are walked, each of whom is looked up. */
const maxByIds = 1000

const peopleOf = (trx: Trx, { tenantId }: Scope): People =>
  trx.selectFrom('tenantUser').where('tenantUser.tenantId', '=', tenantId)

/** The authorizations in a study. */
const authorizations = (trx: Trx, { tenantId, studyUrlId }: Scope) =>
  trx
    .selectFrom('studyUser')
    .where('studyUser.tenantId', '=', tenantId)
    .where('studyUser.studyUrlId', '=', studyUrlId)

/** The ids of users who are authorized in the whole study and, for a site, of those at the site. */
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

/** The same of a site; for a study the users who are authorized anywhere in it. Each once, up to a limit. */
const authorizedIds = (trx: Trx, scope: Scope, max: number) => {
  const all =
    scope.studySiteId === ''
      ? authorizations(trx, scope)
          .select('studyUser.tenantUserId as id')
          .where('studyUser.tenantUserId', 'is not', null)
      : allowedAt(trx, scope)
  return trx.selectFrom(all.as('authorized')).select('authorized.id').distinct().limit(max)
}

/** Users of a list who are authorized in a scope: each is looked up, however few the planner expects. */
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
    // Prevents a join, which with row-level security would compare each person with each authorization.
    .offset(0)
  return people.where(({ exists }) => exists(theirs))
}

/** Users who are authorized for a study or any of its sites; for one site, those of the site or of the whole study. */
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

/** The enabled users of the tenant who are not authorized for the whole study, and not at the site if one is meant. */
export const unselectedPeople = (trx: Trx, scope: Scope): Listed => ({
  rows: peopleOf(trx, scope)
    .where('tenantUser.enabled', '=', membershipStatus.enabled)
    .where(({ not, eb }) => not(eb('tenantUser.id', 'in', allowedAt(trx, scope)))),
})

const order = orderOf('tenantUser', studyUserList, { userName: 'userNameKey' }, ['fullName', 'userName'])

type Asked = RequestOf<typeof studyUserList> | RequestOf<typeof studyUserUnselected>

/** The ids of one page of people, by name unless asked otherwise. */
export async function pageOfPeople(trx: Trx, as: RunAs, listed: Listed, scope: Scope, input: Asked) {
  const { keyWord, sortBy = 'fullName', sortOrder } = input
  const ordered = order({ sortBy, sortOrder })
  const searches = [{ text: tenantUserSearchText, keyword: searchedContact(keyWord) }]
  // Row-level security keeps a tenant's session from the index.
  const keySearch = isPlatform(as) ? undefined : tenantUserKeySearch([scope.tenantId])
  const list = { ...listed, searches, order: ordered, keySearch }
  const { list: ids, ...counts } = await keysOfPage(trx, list, input)
  return { ids, counts, order: ordered }
}

/** The people of a page with the names of their roles in the tenant. */
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
    .select(['tenantUser.id', 'tenantUser.tenantId', 'tenantUser.enabled', 'appUser.status'])
    .select(['appUser.userName', 'appUser.fullName', 'appUser.email', 'appUser.phone'])
    .select(nameIn(language, 'appUser.fullName').as('displayName'))
    .select(sql<string>`coalesce(${nameIn(language, 'role.name')}, '')`.as('roleName'))
    .execute()
  return { list, counts }
}

/** For what some people are authorized in a study, by their ids. */
async function authorizedFor(trx: Trx, scope: Scope, people: readonly string[]) {
  const rows = await authorizations(trx, scope)
    .select('studyUser.tenantUserId')
    .select((eb) => [
      eb.fn.min('studyUser.id').as('anyId'),
      eb.fn.min('studyUser.id').filterWhere('studyUser.studySiteId', 'is', null).as('wholeId'),
      eb.fn.min('studyUser.id').filterWhere('studyUser.studySiteId', '=', scope.studySiteId).as('siteId'),
      sql<string[]>`array_remove(array_agg(study_user.study_site_id), null)`.as('siteIds'),
    ])
    .where('studyUser.tenantUserId', '=', sql<string>`any(${people})`)
    .groupBy('studyUser.tenantUserId')
    .execute()
  return new Map(rows.map((row) => [row.tenantUserId, row]))
}

/**
 * The names of a study's sites by their ids, in the order of their codes. Read by themselves: joined to people, of whom
 * many may have been authorized a moment ago, each authorization was held against each site.
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

/** Handles POST /studyUser/list. Each person has the authorization of the scope, which stands for all of theirs. */
export async function listStudyUsers(work: Work<typeof studyUserList>) {
  const scope = await scopeOf(work)
  const { list, counts } = await readPage(work, scope, await authorizedPeople(work.trx, scope))
  const people = list.map(({ id }) => id)
  const authorized = await authorizedFor(work.trx, scope, people)
  const hasSites = [...authorized.values()].some(({ siteIds }) => siteIds.length > 0)
  const names = hasSites ? await siteNamesOf(work.trx, scope) : new Map<string, string>()
  const order = new Map([...names.keys()].map((id, index) => [id, index]))
  const byCode = (one: string, other: string) => (order.get(one) ?? 0) - (order.get(other) ?? 0)
  return {
    list: list.flatMap(({ id: tenantUserId, ...person }): StudyUser[] => {
      const found = authorized.get(tenantUserId)
      if (!found) return []
      const { anyId, wholeId, siteId, siteIds } = found
      const first = siteIds.toSorted(byCode).slice(0, maxSiteNames)
      const siteNames = first.map((id) => names.get(id) ?? '')
      const scopes = { wholeStudy: wholeId !== null, siteCount: siteIds.length, siteNames }
      return [{ ...person, tenantUserId, id: siteId ?? wholeId ?? anyId, ...scopes }]
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
