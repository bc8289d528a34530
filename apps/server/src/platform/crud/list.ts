import { exactCountLimit, type ListTotal } from '@atrium/contract'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../database/index.ts'
import { expectedOf } from '../database/search-plan.ts'
import type { Trx } from '../database/transaction.ts'

/** Rows of a list, before columns, order and paging. */
export type Rows<TB extends keyof Database> = SelectQueryBuilder<Database, TB, object>

/** The requested page of a list. */
export interface Paging {
  /** Number of rows per page. */
  readonly limit: number
  /** Page number, starting at 1. */
  readonly page: number
}

/** Rows of a list, and its total. */
export interface Page<Item> extends ListTotal {
  readonly list: Item[]
}

/** Returns which rows to read for a page: one more than the page shows, to find out whether there is another page. */
export const partOf = ({ limit, page }: Paging) => ({ limit: limit + 1, offset: (page - 1) * limit })

/**
 * Returns a page of the rows that were read for it. The total agrees with these rows: even an estimate neither hides
 * a next page nor promises one that does not exist.
 * @param read the rows selected by `partOf`
 * @param total exact if no rows were read
 */
export function pageFrom<Item>(read: readonly Item[], { limit, page }: Paging, total: ListTotal): Page<Item> {
  const list = read.slice(0, limit)
  const seen = (page - 1) * limit + list.length
  if (read.length > limit) {
    const min = total.totalExceeded ? seen : seen + 1
    return { list, ...total, totalCount: Math.max(total.totalCount, min) }
  }
  return list.length > 0 ? { list, totalCount: seen } : { list, ...total }
}

/** Returns SQL for the number of rows. */
export const countOf = <TB extends keyof Database>(rows: Rows<TB>) =>
  sql<number>`(select count(*) from (${rows.select(sql`1`.as('row'))}) as counted)`

/** Returns SQL for the number of rows, counted up to one above the limit. */
export const countedUpToLimit = <TB extends keyof Database>(rows: Rows<TB>) =>
  countOf(rows.limit(sql.lit(exactCountLimit + 1)))

/** Computes a number in SQL. */
export const evaluate = async (trx: Trx, value: RawBuilder<number>): Promise<number> => {
  const { rows } = await sql<{ value: number }>`select ${value} as value`.execute(trx)
  return rows[0]?.value ?? 0
}

/**
 * Returns the total of a list. After the last page it is exact, however large, so that the caller learns where the
 * list ends.
 * @param counted the number of rows, up to the limit
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
 * Returns one page of a list and the total, which is exact up to 10,000 and an estimate above that.
 * @param matching the rows that match, without columns, order or paging
 * @param present adds columns and an order in which no two rows are equal
 * @param toItem converts a row to its wire form
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
  // A page after the last one has no row that contains the count.
  const total = first ? first.counted : paging.page === 1 ? 0 : await evaluate(trx, counted)
  const items = rows.map(({ counted: _, ...row }) => toItem(row as Found))
  return pageFrom(items, paging, await totalOf(trx, matching, total, first !== undefined))
}
