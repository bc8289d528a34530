import { exactCountLimit, exactSearchLimit, type ListTotal } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/index.ts'
import { containsUnindexed, type KeySearch, type Search } from '../database/search.ts'
import { lookedThrough, planSearch } from '../database/search-plan.ts'
import type { Trx } from '../database/transaction.ts'
import {
  countedUpToLimit,
  countOf,
  type Page,
  type Paging,
  pageFrom,
  partOf,
  type Rows,
  totalOf,
} from './list.ts'
import { inOrder, type Order, placeIn } from './order.ts'

/** A list of up to millions of rows, with an index for each order and for each search. */
export interface LongList<TB extends keyof Database> {
  /** The rows that it is of, without searches, columns, order or paging. */
  readonly rows: Rows<TB>
  readonly searches: readonly Search[]
  readonly order: Order
  /** Where row-level security keeps the caller's role from the searches' indexes: what answers keys instead. */
  readonly keySearch?: KeySearch | undefined
  /** How many rows there are, up to the limit, where that is told faster than by looking at each. */
  readonly counted?: RawBuilder<number> | undefined
}

/** Of a list that is no longer all rows are looked through, without a look for a better way. */
const fewRows = 6_000
/** Up to so many matches are fetched to be put in order; of more the page is met sooner by walking the order. */
const mostFetched = 10_000
/** How many are fetched for a page of one row, where rows lie in the list's order. */
const fetchedForOne = 700
/** The same of keys found apart, each of which is looked up once more. */
const keysForOne = 250
/**
 * So many rows are looked through for each that is wanted, and in all, before all that match are found instead: a
 * keyword of which one in so many has it finds too few to be worth a walk.
 */
const lookedThroughForEach = 800
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

/** The same by keys that are found apart; undefined where none were looked for. */
async function findByKeys<TB extends keyof Database>(
  trx: Trx,
  keys: RawBuilder<unknown>,
  rows: Rows<TB>,
  order: Order,
  paging: Paging,
  most: number,
): Promise<Found | undefined> {
  // Each is looked up, however many of the rows the planner takes the keys for; none where there are too many of them.
  const match = placed(rows.where(sql<boolean>`${sql.ref(order.key)} = key.id`), order).offset(0)
  const { rows: found } = await sql<Found & { readonly skipped: boolean }>`
    with key as materialized (select id from ${keys} as key (id)),
      found as materialized (
        select match.* from key cross join lateral (${match}) as match
        where (select count(*) from key) <= ${sql.lit(most)}
      ),
      counted as (
        select case when (select count(*) from key) > ${sql.lit(most)}
          then ${sql.lit(most + 1)} else (select count(*) from found) end as total
      )
    select exists (select from key where id is null) as skipped, total, array(
      select id from found ${pageOfPlaced(order, paging)}
    ) as ids from counted`.execute(trx)
  const [answer = { skipped: false, total: 0, ids: [] }] = found
  return answer.skipped ? undefined : answer
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
  { rows, order, counted: told }: Omit<LongList<TB>, 'searches'>,
  paging: Paging,
): Promise<Page<string>> {
  // A page so late says by itself that there are more than are counted, and takes long enough without.
  const isLate = partOf(paging).offset >= exactCountLimit
  const counted = isLate ? sql<number>`${sql.lit(exactCountLimit + 1)}` : (told ?? countedUpToLimit(rows))
  const { rows: found } = await sql<Found>`
    select ${counted} as total, array(${keysInOrder(rows, order, paging)}) as ids`.execute(trx)
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
 * How many matches are fetched at most before the order is walked. The more of them there are, the fewer rows lie
 * before the page: of a million, both ways to a page of ten take about as long at 2,000 matches. That is in the order
 * in which rows were made, and so lie: in another each row walked is a look at another place. As many as are counted
 * exactly in any case.
 */
const fetchedFor = ({ asMade }: Order, { limit, page }: Paging, forOne: number): number =>
  asMade
    ? Math.min(mostFetched, Math.max(exactSearchLimit, Math.ceil(forOne * Math.sqrt(limit * page))))
    : mostFetched

const uncounted: ListTotal = { totalCount: exactSearchLimit, totalExceeded: true }

/** A page of matches that were all fetched. */
const pageOfFound = ({ total, ids }: Found, paging: Paging, beyond: ListTotal): Page<string> =>
  pageFrom(ids, paging, total <= exactSearchLimit || ids.length === 0 ? { totalCount: total } : beyond)

/** How the matches of a list are found. */
interface Way {
  /** As `find` does. */
  readonly finding: (most: number) => Promise<Found>
  /** How many there are, where that is known without looking for them. */
  readonly estimate?: ListTotal | undefined
  /** Whether there are so many that the order is walked at once. */
  readonly common?: boolean
}

/** By the searches' indexes, as the planner would; or by looking through the rows. */
async function wayTo<TB extends keyof Database>(
  trx: Trx,
  { rows, searches, order, keySearch, counted }: LongList<TB>,
  paging: Paging,
): Promise<Way> {
  const through = (matching: Rows<TB>) => (most: number) => find(trx, matching, order, paging, most)
  if (!keySearch) {
    const { matching, exhaustive, expected, known, common } = await planSearch(rows, searches)
    const estimate = known ? { totalCount: expected, totalEstimated: true } : undefined
    const finding = (most: number) => through(most < all ? matching : exhaustive)(most)
    return { finding, estimate, common }
  }
  const lookingThrough = through(lookedThrough(rows, searches))
  // Not what the planner expects: of whom row-level security lets through it knows nothing.
  const few = await sql<{ count: number }>`
    select ${counted ?? countOf(rows.limit(sql.lit(fewRows + 1)))} as count`.execute(trx)
  if ((few.rows[0]?.count ?? 0) <= fewRows) return { finding: lookingThrough }
  return {
    finding: async (most) => {
      const keys = keySearch(searches, most < all ? most + 1 : null)
      const found = await findByKeys(trx, keys, rows, order, paging, most)
      if (found) return found
      return most < all ? { total: most + 1, ids: [] } : lookingThrough(all)
    },
  }
}

/**
 * The keys of one page of a long list, and how many rows match in all: without a keyword exactly up to 10,000 and an
 * estimate beyond; with one an estimate where that is good, otherwise exactly up to 1,000, and beyond that there are
 * more: on each page but the last, which tells the exact number.
 *
 * What matches is found by index first and, where it is not much, put in order then. Left to itself the
 * planner may take a rare keyword of common characters for a common one, walk through the table in its order, and
 * look at nearly all of it. Of more the order is walked, where the page is full soon.
 */
export async function keysOfPage<TB extends keyof Database>(
  trx: Trx,
  { searches, ...list }: LongList<TB>,
  paging: Paging,
): Promise<Page<string>> {
  const { order } = list
  const asked = searches.filter(({ keyword }) => keyword.trim() !== '')
  if (asked.length === 0) return browse(trx, list, paging)
  const searched = { ...list, searches: asked }
  const { finding, estimate, common = false } = await wayTo(trx, searched, paging)
  if (!estimate && !common) {
    const most = fetchedFor(order, paging, list.keySearch ? keysForOne : fetchedForOne)
    const found = await finding(most)
    if (found.total <= most) return pageOfFound(found, paging, uncounted)
  }
  const beyond = estimate ?? uncounted
  const met = await lookThrough(trx, searched, paging)
  if (met.length > paging.limit) return pageFrom(met, paging, beyond)
  return pageOfFound(await finding(all), paging, beyond)
}
