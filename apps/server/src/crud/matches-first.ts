import { type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from '../database/index.ts'
import type { Trx } from '../database/transaction.ts'

/** Up to this many matches are quickly put in order; of more, the order soon meets enough for a page. */
const few = 1000

/**
 * Has a search find its matches first and put them in order then, where they are few. Left to itself the
 * planner may take a rare keyword of common characters for a common one, walk through the table in its order,
 * and look at nearly all of it.
 * @param query a search in this table, without columns, order or paging
 */
export function matchesFirst<Table extends keyof Database & string>(
  trx: Trx,
  table: Table,
  query: SelectQueryBuilder<Database, Table, object>,
  totalCount: number,
): SelectQueryBuilder<Database, Table, object> {
  if (totalCount > few) return query
  const found = sql`(${query.selectAll(table)} offset 0)`.as(table)
  return trx.selectFrom(found as never) as unknown as SelectQueryBuilder<Database, Table, object>
}
