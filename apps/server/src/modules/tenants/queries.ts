import { globalTenantId, type Option, type tenantCombobox, type tenantList } from '@atrium/contract'
import { sql } from 'kysely'
import { pageOf } from '../../crud/index.ts'
import { contains, tenantSearchText } from '../../database/search.ts'
import type { Trx } from '../../database/transaction.ts'
import type { Work } from '../../http/index.ts'
import { ordered } from './order.ts'
import { presented, toTenant } from './present.ts'

/** The tenants that contain a keyword in name, abbreviation, code or contact; never the platform's own row. */
const matching = (trx: Trx, keyWord: string) =>
  trx.selectFrom('tenant').where('tenant.id', '<>', globalTenantId).where(contains(tenantSearchText, keyWord))

/** Up to this many matches are quickly put in order; of more, the order soon meets enough for a page. */
const few = 1000

/**
 * Finds the matches first and puts them in order then. Left to itself the planner may take a rare keyword of
 * common characters for a common one, walk through the tenants in their order, and look at nearly all of them.
 */
const matchesFirst = (trx: Trx, query: ReturnType<typeof matching>): ReturnType<typeof matching> =>
  trx.selectFrom(query.selectAll('tenant').offset(sql.lit(0)).as('tenant'))

/**
 * Answers one page of the tenants, the latest first unless another order is asked for. The page is found
 * by its keys, which an index alone gives, so that a late page does not read the rows before it.
 */
export const listTenants = async ({ input, trx, language }: Work<typeof tenantList>) => {
  const { list: ids, ...counts } = await pageOf(
    trx,
    matching(trx, input.keyWord),
    input,
    (query, totalCount) =>
      ordered(totalCount <= few ? matchesFirst(trx, query) : query, input).select('tenant.id'),
    ({ id }) => id,
  )
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
