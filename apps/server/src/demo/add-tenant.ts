import { categories } from '@atrium/contract'
import { uuidv7 } from 'uuidv7'
import type { Trx } from '../database/transaction.ts'
import { globalEntryId } from '../modules/dictionaries/index.ts'
import { type DemoTenant, emailOf } from './demo-tenant.ts'

const china = 'CN'

const addTerms = async (trx: Trx, tenantId: string, tenant: DemoTenant): Promise<void> => {
  const rows = tenant.terms.map(({ categoryId, code, zh, en }, index) => ({
    tenantId,
    id: uuidv7(),
    categoryId,
    dicName: zh,
    dicNameEn: en,
    dicCode: code,
    sort: index + 1,
  }))
  await trx.insertInto('dictionary').values(rows).execute()
}

/**
 * Adds a tenant with the entries of its own dictionary.
 * @returns its id
 */
export const addTenant = async (trx: Trx, tenant: DemoTenant): Promise<string> => {
  const id = uuidv7()
  await trx
    .insertInto('tenant')
    .values({
      id,
      tenantName: tenant.tenantName,
      tenantCode: tenant.key.toUpperCase(),
      abbr: tenant.abbr,
      categoryId: globalEntryId(categories.tenantCategory, tenant.category),
      contact: tenant.contact,
      tel: tenant.tel,
      email: emailOf(tenant),
      countryId: china,
      provinceId: tenant.provinceId,
      cityId: tenant.cityId,
      postcode: tenant.postcode,
      address: tenant.address,
    })
    .execute()
  await addTerms(trx, id, tenant)
  return id
}
