import { categories } from '@atrium/contract'
import { uuidv7 } from 'uuidv7'
import { globalEntryId } from '../../modules/reference-data/dictionaries/index.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import demoTenants from './data/tenants.json' with { type: 'json' }
import type { Ids } from './rows.ts'

export { demoTenants }

/** Phone number with which a newcomer can try to sign in by SMS. */
export const demoPhone = '051200000021'

const codeOf = (key: string): string => key.toUpperCase()

/** Returns the ids of the demonstration's tenants by their keys, without those that were deleted. */
export async function demoTenantIds(trx: Trx): Promise<Ids> {
  const tenants = await trx
    .selectFrom('tenant')
    .select(['id', 'tenantCode'])
    .where(
      'tenantCode',
      'in',
      demoTenants.map(({ key }) => codeOf(key)),
    )
    .execute()
  return new Map(tenants.map(({ id, tenantCode }) => [tenantCode.toLowerCase(), id]))
}

/** Adds the demonstration's tenants with the entries of their own dictionaries. */
export async function addTenants(trx: Trx): Promise<void> {
  const tenants = demoTenants.map((tenant) => ({ ...tenant, id: uuidv7() }))
  await trx
    .insertInto('tenant')
    .values(
      tenants.map(({ key, category, terms: _terms, calendar: _calendar, ...tenant }) => ({
        ...tenant,
        tenantCode: codeOf(key),
        categoryId: globalEntryId(categories.tenantCategory, category),
        countryId: 'CN',
      })),
    )
    .execute()
  const terms = tenants.flatMap(({ id: tenantId, terms }) =>
    terms.map(({ category, code, zh, en }, index) => ({
      tenantId,
      id: uuidv7(),
      categoryId: categories[category as keyof typeof categories],
      dicName: zh,
      dicNameEn: en,
      dicCode: code,
      sort: index + 1,
    })),
  )
  await trx.insertInto('dictionary').values(terms).execute()
}
