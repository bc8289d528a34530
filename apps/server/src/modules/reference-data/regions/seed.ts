import type { Insertable } from 'kysely'
import { deliverOnce, type ProductData } from '../../../platform/database/product-data.ts'
import type { AreaTable } from '../../../platform/database/tables/regions.ts'
import type { Trx } from '../../../platform/database/transaction.ts'

export const regionData: ProductData = { name: 'regions', version: 1 }

/**
 * Writes the countries of the world and China's provinces and cities in one statement, unless the database already
 * has this version. Regions that an administrator has edited stay unchanged.
 */
export async function seedRegions(trx: Trx): Promise<void> {
  await deliverOnce(trx, regionData, async () => {
    // Loaded on demand, because most starts do not need it.
    const { default: regions } = await import('./regions.generated.json', { with: { type: 'json' } })
    await trx
      .insertInto('area')
      .values(regions as Insertable<AreaTable>[])
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((eb) => ({
            parentId: eb.ref('excluded.parentId'),
            areaName: eb.ref('excluded.areaName'),
            areaNameEn: eb.ref('excluded.areaNameEn'),
            areaCode: eb.ref('excluded.areaCode'),
            sort: eb.ref('excluded.sort'),
            level: eb.ref('excluded.level'),
          }))
          .where('area.rowVersion', '=', 1),
      )
      .execute()
  })
}
