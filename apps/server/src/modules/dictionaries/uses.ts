import { globalTenantId } from '@atrium/contract'
import type { Row, Uses } from '../../crud/index.ts'
import type { Trx } from '../../database/transaction.ts'

const total = (query: { executeTakeFirstOrThrow: () => Promise<{ count: number }> }) =>
  query.executeTakeFirstOrThrow().then(({ count }) => count)

/** What refers to an entry: entries below it, tenants by category, sites by level or type, tenant users by type or position. */
export async function entryUses(trx: Trx, { id, tenantId }: Row): Promise<Uses> {
  const owner = String(tenantId)
  const children = trx
    .selectFrom('dictionary')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenantId', '=', owner)
    .where('parentId', '=', id)
  const tenants = trx
    .selectFrom('tenant')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('categoryId', '=', id)
  const users = trx
    .selectFrom('tenantUser')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => eb.or([eb('typeId', '=', id), eb('positionId', '=', id)]))
  const sites = trx
    .selectFrom('site')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => eb.or([eb('levelId', '=', id), eb('typeId', '=', id)]))
  return {
    dictionaryChildren: await total(children),
    // Tenants' categories and what sites name are global entries; a tenant's own entry serves that tenant's users alone.
    tenants: owner === globalTenantId ? await total(tenants) : 0,
    sites: owner === globalTenantId ? await total(sites) : 0,
    tenantUsers: await total(owner === globalTenantId ? users : users.where('tenantId', '=', owner)),
  }
}
