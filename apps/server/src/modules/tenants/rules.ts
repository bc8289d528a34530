import { categories, globalTenantId } from '@atrium/contract'
import type { Trx } from '../../database/transaction.ts'
import { type FieldIssue, fieldIssue } from '../../http/index.ts'
import { placeIssues } from '../regions/index.ts'
import type { TenantFields } from './entity.ts'

/** Whether an entry of the tenant categories exists; keeps it from being deleted until the tenant is stored. */
async function categoryExists(trx: Trx, id: string): Promise<boolean> {
  const found = await trx
    .selectFrom('dictionary')
    .select('id')
    .where('tenantId', '=', globalTenantId)
    .where('id', '=', id)
    .where('categoryId', '=', categories.tenantCategory)
    .forKeyShare()
    .executeTakeFirst()
  return found !== undefined
}

/** The fields of a tenant that refer to something that is not there. */
export async function tenantIssues(trx: Trx, tenant: TenantFields): Promise<FieldIssue[]> {
  const category = (await categoryExists(trx, tenant.categoryId))
    ? []
    : [fieldIssue('categoryId', 'rule.reference')]
  return [...category, ...(await placeIssues(trx, tenant))]
}
