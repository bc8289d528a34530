import { deliver, type ProductData } from '../../../database/product-data.ts'
import type { Trx } from '../../../database/transaction.ts'
import { categoryRows, childEntryRows, type EntryRow, topEntryRows } from './dictionary-seed.ts'

export const dictionaryData: ProductData = { name: 'dictionaries', version: 1 }

/** Adds the entries that are missing; one that exists may have been edited, and stays. */
const addMissing = async (trx: Trx, rows: EntryRow[]): Promise<void> => {
  await trx
    .insertInto('dictionary')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Writes the dictionary's categories and the global entries (tenant '0'), in three statements, where the
 * database does not hold this version of them yet. Must run as the platform.
 */
export async function seedDictionaries(trx: Trx): Promise<void> {
  await deliver(trx, dictionaryData, async () => {
    await trx
      .insertInto('dictionaryCategory')
      .values(categoryRows())
      .onConflict((conflict) =>
        conflict.column('code').doUpdateSet((eb) => ({
          categoryName: eb.ref('excluded.categoryName'),
          categoryNameEn: eb.ref('excluded.categoryNameEn'),
          isTenant: eb.ref('excluded.isTenant'),
          childCode: eb.ref('excluded.childCode'),
          isParent: eb.ref('excluded.isParent'),
          sort: eb.ref('excluded.sort'),
        })),
      )
      .execute()
    await addMissing(trx, topEntryRows())
    await addMissing(trx, childEntryRows())
  })
}
