import { exactCountLimit } from '@atrium/contract'
import { sql } from 'kysely'
import type { Database } from '../database/index.ts'
import { containsUnindexed, type Search } from '../database/search.ts'
import { planSearch } from '../database/search-plan.ts'
import type { Trx } from '../database/transaction.ts'
import { countedUpToLimit, type Page, type Paging, type Rows, totalOf } from './list.ts'
import { inOrder, type Order, placeIn } from './order.ts'

/** A list of up to millions of rows, with an index for each order and for each search. */
export interface LongList<TB extends keyof Database> {
  /** The rows that it is of, without searches, columns, order or paging. */
  readonly rows: Rows<TB>
  readonly searches: readonly Search[]
  readonly order: Order
}

/** So many rows are looked through for a page of a broad search before all that match are found instead. */
const mostLookedThrough = 20_000
/** As many as there may be. */
const all = Number.MAX_SAFE_INTEGER

const placed = <TB extends keyof Database>(rows: Rows<TB>, order: Order) =>
  rows.select([sql<string>`${sql.ref(order.key)}`.as('id'), placeIn(order).as('place')])

const pageOfPlaced = ({ direction }: Order, { limit, page }: Paging) => {
  const way = sql.raw(direction)
  return sql`order by place ${way}, id ${way} limit ${limit} offset ${(page - 1) * limit}`
}

interface Found {
  readonly total: number
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
const keysInOrder = <TB extends keyof Database>(rows: Rows<TB>, order: Order, { limit, page }: Paging) =>
  inOrder(rows.select(sql<string>`${sql.ref(order.key)}`.as('id')), order)
    .limit(limit)
    .offset((page - 1) * limit)

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
  return { list: ids, ...(await totalOf(rows, total)) }
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
    .limit(mostLookedThrough)
  const { rows: met } = await sql<{ id: string }>`
    select id from (${seen}) as seen where hit ${pageOfPlaced(order, paging)}`.execute(trx)
  return met.map(({ id }) => id)
}

/**
 * The keys of one page of a long list, and how many rows match in all: exactly up to 10,000, an estimate beyond.
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
  const { matching, expected, broad } = await planSearch(rows, asked)
  if (!broad) {
    const { total, ids } = await find(trx, matching, order, paging, exactCountLimit)
    if (total <= exactCountLimit) return { list: ids, totalCount: total }
  }
  const totals = { totalCount: Math.max(expected, exactCountLimit + 1), totalEstimated: true }
  const met = await lookThrough(trx, { rows, searches: asked, order }, paging)
  if (met.length === paging.limit) return { list: met, ...totals }
  const { total, ids } = await find(trx, matching, order, paging, all)
  return { list: ids, totalCount: total }
}
