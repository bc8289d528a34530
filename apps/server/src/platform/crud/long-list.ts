import { exactCountLimit, exactSearchLimit, type ListTotal } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/index.ts'
import { containsUnindexed, type KeySearch, type Search } from '../database/search.ts'
import { planSearch, withUnindexed } from '../database/search-plan.ts'
import type { Trx } from '../database/transaction.ts'
import {
  countedUpToLimit,
  countOf,
  evaluate,
  type Page,
  type Paging,
  pageFrom,
  partOf,
  type Rows,
  totalOf,
} from './list.ts'
import { inOrder, type Order, positionIn } from './order.ts'

/** A list of up to millions of rows. Each order and each search has an index. */
interface LongList<TB extends keyof Database> {
  /** Rows of the list, without searches, columns, order or paging. */
  readonly rows: Rows<TB>
  readonly searches: readonly Search[]
  readonly order: Order
  /** Returns the matching keys if row-level security prevents the caller's role from using the search indexes. */
  readonly keySearch?: KeySearch | undefined
  /** Number of rows, if the database has it without reading each row. */
  readonly counted?: RawBuilder<number> | undefined
}

// The limits below are the best round numbers in `bench/users` and `bench/tenant-users` with 1,000,000 rows.

/**
 * Maximum number of rows in a tenant's list that is searched row by row. An index search for common ngrams takes
 * longer than that.
 */
const smallList = 6_000

/**
 * Maximum number of matches that are sorted. If there are more, reading rows in the list's order fills the page
 * sooner. It must be at least `exactSearchLimit`, up to which totals are exact.
 */
const maxSorted = 2 * exactSearchLimit

/** Maximum number of rows read in the list's order. After that, all matches are sorted, however many there are. */
const maxRowsRead = 10_000

const all = Number.MAX_SAFE_INTEGER

const withPosition = <TB extends keyof Database>(rows: Rows<TB>, order: Order) =>
  rows.select([sql<string>`${sql.ref(order.key)}`.as('id'), positionIn(order).as('position')])

const pageByPosition = ({ direction }: Order, paging: Paging) => {
  const way = sql.raw(direction)
  const { limit, offset } = partOf(paging)
  return sql`order by position ${way}, id ${way} limit ${limit} offset ${offset}`
}

interface Found {
  readonly total: number
  /** Ids of the rows selected by `partOf`. */
  readonly ids: string[]
}

/**
 * Counts the matches and returns a page of them. If there are more than `max`, the total exceeds `max` and no ids are
 * returned.
 */
async function find<TB extends keyof Database>(
  trx: Trx,
  matching: Rows<TB>,
  order: Order,
  paging: Paging,
  max: number,
): Promise<Found> {
  const { rows } = await sql<Found>`
    with found as materialized (${withPosition(matching, order).limit(max + 1)}),
      counted as (select count(*) as total from found)
    select total, array(
      select id from found where total <= ${sql.lit(max)} ${pageByPosition(order, paging)}
    ) as ids from counted`.execute(trx)
  return rows[0] ?? { total: 0, ids: [] }
}

/**
 * Does the same as `find`, with the keys that a database function returns. A single null key means more than `max`
 * matches.
 */
async function findByKeys<TB extends keyof Database>(
  trx: Trx,
  keys: RawBuilder<unknown>,
  rows: Rows<TB>,
  order: Order,
  paging: Paging,
  max: number,
): Promise<Found> {
  // The offset makes the planner look up each key, however many keys it expects from the function.
  const match = withPosition(rows.where(sql<boolean>`${sql.ref(order.key)} = key.id`), order).offset(0)
  const { rows: found } = await sql<Found>`
    with key as materialized (select id from ${keys} as key (id)),
      range as (select count(*) > ${sql.lit(max)} or count(*) > count(id) as exceeded from key),
      found as materialized (
        select match.* from key cross join lateral (${match}) as match where not (select exceeded from range)
      )
    select case when exceeded then ${sql.lit(max + 1)} else (select count(*) from found) end as total,
      array(select id from found ${pageByPosition(order, paging)}) as ids from range`.execute(trx)
  return found[0] ?? { total: 0, ids: [] }
}

/**
 * Selects only the keys of a page, which are in the index of the order. A late page therefore reads none of the rows
 * before it.
 */
const keysInOrder = <TB extends keyof Database>(rows: Rows<TB>, order: Order, paging: Paging) => {
  const { limit, offset } = partOf(paging)
  return inOrder(rows.select(sql<string>`${sql.ref(order.key)}`.as('id')), order)
    .limit(limit)
    .offset(offset)
}

