import { deliverOnce, type ProductData } from '../../../platform/database/product-data.ts'
import type { Trx } from '../../../platform/database/transaction.ts'

export const dictionaryData: ProductData = { name: 'dictionaries', version: 1 }

/** Returns the id of a delivered entry. */
export const globalEntryId = (categoryId: string, code: string): string => `${categoryId}-${code}`

/**
 * Writes the dictionary's categories and the global entries (tenant '0') in two statements, unless the database
 * already has this version. Existing entries stay unchanged, because they may have been edited. Must run as the
 * platform.
 */
export async function seedDictionaries(trx: Trx): Promise<void> {
  await deliverOnce(trx, dictionaryData, async () => {
    // Loaded on demand, because most starts do not need it.
    const { default: dictionary } = await import('./dictionary.generated.json', { with: { type: 'json' } })
    await trx
      .insertInto('dictionaryCategory')
      .values(dictionary.categories)
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
    await trx
      .insertInto('dictionary')
      .values(dictionary.entries)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}
