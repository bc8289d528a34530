import { globalTenantId, type Option, type tenantCombobox, type tenantList } from '@atrium/contract'
import { sql } from 'kysely'
import { matchesFirst, type Page, type Paging, pageOf } from '../../crud/index.ts'
import { contains, tenantSearchText } from '../../database/search.ts'
import type { Trx } from '../../database/transaction.ts'
import type { Work } from '../../http/index.ts'
import { type Order, ordered } from './order.ts'
import { presented, toTenant } from './present.ts'

/** The tenants that contain a keyword in name, abbreviation, code or contact; never the platform's own row. */
const matching = (trx: Trx, keyWord: string) =>
  trx.selectFrom('tenant').where('tenant.id', '<>', globalTenantId).where(contains(tenantSearchText, keyWord))

/** What a page of tenants is asked for by. */
export type TenantPage = Paging & Order & { readonly keyWord: string }

/**
 * The ids of one page of the tenants, the latest first unless another order is asked for: an index alone
 * gives them, so that a late page does not read the rows before it.
 */
export const pageOfTenants = (trx: Trx, input: TenantPage): Promise<Page<string>> =>
  pageOf(
    trx,
    matching(trx, input.keyWord),
    input,
    (query, totalCount) => ordered(matchesFirst(trx, 'tenant', query, totalCount), input).select('tenant.id'),
    ({ id }) => id,
  )

/** Answers one page of the tenants. */
export const listTenants = async ({ input, trx, language }: Work<typeof tenantList>) => {
  const { list: ids, ...counts } = await pageOfTenants(trx, input)
  const page = trx.selectFrom('tenant').where('tenant.id', '=', sql<string>`any(${ids})`)
  const rows = await presented(ordered(page, input), language).execute()
  return { list: rows.map(toTenant), ...counts }
}

/** Answers the tenants to choose from; under a tenant's role row-level security leaves one's own. */
export const chooseTenants = ({ input, trx }: Work<typeof tenantCombobox>): Promise<Option[]> =>
  matching(trx, input.keyWord)
    .select(['tenant.id as code', 'tenant.tenantName as desc'])
    .orderBy('tenant.tenantName')
    .orderBy('tenant.id')
    .limit(input.limit)
    .execute()
