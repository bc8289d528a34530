import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../platform/database/transaction.ts'

/** Rows of a table that are no longer needed. */
export interface ExpiredRows {
  readonly table: string
  readonly key: readonly string[]
  readonly when: RawBuilder<boolean>
}

/** Maximum number of rows that one round deletes per table. */
const maxPerRound = 10_000

/**
 * Deletes expired rows, except locked ones, which a later round deletes.
 * @returns the number of deleted rows, and whether more may remain
 */
export async function deleteExpired(
  trx: Trx,
  { table, key, when }: ExpiredRows,
): Promise<{ readonly count: number; readonly isFull: boolean }> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where (${columns}) in (
      select ${columns} from ${sql.table(table)} where ${when}
      limit ${sql.lit(maxPerRound)} for update skip locked)`.execute(trx)
  return { count: Number(numAffectedRows), isFull: Number(numAffectedRows) === maxPerRound }
}
