import { sql } from 'kysely'
import type { Trx } from './transaction.ts'

/** A set of rows that the product delivers. The version goes up whenever the rows change. */
export interface ProductData {
  readonly name: string
  readonly version: number
}

/**
 * Writes a set of the product's own rows if the database has none or an older version. If several processes start
 * together, they wait for each other at the version's row, and only one writes. An older process never replaces a
 * newer set. If the set is current, this takes a single statement.
 * @param write inserts the rows; not called if the set is current
 * @returns whether the rows were written
 */
export async function deliverOnce(trx: Trx, data: ProductData, write: () => Promise<void>): Promise<boolean> {
  const claimed = await trx
    .insertInto('seedVersion')
    .values({ name: data.name, version: String(data.version) })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ version: String(data.version), updatedAt: sql<Date>`now()` })
        .where(sql<boolean>`seed_version.version::int < ${data.version}`),
    )
    .returning('name')
    .executeTakeFirst()
  if (!claimed) return false
  await write()
  return true
}
