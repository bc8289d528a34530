import { exactSearchLimit } from '@atrium/contract'
import { sql } from 'kysely'
import type { Database } from '../database/index.ts'
import { containsUnindexed, type Search } from '../database/search.ts'
import { planSearch } from '../database/search-plan.ts'
import type { Trx } from '../database/transaction.ts'
import { countedUpToLimit, type Page, type Paging, pageFrom, partOf, type Rows, totalOf } from './list.ts'
import { inOrder, type Order, placeIn } from './order.ts'

/** A list of up to millions of rows, with an index for each order and for each search. */
export interface LongList<TB extends keyof Database> {
  /** The rows that it is of, without searches, columns, order or paging. */
  readonly rows: Rows<TB>
  readonly searches: readonly Search[]
  readonly order: Order
}

/**
 * So many rows are looked through for each that is wanted, and in all, before all that match are found instead: a
 * keyword of which one in so many has it finds too few to be worth a walk.
 */
const lookedThroughForEach = 500
const mostLookedThrough = 20_000
/** As many as there may be. */
const all = Number.MAX_SAFE_INTEGER

const placed = <TB extends keyof Database>(rows: Rows<TB>, order: Order) =>
  rows.select([sql<string>`${sql.ref(order.key)}`.as('id'), placeIn(order).as('place')])

const pageOfPlaced = ({ direction }: Order, paging: Paging) => {
  const way = sql.raw(direction)
  const { limit, offset } = partOf(paging)
  return sql`order by place ${way}, id ${way} limit ${limit} offset ${offset}`
}

interface Found {
  readonly total: number
  /** As `partOf` says. */
  readonly ids: string[]
}

/** Finds the matches once, to count them and to put them in order; of more than `most` only the former. */
async function find<TB extends keyof Database>(
  trx: Trx,
  matching: Rows<TB>,
  order: Order,
  paging: Paging,
  most: number,
): Promise<Found> {
  const { rows } = await sql<Found>`
    with found as materialized (${placed(matching, order).limit(most + 1)}),
      counted as (select count(*) as total from found)
    select total, array(
      select id from found where total <= ${sql.lit(most)} ${pageOfPlaced(order, paging)}
    ) as ids from counted`.execute(trx)
  return rows[0] ?? { total: 0, ids: [] }
}

/** The page by keys that an index alone gives: a late one reads no rows before it. */
const keysInOrder = <TB extends keyof Database>(rows: Rows<TB>, order: Order, paging: Paging) => {
  const { limit, offset } = partOf(paging)
  return inOrder(rows.select(sql<string>`${sql.ref(order.key)}`.as('id')), order)
    .limit(limit)
    .offset(offset)
}

/** The page of all rows, in one round trip with their number, unless there are more than are counted one by one. */
async function browse<TB extends keyof Database>(
  trx: Trx,
  rows: Rows<TB>,
  order: Order,
  paging: Paging,
): Promise<Page<string>> {
  const { rows: found } = await sql<Found>`
    select ${countedUpToLimit(rows)} as total, array(${keysInOrder(rows, order, paging)}) as ids`.execute(trx)
  const { total, ids } = found[0] ?? { total: 0, ids: [] }
  return pageFrom(ids, paging, await totalOf(trx, rows, total, ids.length > 0))
}

/** What of the page is met by looking through the first rows of a list in its order. */
async function lookThrough<TB extends keyof Database>(
  trx: Trx,
  { rows, searches, order }: LongList<TB>,
  paging: Paging,
): Promise<string[]> {
  const hits = searches.map(({ text, keyword }) => containsUnindexed(text, keyword))
  const seen = inOrder(placed(rows, order), order)
    .select(sql<boolean>`${sql.join(hits, sql` and `)}`.as('hit'))
    .limit(Math.min(mostLookedThrough, lookedThroughForEach * paging.limit * paging.page))
  const { rows: met } = await sql<{ id: string }>`
    select id from (${seen}) as seen where hit ${pageOfPlaced(order, paging)}`.execute(trx)
  return met.map(({ id }) => id)
}

/**
 * The keys of one page of a long list, and how many rows match in all: without a keyword exactly up to 10,000 and an
 * estimate beyond; with one an estimate where that is good, otherwise exactly up to 1,000, and beyond that there are
 * more. Whoever comes to the end of the list learns the exact number.
 *
 * Up to as many as are counted one by one are found by index first and put in order then. Left to itself the
 * planner may take a rare keyword of common characters for a common one, walk through the table in its order, and
 * look at nearly all of it. Of more the order is walked, where the page is full soon.
 */
export async function keysOfPage<TB extends keyof Database>(
  trx: Trx,
  { rows, searches, order }: LongList<TB>,
  paging: Paging,
): Promise<Page<string>> {
  const asked = searches.filter(({ keyword }) => keyword.trim() !== '')
  if (asked.length === 0) return browse(trx, rows, order, paging)
  const { matching, expected, known } = await planSearch(rows, asked)
  if (!known) {
    const { total, ids } = await find(trx, matching, order, paging, exactSearchLimit)
    if (total <= exactSearchLimit) return pageFrom(ids, paging, { totalCount: total })
  }
  const met = await lookThrough(trx, { rows, searches: asked, order }, paging)
  if (met.length > paging.limit) {
    const total = known
      ? { totalCount: expected, totalEstimated: true }
      : { totalCount: exactSearchLimit, totalExceeded: true }
    return pageFrom(met, paging, total)
  }
  const { total, ids } = await find(trx, matching, order, paging, all)
  return pageFrom(ids, paging, { totalCount: total })
}
