import {
  membershipStatus,
  mostSiteNames,
  type RequestOf,
  type StudyUser,
  studyUserList,
  type studyUserUnselected,
} from '@atrium/contract'
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { inNameOrder, inOrder, keysOfPage, nameIn, orderOf } from '../../crud/index.ts'
import type { Database } from '../../database/index.ts'
import { plannedEachTime } from '../../database/pooled-connection.ts'
import { type KeySearch, tenantUserSearchText } from '../../database/search.ts'
import { isPlatform, type RunAs, type Trx } from '../../database/transaction.ts'
import type { Work } from '../../http/work.ts'
import { searchedPhone } from '../identifiers/index.ts'
import { type Place, placeOf } from './place.ts'
import { siteName } from './sites.ts'

type People = SelectQueryBuilder<Database, 'tenantUser', object>

/** Whether a study has ten people or most of its tenant's decides how they are best read. */
const each = sql.raw(plannedEachTime)

/** The authorizations of a tenant user in a study. */
const authorizations = (trx: Trx, { tenantId, studyUrlId }: Place) =>
  trx
    .selectFrom('studyUser')
    .select('studyUser.id')
    .where('studyUser.tenantId', '=', tenantId)
    .where(sql<SqlBool>`${each} study_user.study_url_id = ${studyUrlId}`)
    .where('studyUser.tenantUserId', '=', sql.ref<string>('tenantUser.id'))

const peopleOf = (trx: Trx, { tenantId }: Place): People =>
  trx.selectFrom('tenantUser').where('tenantUser.tenantId', '=', tenantId)

/** Who is authorized for a study as a whole or at any site of it; of one site, who is there or for the whole study. */
export const authorizedPeople = (trx: Trx, place: Place): People => {
  const { studySiteId } = place
  return peopleOf(trx, place).where(({ exists }) =>
    exists(
      authorizations(trx, place).$if(studySiteId !== '', (query) =>
        query.where(({ or, eb }) =>
          or([eb('studyUser.studySiteId', '=', studySiteId), eb('studyUser.studySiteId', 'is', null)]),
        ),
      ),
    ),
  )
}

/** The enabled users of the tenant who are not authorized for the whole study, and not at the site if one is meant. */
export const unselectedPeople = (trx: Trx, place: Place): People => {
  const { studySiteId } = place
  return peopleOf(trx, place)
    .where('tenantUser.enabled', '=', membershipStatus.enabled)
    .where(({ not, exists }) =>
      not(
        exists(
          authorizations(trx, place).where(({ or, eb }) =>
            or([
              eb('studyUser.studySiteId', 'is', null),
              ...(studySiteId === '' ? [] : [eb('studyUser.studySiteId', '=', studySiteId)]),
            ]),
          ),
        ),
      ),
    )
}

/** The search by index for a tenant's session, which row-level security keeps from it. */
const keySearchFor = (as: RunAs, { tenantId }: Place): KeySearch | undefined =>
  isPlatform(as)
    ? undefined
    : ([search], most) =>
        sql`find_tenant_users(${[tenantId]}, ${search?.keyword.trim() ?? ''}, '', true, ${sql.lit(most)})`

const order = orderOf('tenantUser', studyUserList, { userName: 'userNameKey' }, ['fullName', 'userName'])

type Asked = RequestOf<typeof studyUserList> | RequestOf<typeof studyUserUnselected>

/** The ids of one page of people, by name unless asked otherwise. */
export async function pageOfPeople(trx: Trx, as: RunAs, rows: People, place: Place, input: Asked) {
  const { keyWord, sortBy = 'fullName', sortOrder } = input
  const ordered = order({ sortBy, sortOrder })
  const searches = [{ text: tenantUserSearchText, keyword: searchedPhone(keyWord) }]
  const keySearch = keySearchFor(as, place)
  const { list: ids, ...counts } = await keysOfPage(trx, { rows, searches, order: ordered, keySearch }, input)
  return { ids, counts, order: ordered }
}