/** Returns a page of all rows, and the total. This takes one round trip unless there are more rows than are counted. */
async function browse<TB extends keyof Database>(
  trx: Trx,
  { rows, order, counted: known }: Omit<LongList<TB>, 'searches'>,
  paging: Paging,
): Promise<Page<string>> {
  // A page above the limit proves that there are more rows, so they are not counted.
  const isLate = partOf(paging).offset >= exactCountLimit
  const counted = isLate ? sql<number>`${sql.lit(exactCountLimit + 1)}` : (known ?? countedUpToLimit(rows))
  const { rows: found } = await sql<Found>`
    select ${counted} as total, array(${keysInOrder(rows, order, paging)}) as ids`.execute(trx)
  const { total, ids } = found[0] ?? { total: 0, ids: [] }
  return pageFrom(ids, paging, await totalOf(trx, rows, total, ids.length > 0))
}

/** Returns the matches of a page that are among the first rows of the list. */
async function readInOrder<TB extends keyof Database>(
  trx: Trx,
  { rows, searches, order }: LongList<TB>,
  paging: Paging,
): Promise<string[]> {
  const matches = searches.map(({ text, keyword }) => containsUnindexed(text, keyword))
  const read = inOrder(withPosition(rows, order), order)
    .select(sql<boolean>`${sql.join(matches, sql` and `)}`.as('matches'))
    .limit(maxRowsRead)
  const { rows: found } = await sql<{ id: string }>`
    select id from (${read}) as read where matches ${pageByPosition(order, paging)}`.execute(trx)
  return found.map(({ id }) => id)
}

const moreThanCounted: ListTotal = { totalCount: exactSearchLimit, totalExceeded: true }

const pageOfFound = ({ total, ids }: Found, paging: Paging, beyond: ListTotal): Page<string> =>
  pageFrom(ids, paging, total <= exactSearchLimit || ids.length === 0 ? { totalCount: total } : beyond)

/** How the matches of a list are found. */
interface Finder {
  /** Finds up to `max` matches. */
  readonly find: (max: number) => Promise<Found>
  /** Whether so many matches are expected that sorting them is not tried. */
  readonly isCommon: boolean
  /** The total to return above `exactSearchLimit`. */
  readonly beyond: ListTotal
}

async function finderOf<TB extends keyof Database>(
  trx: Trx,
  { rows, searches, order, keySearch, counted }: LongList<TB>,
  paging: Paging,
): Promise<Finder> {
  const findIn = (matching: Rows<TB>) => (max: number) => find(trx, matching, order, paging, max)
  if (!keySearch) {
    const { indexed, isCommon, estimate } = await planSearch(rows, searches)
    const beyond = estimate === undefined ? moreThanCounted : { totalCount: estimate, totalEstimated: true }
    return { find: findIn(indexed), isCommon, beyond }
  }
  const uncommon = { isCommon: false, beyond: moreThanCounted }
  // The planner cannot estimate this size, since it does not consider row-level security.
  const size = await evaluate(trx, counted ?? countOf(rows.limit(sql.lit(smallList + 1))))
  if (size <= smallList) return { find: findIn(withUnindexed(rows, searches)), ...uncommon }
  return {
    find: (max) => {
      const keys = keySearch(searches, max < all ? max + 1 : null)
      return findByKeys(trx, keys, rows, order, paging, max)
    },
    ...uncommon,
  }
}

/**
 * Returns the keys of one page of a long list, and the total. Without a keyword, the total is exact up to 10,000 and
 * an estimate above that. With a keyword, it is exact up to 1,000. Above that it is an estimate if the statistics
 * have a good one; otherwise the result only states that there are more rows. The last page always has the exact
 * total.
 *
 * Matches are found by index and sorted, unless there are more than `maxSorted`: then the rows are read in the list's
 * order until the page is full. PostgreSQL's planner would read in order even for rare keywords of common characters,
 * and scan nearly the whole table.
 */
export async function keysOfPage<TB extends keyof Database>(
  trx: Trx,
  { searches, ...list }: LongList<TB>,
  paging: Paging,
): Promise<Page<string>> {
  const wanted = searches.filter(({ keyword }) => keyword.trim() !== '')
  if (wanted.length === 0) return browse(trx, list, paging)
  const searched = { ...list, searches: wanted }
  const { find: findMatches, isCommon, beyond } = await finderOf(trx, searched, paging)
  if (!isCommon) {
    const found = await findMatches(maxSorted)
    if (found.total <= maxSorted) return pageOfFound(found, paging, beyond)
  }
  const read = await readInOrder(trx, searched, paging)
  if (read.length > paging.limit) return pageFrom(read, paging, beyond)
  return pageOfFound(await findMatches(all), paging, beyond)
}
