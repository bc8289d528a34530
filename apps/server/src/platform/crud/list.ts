import { exactCountLimit, type ListTotal } from '@atrium/contract'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../database/index.ts'
import { expectedOf } from '../database/search-plan.ts'
import type { Trx } from '../database/transaction.ts'

/** Rows of a list, before columns, order and paging. */
export type Rows<TB extends keyof Database> = SelectQueryBuilder<Database, TB, object>

/** The part of a list that is asked for. */
export interface Paging {
  /** Rows a page. */
  readonly limit: number
  /** From 1. */
  readonly page: number
}

/** Rows of a list, and how many there are in all. */
export interface Page<Item> extends ListTotal {
  readonly list: Item[]
}

/** The rows to read for a page, and one more, which tells whether there is another page. */
export const partOf = ({ limit, page }: Paging) => ({ limit: limit + 1, offset: (page - 1) * limit })

/**
 * A page of the rows that were read for it, with a total that agrees with them: a page behind this one is never hidden
 * and never promised, whatever the total was estimated at.
 * @param read as `partOf` says
 * @param total exact where nothing was read
 */
export function pageFrom<Item>(read: readonly Item[], { limit, page }: Paging, total: ListTotal): Page<Item> {
  const list = read.slice(0, limit)
  const seen = (page - 1) * limit + list.length
  if (read.length > limit) {
    const least = total.totalExceeded ? seen : seen + 1
    return { list, ...total, totalCount: Math.max(total.totalCount, least) }
  }
  return list.length > 0 ? { list, totalCount: seen } : { list, ...total }
}

/** The number of rows, as a value. */
export const countOf = <TB extends keyof Database>(rows: Rows<TB>) =>
  sql<number>`(select count(*) from (${rows.select(sql`1`.as('row'))}) as counted)`

/** The same: exact up to the limit, one more beyond. */
export const countedUpToLimit = <TB extends keyof Database>(rows: Rows<TB>) =>
  countOf(rows.limit(sql.lit(exactCountLimit + 1)))

const evaluate = async (trx: Trx, value: RawBuilder<number>): Promise<number> => {
  const { rows } = await sql<{ value: number }>`select ${value} as value`.execute(trx)
  return rows[0]?.value ?? 0
}

/**
 * What a list says of its number of rows. Behind its last page that is exact, however many there are, so that whoever
 * went too far learns where the end is.
 * @param counted up to the limit
 * @param some whether the page has rows
 */
export async function totalOf<TB extends keyof Database>(
  trx: Trx,
  rows: Rows<TB>,
  counted: number,
  some: boolean,
): Promise<ListTotal> {
  if (counted <= exactCountLimit) return { totalCount: counted }
  if (!some) return { totalCount: await evaluate(trx, countOf(rows)) }
  return { totalCount: Math.max(await expectedOf(rows), counted), totalEstimated: true }
}

/**
 * One page of a list, and how many rows it has in all: exactly up to 10,000, an estimate beyond.
 * @param matching the rows that match, without columns, order or paging
 * @param present adds columns and an order that leaves no two rows equal
 * @param toItem the wire's form of a row
 */
export async function pageOf<TB extends keyof Database, Found, Item>(
  trx: Trx,
  matching: Rows<TB>,
  paging: Paging,
  present: (matching: Rows<TB>) => SelectQueryBuilder<Database, TB, Found>,
  toItem: (row: Found) => Item,
): Promise<Page<Item>> {
  const counted = countedUpToLimit(matching)
  const { limit, offset } = partOf(paging)
  const rows = await present(matching).select(counted.as('counted')).limit(limit).offset(offset).execute()
  const [first] = rows
  // A page behind the last one has no row that would say how many there are.
  const total = first ? first.counted : paging.page === 1 ? 0 : await evaluate(trx, counted)
  const items = rows.map(({ counted: _, ...row }) => toItem(row as Found))
  return pageFrom(items, paging, await totalOf(trx, matching, total, first !== undefined))
}
