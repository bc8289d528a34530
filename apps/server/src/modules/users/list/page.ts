import { exactCountLimit } from '@atrium/contract'
import { sql } from 'kysely'
import type { Page, Paging } from '../../../crud/index.ts'
import { countMatches, plannedRows } from '../../../database/search.ts'
import type { Trx } from '../../../database/transaction.ts'
import { matchingUsers, type UserFilters } from '../matching.ts'
import { type Order, ordered, placeOf } from './order.ts'

type Matching = ReturnType<typeof matchingUsers>
type Wanted = UserFilters & Order & Paging

/** A page as the keys of its rows. */
type Keys = Page<string>

/** The page in the list's own order, by keys that an index alone gives: a late one reads no rows before it. */
const keysInOrder = async (matching: Matching, wanted: Wanted): Promise<string[]> => {
  const rows = await ordered(matching, wanted)
    .select('appUser.id')
    .limit(wanted.limit)
    .offset((wanted.page - 1) * wanted.limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Without a keyword: a table so large that its count is an estimate anyway is not counted. */
async function browse(trx: Trx, wanted: Wanted): Promise<Keys> {
  const matching = matchingUsers(trx, wanted)
  const list = await keysInOrder(matching, wanted)
  const planned = await plannedRows(matching.select('appUser.id'))
  if (planned > 2 * exactCountLimit) return { list, totalCount: planned, totalEstimated: true }
  const { totalCount, totalEstimated } = await countMatches(trx, matching)
  return { list, totalCount, ...(totalEstimated && { totalEstimated }) }
}

interface Found {
  readonly total: number
  readonly ids: string[]
}

/** Finds the matches once, to count them and to put them in order; of too many to be counted only the former. */
async function findOnce(trx: Trx, matching: Matching, wanted: Wanted): Promise<Found> {
  const { column, direction } = placeOf(wanted)
  const found = matching.select(['appUser.id', sql.ref(column).as('place')]).limit(exactCountLimit + 1)
  const way = sql.raw(direction)
  const { rows } = await sql<Found>`
    with found as materialized (${found}), counted as (select count(*) as total from found)
    select total, array(
      select id from found where total <= ${sql.lit(exactCountLimit)}
      order by place ${way}, id ${way} limit ${wanted.limit} offset ${(wanted.page - 1) * wanted.limit}
    ) as ids from counted`.execute(trx)
  return rows[0] ?? { total: 0, ids: [] }
}

/**
 * With a keyword: up to as many as are counted one by one are found first and put in order then. Left to itself
 * the planner may take a rare keyword of common characters for a common one, walk through the users in their
 * order, and look at nearly all of them.
 */
async function search(trx: Trx, wanted: Wanted): Promise<Keys> {
  const matching = matchingUsers(trx, wanted)
  const { total, ids } = await findOnce(trx, matching, wanted)
  if (total <= exactCountLimit) return { list: ids, totalCount: total }
  const list = await keysInOrder(matching, wanted)
  const planned = await plannedRows(matching.select('appUser.id'))
  return { list, totalCount: Math.max(total, planned), totalEstimated: true }
}

/** The keys of one page of the users, and how many match in all: exactly up to 10,000, an estimate beyond. */
export const pageOfUsers = (trx: Trx, wanted: Wanted): Promise<Keys> =>
  wanted.keyWord.trim() === '' && wanted.userName.trim() === '' ? browse(trx, wanted) : search(trx, wanted)
