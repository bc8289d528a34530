import type { SelectQueryBuilder } from 'kysely'
import { countMatches, type Database } from '../database/index.ts'
import type { Trx } from '../database/transaction.ts'

/** The part of a list that is asked for. */
export interface Paging {
  /** Rows a page. */
  readonly limit: number
  /** From 1. */
  readonly page: number
}

/** Rows of a list, and how many there are in all. */
export interface Page<Item> {
  readonly list: Item[]
  readonly totalCount: number
  readonly totalEstimated?: boolean
}

/**
 * One page of a list.
 * @param matching the rows that match, without columns, order or paging
 * @param present adds columns and an order that leaves no two rows equal; is told how many rows match
 * @param toItem the wire's form of a row
 */
export async function pageOf<TB extends keyof Database, Found, Item>(
  trx: Trx,
  matching: SelectQueryBuilder<Database, TB, object>,
  { limit, page }: Paging,
  present: (
    matching: SelectQueryBuilder<Database, TB, object>,
    totalCount: number,
  ) => SelectQueryBuilder<Database, TB, Found>,
  toItem: (row: Found) => Item,
): Promise<Page<Item>> {
  const { totalCount, totalEstimated } = await countMatches(trx, matching)
  const rows = await present(matching, totalCount)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return {
    list: rows.map((row) => toItem(row as Found)),
    totalCount,
    ...(totalEstimated && { totalEstimated }),
  }
}