/** The people of a page with the names of their roles in the tenant. */
async function readPage(
  work: Work<typeof studyUserList> | Work<typeof studyUserUnselected>,
  place: Place,
  rows: People,
) {
  const { trx, as, input, language } = work
  const { ids, counts, order } = await pageOfPeople(trx, as, rows, place, input)
  const page = peopleOf(trx, place).where('tenantUser.id', '=', sql<string>`any(${ids})`)
  const list = await inOrder(page, order)
    .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
    .leftJoin('role', 'role.id', 'tenantUser.roleId')
    .select(['tenantUser.id', 'tenantUser.tenantId', 'tenantUser.enabled', 'appUser.status'])
    .select(['appUser.userName', 'appUser.fullName', 'appUser.email', 'appUser.phone'])
    .select(sql<string>`coalesce(${nameIn(language, 'role.name')}, '')`.as('roleName'))
    .execute()
  return { list, counts }
}

/** For what some people are authorized in a study, by their ids. */
async function placesOf(trx: Trx, { tenantId, studyUrlId, studySiteId }: Place, people: readonly string[]) {
  const names = sql<string>`array_agg(${siteName} order by ${inNameOrder(sql.ref('studySite.code'))}, study_site.id)
    filter (where study_site.id is not null)`
  const rows = await trx
    .selectFrom('studyUser')
    .leftJoin('studySite', (join) =>
      join
        .onRef('studySite.tenantId', '=', 'studyUser.tenantId')
        .onRef('studySite.id', '=', 'studyUser.studySiteId'),
    )
    .leftJoin('tenantSite', (join) =>
      join
        .onRef('tenantSite.tenantId', '=', 'studySite.tenantId')
        .onRef('tenantSite.id', '=', 'studySite.tenantSiteId'),
    )
    .select('studyUser.tenantUserId')
    .select((eb) => [
      eb.fn.min('studyUser.id').as('anyId'),
      eb.fn.min('studyUser.id').filterWhere('studyUser.studySiteId', 'is', null).as('wholeId'),
      eb.fn.min('studyUser.id').filterWhere('studyUser.studySiteId', '=', studySiteId).as('siteId'),
      eb.fn.count<number>('studyUser.studySiteId').as('siteCount'),
      sql<string[] | null>`(${names})[1:${sql.lit(mostSiteNames)}]`.as('siteNames'),
    ])
    .where('studyUser.tenantId', '=', tenantId)
    .where('studyUser.studyUrlId', '=', studyUrlId)
    .where('studyUser.tenantUserId', '=', sql<string>`any(${people})`)
    .groupBy('studyUser.tenantUserId')
    .execute()
  return new Map(rows.map((row) => [row.tenantUserId, row]))
}

/** POST /studyUser/list. Of each person the authorization that the place shown is about stands for all. */
export async function listStudyUsers(work: Work<typeof studyUserList>) {
  const place = await placeOf(work)
  const { list, counts } = await readPage(work, place, authorizedPeople(work.trx, place))
  const places = await placesOf(
    work.trx,
    place,
    list.map(({ id }) => id),
  )
  return {
    list: list.flatMap(({ id: tenantUserId, ...person }): StudyUser[] => {
      const found = places.get(tenantUserId)
      if (!found) return []
      const { anyId, wholeId, siteId, siteCount, siteNames } = found
      const whole = { wholeStudy: wholeId !== null, siteCount, siteNames: siteNames ?? [] }
      return [{ ...person, tenantUserId, id: siteId ?? wholeId ?? anyId, ...whole }]
    }),
    ...counts,
  }
}

/** POST /studyUser/list/unselect. */
export async function listUnselectedUsers(work: Work<typeof studyUserUnselected>) {
  const place = await placeOf(work)
  const { list, counts } = await readPage(work, place, unselectedPeople(work.trx, place))
  return { list, ...counts }
}
