import { exactCountLimit } from '@atrium/contract'
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
export interface Page<Item> {
  readonly list: Item[]
  readonly totalCount: number
  readonly totalEstimated?: boolean
}

/** The number of rows, as a value: exact up to the limit, one more beyond. */
export const countedUpToLimit = <TB extends keyof Database>(rows: Rows<TB>) =>
  sql<number>`(select count(*) from (${rows.select(sql`1`.as('row')).limit(sql.lit(exactCountLimit + 1))}) as counted)`

/** What a list says of its number of rows. */
export const totalOf = async <TB extends keyof Database>(rows: Rows<TB>, counted: number) =>
  counted <= exactCountLimit
    ? { totalCount: counted }
    : { totalCount: Math.max(await expectedOf(rows), counted), totalEstimated: true }

/**
 * One page of a list, and how many rows it has in all: exactly up to 10,000, an estimate beyond.
 * @param matching the rows that match, without columns, order or paging
 * @param present adds columns and an order that leaves no two rows equal
 * @param toItem the wire's form of a row
 */
export async function pageOf<TB extends keyof Database, Found, Item>(
  trx: Trx,
  matching: Rows<TB>,
  { limit, page }: Paging,
  present: (matching: Rows<TB>) => SelectQueryBuilder<Database, TB, Found>,
  toItem: (row: Found) => Item,
): Promise<Page<Item>> {
  const counted = countedUpToLimit(matching)
  const rows = await present(matching)
    .select(counted.as('counted'))
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const [first] = rows
  // A page behind the last one has no row that would say how many there are.
  const total = first ? first.counted : page === 1 ? 0 : await evaluate(trx, counted)
  return {
    list: rows.map(({ counted: _, ...row }) => toItem(row as Found)),
    ...(await totalOf(matching, total)),
  }
}

const evaluate = async (trx: Trx, value: RawBuilder<number>): Promise<number> => {
  const { rows } = await sql<{ value: number }>`select ${value} as value`.execute(trx)
  return rows[0]?.value ?? 0
}
