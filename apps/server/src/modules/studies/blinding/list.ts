import {
  blinding,
  codes,
  globalTenantId,
  type Language,
  maxSiteNames,
  type ProductGrant,
  type RequestOf,
  type Unblinding,
  type UnblindingState,
  unblindingList,
} from '@atrium/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import { checkReadable, inOrder, keysOfPage, nameIn, orderOf } from '../../../platform/crud/index.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { columnsContain } from '../../../platform/database/search.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { handle } from '../../../platform/http/route.ts'
import type { Work } from '../../../platform/http/work.ts'
import { siteName, sitesOf } from '../study-sites/index.ts'
import { isOpenTo } from './blinded-users.ts'

type Listing = Work<typeof unblindingList>

/** Filters of the register, as in the contract. */
export type RegisterFilters = Pick<RequestOf<typeof unblindingList>, 'tenantId' | 'state' | 'keyWord'>

const order = orderOf('unblinding', unblindingList, { requestTime: 'createdAt' }, [], 'requestTime')

const stateOf = sql<UnblindingState>`case
  when unblinding.state <> 'approved' then unblinding.state
  when unblinding.ended_at is not null then 'ended'
  when unblinding.began_at is not null then 'active'
  else 'approved' end`

const searched = ['unblinding.personName', 'unblinding.studyName', 'unblinding.studyCode'] as const

/** Selects a tenant's register, without the studies in which the caller is blinded. */
const listed = (
  { trx, caller }: Pick<Listing, 'trx' | 'caller'>,
  { tenantId, state, keyWord }: RegisterFilters,
) =>
  trx
    .selectFrom('unblinding')
    .where('unblinding.tenantId', '=', tenantId)
    .where(isOpenTo(caller, 'unblinding.studyId'))
    .where(columnsContain(searched, keyWord))
    .$if(state !== undefined, (query) => query.where(stateOf, '=', state as UnblindingState))

/** Adds what is shown of requests. */
const withColumns = (rows: SelectQueryBuilder<Database, 'unblinding', object>, language: Language) =>
  rows
    .leftJoin('software', 'software.id', 'unblinding.softwareId')
    .select(['unblinding.id', 'unblinding.tenantId', 'unblinding.studyName', 'unblinding.studyCode'])
    .select(['unblinding.personName', 'unblinding.userId', 'unblinding.grants', stateOf.as('state')])
    .select(['unblinding.requestedBy', 'unblinding.requesterName', 'unblinding.createdAt'])
    .select(['unblinding.deciderName', 'unblinding.decidedAt', 'unblinding.decisionReason'])
    .select(['unblinding.beganAt', 'unblinding.endedAt'])
    .select(sql<string>`coalesce(${nameIn(language, 'software.softwareName')}, '')`.as('softName'))

const presented = (work: Listing, ids: readonly string[]) =>
  inOrder(
    work.trx
      .selectFrom('unblinding')
      .where('unblinding.tenantId', '=', work.input.tenantId)
      .where('unblinding.id', '=', sql<string>`any(${ids})`),
    order(work.input),
  )
    .$call((rows) => withColumns(rows, work.language))
    .execute()

