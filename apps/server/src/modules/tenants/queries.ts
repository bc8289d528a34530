import { globalTenantId, type Option, type tenantCombobox, type tenantList } from '@atrium/contract'
import { sql } from 'kysely'
import { keysOfPage, type Page, type Paging } from '../../crud/index.ts'
import { tenantSearchText } from '../../database/search.ts'
import { searched } from '../../database/search-plan.ts'
import type { Trx } from '../../database/transaction.ts'
import type { Work } from '../../http/index.ts'
import { orderedTenants, type TenantOrdering, tenantOrder } from './order.ts'
import { presented, toTenant } from './present.ts'

/** All tenants that the caller may see, but never the platform's own row. */
const tenants = (trx: Trx) => trx.selectFrom('tenant').where('tenant.id', '<>', globalTenantId)

/** The search in name, abbreviation, code and contact. */
const searches = (keyword: string) => [{ text: tenantSearchText, keyword }]

/** What a page of tenants is asked for by. */
export type TenantPage = Paging & TenantOrdering & { readonly keyWord: string }

/** The ids of one page of the tenants, the latest first unless another order is asked for. */
export const pageOfTenants = (trx: Trx, input: TenantPage): Promise<Page<string>> =>
  keysOfPage(trx, { rows: tenants(trx), searches: searches(input.keyWord), order: tenantOrder(input) }, input)

/** Answers one page of the tenants. */
export const listTenants = async ({ input, trx, language }: Work<typeof tenantList>) => {
  const { list: ids, ...counts } = await pageOfTenants(trx, input)
  const page = trx.selectFrom('tenant').where('tenant.id', '=', sql<string>`any(${ids})`)
  const rows = await presented(orderedTenants(page, input), language).execute()
  return { list: rows.map(toTenant), ...counts }
}

/** Answers the tenants to choose from; under a tenant's role row-level security leaves one's own. */
export const chooseTenants = async ({ input, trx }: Work<typeof tenantCombobox>): Promise<Option[]> => {
  const matching = await searched(tenants(trx), searches(input.keyWord))
  return await matching
    .select(['tenant.id as code', 'tenant.tenantName as desc'])
    .orderBy('tenant.tenantName')
    .orderBy('tenant.id')
    .limit(input.limit)
    .execute()
}
