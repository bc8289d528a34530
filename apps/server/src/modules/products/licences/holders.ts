import {
  codes,
  exactCountLimit,
  type LicenceHolder,
  type licenceHolders,
  membershipStatus,
  userStatus,
} from '@atrium/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { inOrder, inTenants, keysOfPage, nameIn, type Order } from '../../../platform/crud/index.ts'
import { plannedEachTime } from '../../../platform/database/pooled-connection.ts'
import {
  invitationSearchText,
  tenantUserKeySearch,
  tenantUserSearchText,
} from '../../../platform/database/search.ts'
import { isPlatform, type Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import type { Work } from '../../../platform/http/work.ts'
import { periodState } from '../../access/index.ts'
import { searchedContact } from '../../identity/identifiers/index.ts'
import { holding } from './usage.ts'

type Listing = Work<typeof licenceHolders>

interface Licence {
  readonly tenantId: string
  readonly softwareId: string
}

/** Columns of a holder's id: in the rows of `holding` and in the holder's own row. */
const columns = {
  user: { holder: sql`study_user.tenant_user_id`, row: sql.ref('tenant_user.id') },
  invitation: { holder: sql`open.id`, row: sql.ref('invitation.id') },
} as const

const held = ({ tenantId, softwareId }: Licence): RawBuilder<unknown> =>
  holding(sql.val(tenantId), sql.val(softwareId))

/** Selects the distinct ids of up to `max` holders. */
const holderIds = (licence: Licence, kind: keyof typeof columns, max: number) => {
  const { holder } = columns[kind]
  return sql<{
    id: string
  }>`select distinct ${holder} as id ${held(licence)} and ${holder} is not null limit ${max}`
}

/**
 * Maximum number of holders that are read by their ids. Beyond it, the query walks the rows in order and checks each
 * one.
 */
const maxByIds = 1000

/** Returns a condition that selects the rows of holders, and the number of holders up to the exact count limit. */
async function holdersOf(trx: Trx, licence: Licence, kind: keyof typeof columns) {
  const { holder, row } = columns[kind]
  const { rows } = await holderIds(licence, kind, maxByIds + 1).execute(trx)
  const counted = sql<number>`(
    select count(*) from (${holderIds(licence, kind, exactCountLimit + 1)}) as holder)`
  const isHolder =
    rows.length <= maxByIds
      ? sql<SqlBool>`${sql.raw(plannedEachTime)} ${row} = any(${rows.map(({ id }) => id)})`
      : // OFFSET 0 prevents a join, which would read all authorizations for each page.
        sql<SqlBool>`exists (select ${held(licence)} and ${holder} = ${row} offset 0)`
  return { isHolder, counted }
}

/** Counts the studies of the product in which the holder is authorized. */
const studyCount = (licence: Licence, kind: keyof typeof columns) =>
  sql<number>`(select count(distinct study_url.id) ${held(licence)} and ${columns[kind].holder} = ${columns[kind].row})`

const byName: Order = {
  column: 'tenantUser.fullName',
  byName: true,
  key: 'tenantUser.id',
  direction: 'asc',
}
const latestFirst: Order = {
  column: 'invitation.createdAt',
  byName: false,
  key: 'invitation.id',
  direction: 'desc',
}

function stateOf(enabled: number, status: string, isEnded: boolean): LicenceHolder['state'] {
  if (enabled === membershipStatus.disabled) return 'disabled'
  if (status !== userStatus.normal) return 'locked'
  return isEnded ? 'ended' : 'usable'
}

async function listUsers({ trx, as, input, language }: Listing, licence: Licence) {
  const { isHolder, counted } = await holdersOf(trx, licence, 'user')
  const ofTenant = trx.selectFrom('tenantUser').where('tenantUser.tenantId', '=', licence.tenantId)
  const searches = [{ text: tenantUserSearchText, keyword: searchedContact(input.keyWord) }]
  const { list: ids, ...counts } = await keysOfPage(
    trx,
    {
      rows: ofTenant.where(isHolder),
      searches,
      order: byName,
      counted,
      // Under row-level security, a tenant's session cannot use the search index.
      keySearch: isPlatform(as) ? undefined : tenantUserKeySearch([licence.tenantId]),
    },
    input,
  )
  const rows = await inOrder(ofTenant.where('tenantUser.id', '=', sql<string>`any(${ids})`), byName)
    .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
    .select(['tenantUser.id', 'appUser.userName', 'appUser.email'])
    .select(nameIn(language, 'appUser.fullName').as('displayName'))
    .select(['tenantUser.enabled', 'tenantUser.accessFrom', 'tenantUser.accessUntil', 'appUser.status'])
    .select(studyCount(licence, 'user').as('studyCount'))
    .execute()
  const list = rows.map(({ enabled, status, accessFrom, accessUntil, ...row }) => {
    const isEnded = periodState({ from: accessFrom, until: accessUntil }) === 'ended'
    return { ...row, state: stateOf(enabled, status, isEnded) }
  })
  return { list, ...counts }
}

async function listInvitations({ trx, input }: Listing, licence: Licence) {
  const { isHolder, counted } = await holdersOf(trx, licence, 'invitation')
  const ofTenant = trx.selectFrom('invitation').where('invitation.tenantId', '=', licence.tenantId)
  const searches = [{ text: invitationSearchText, keyword: searchedContact(input.keyWord) }]
  const { list: ids, ...counts } = await keysOfPage(
    trx,
    { rows: ofTenant.where(isHolder), searches, order: latestFirst, counted },
    input,
  )
  const rows = await inOrder(ofTenant.where('invitation.id', '=', sql<string>`any(${ids})`), latestFirst)
    .select(['invitation.id', 'invitation.email', studyCount(licence, 'invitation').as('studyCount')])
    .execute()
  const list = rows.map((row) => ({ ...row, displayName: '', userName: '', state: 'invited' as const }))
  return { list, ...counts }
}

/** POST /tenantSoft/holder/list. */
export async function listHolders(work: Listing) {
  const { trx, as, input } = work
  const licence = await trx
    .selectFrom('tenantSoftware')
    .select(['tenantId', 'softwareId'])
    .where('id', '=', input.id)
    .where(inTenants(as, 'tenantSoftware.tenantId'))
    .executeTakeFirst()
  if (!licence) return reject(codes.notFound)
  return input.kind === 'user' ? listUsers(work, licence) : listInvitations(work, licence)
}