/** Returns the names of sites by id. */
async function siteNames(trx: Trx, tenantId: string, grants: readonly ProductGrant[]) {
  const ids = grants.flatMap(({ roles }) => roles.flatMap(({ siteIds }) => siteIds))
  const rows = await sitesOf(trx)
    .select(['studySite.id', siteName.as('name')])
    .where('studySite.tenantId', '=', tenantId)
    .where('studySite.id', '=', sql<string>`any(${[...new Set(ids)]})`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const rolesOf = (
  { roles }: ProductGrant,
  names: ReadonlyMap<string, string>,
  maxNames: number,
): Unblinding['roles'] =>
  roles
    .filter(({ isBlind }) => isBlind === blinding.unblinded)
    .map(({ roleId, roleName, unblindingReason = '', siteIds, stockHouseIds }) => ({
      roleName: roleName || roleId,
      reason: unblindingReason,
      siteCount: siteIds.length,
      siteNames: siteIds.flatMap((id) => names.get(id) ?? []).slice(0, maxNames),
      stockHouseCount: stockHouseIds.length,
    }))

const shown = (instant: Date | null): string => instant?.toISOString() ?? ''

type RequestRow = Awaited<ReturnType<typeof presented>>[number]

/** Returns a request as the contract has it, without what the caller may do with it. */
const presentRequest = (
  { userId: _, grants, requestedBy: __, createdAt, decidedAt, beganAt, endedAt, ...row }: RequestRow,
  names: ReadonlyMap<string, string>,
  maxNames = maxSiteNames,
) => ({
  ...row,
  roles: rolesOf(grants, names, maxNames),
  accessFrom: grants.accessFrom ?? '',
  accessUntil: grants.accessUntil ?? '',
  requestTime: createdAt.toISOString(),
  decideTime: shown(decidedAt),
  beginTime: shown(beganAt),
  endTime: shown(endedAt),
})

/**
 * Returns the register of studies with the names of all sites, newest requests first, whether or not the caller is
 * blinded in them.
 */
export async function readRegister(
  trx: Trx,
  { tenantId, studyIds }: { readonly tenantId: string; readonly studyIds: readonly string[] },
  language: Language,
) {
  const rows = await trx
    .selectFrom('unblinding')
    .where('unblinding.tenantId', '=', tenantId)
    .where('unblinding.studyId', 'in', studyIds)
    .$call((found) => withColumns(found, language))
    .orderBy('unblinding.createdAt', 'desc')
    .orderBy('unblinding.id')
    .execute()
  const names = await siteNames(
    trx,
    tenantId,
    rows.map(({ grants }) => grants),
  )
  return rows.map((row) => presentRequest(row, names, Number.POSITIVE_INFINITY))
}

/**
 * Returns the entries of a tenant's register that match filters, with the names of all sites, newest requests first,
 * without the studies in which the caller is blinded.
 * @param limit maximum number of entries
 */
export async function readEntries(
  asking: Pick<Listing, 'trx' | 'as' | 'caller' | 'language'>,
  filters: RegisterFilters,
  limit: number,
) {
  const { trx, language } = asking
  const { tenantId } = filters
  if (tenantId === globalTenantId) reject(codes.notFound)
  await checkReadable(asking, tenantId)
  const { count } = await listed(asking, filters)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await listed(asking, filters)
    .$call((found) => withColumns(found, language))
    .orderBy('unblinding.createdAt', 'desc')
    .orderBy('unblinding.id', 'desc')
    .limit(limit)
    .execute()
  const grants = rows.map((row) => row.grants)
  const names = await siteNames(trx, tenantId, grants)
  const list = rows.map((row) => presentRequest(row, names, Number.POSITIVE_INFINITY))
  return { list, totalCount: Number(count) }
}

/** POST /unblinding/list. */
export const unblindingListRoute = handle(unblindingList, async (work) => {
  const { trx, input, caller } = work
  const { tenantId } = input
  if (tenantId === globalTenantId) reject(codes.notFound)
  await checkReadable(work, tenantId)
  const rows = listed(work, input)
  const { list: ids, ...counts } = await keysOfPage(trx, { rows, searches: [], order: order(input) }, input)
  const page = await presented(work, ids)
  const grants = page.map((row) => row.grants)
  const names = await siteNames(trx, tenantId, grants)
  const list = page.map((row): Unblinding => {
    const isOpen = row.state === 'requested'
    const isOwn = row.requestedBy === caller.userId
    return {
      ...presentRequest(row, names),
      mayDecide: isOpen && !isOwn && row.userId !== caller.userId && !caller.inspection,
      mayWithdraw: isOpen && isOwn,
    }
  })
  return { list, ...counts }
})
