import { sql } from 'kysely'
import type { Trx } from '../../../database/transaction.ts'

/** Has changes of the tree take turns: its two levels and its orders concern several rows at once. They are rare. */
export const lockTree = async (trx: Trx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('menu tree', 0))`.execute(trx)
}
