import { regionLevels } from '@atrium/contract'
import type { Row, Uses } from '../../crud/index.ts'
import type { Trx } from '../../database/transaction.ts'

/** The column by which others name a region of a level. */
const columns = {
  [regionLevels.country]: 'countryId',
  [regionLevels.province]: 'provinceId',
  [regionLevels.city]: 'cityId',
} as const

/** What refers to a region: regions below it, and the tenants, sites and users in it. */
export async function regionUses(trx: Trx, { id, level }: Row): Promise<Uses> {
  const column = columns[level as keyof typeof columns]
  const inside = (table: 'tenant' | 'site' | 'appUser') =>
    trx
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(column, '=', id)
      .executeTakeFirstOrThrow()
  const below = await trx
    .selectFrom('area')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('parentId', '=', id)
    .executeTakeFirstOrThrow()
  const tenants = await inside('tenant')
  const sites = await inside('site')
  const users = await inside('appUser')
  return { regions: below.count, tenants: tenants.count, sites: sites.count, users: users.count }
}
