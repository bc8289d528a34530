import {
  globalTenantId,
  type Language,
  type Option,
  screensOfTenants,
  type tenantCombobox,
  tenantList,
} from '@atrium/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import { tenantsHolding } from '../../../platform/caller/caller.ts'
import {
  checkReadable,
  inNameOrder,
  inOrder,
  inTenants,
  keysOfPage,
  type Ordering,
  orderOf,
  type Page,
  type Paging,
  toWire,
} from '../../../platform/crud/index.ts'
import type { Database } from '../../../platform/database/index.ts'
import { tenantSearchText } from '../../../platform/database/search.ts'
import { searched } from '../../../platform/database/search-plan.ts'
import { asTenants, type RunAs } from '../../../platform/database/transaction.ts'
import type { Work } from '../../../platform/http/work.ts'
import { entryName } from '../../reference-data/dictionaries/index.ts'
import { regionNames } from '../../reference-data/regions/index.ts'

/** Selects the tenants that the caller may see, optionally of one category, without the platform's own row. */
const tenants = ({ trx, as }: Asking, categoryId = '') =>
  trx
    .selectFrom('tenant')
    .where(inTenants(as, 'tenant.id'))
    .where('tenant.id', '<>', globalTenantId)
    .$if(categoryId !== '', (query) => query.where('tenant.categoryId', '=', categoryId))

/** Parts of a call's `Work` needed to select tenants. */
type Asking = Pick<Work<never>, 'trx' | 'as'>

/** Returns the search in name, abbreviation, code and contact. */
const searches = (keyword: string) => [{ text: tenantSearchText, keyword }]

const tenantOrder = orderOf('tenant', tenantList, {}, ['tenantName', 'abbr'])

type TenantOrdering = Ordering<typeof tenantList>

/** Sorts tenants as requested, newest first by default. */
export const orderedTenants = (
  query: SelectQueryBuilder<Database, 'tenant', object>,
  ordering: TenantOrdering,
) => inOrder(query, tenantOrder(ordering))

/** Filters and order of a page of tenants. */
type TenantPage = Paging & TenantOrdering & { readonly keyWord: string; readonly categoryId?: string }

/** Returns the ids of one page of the tenants. */
export const pageOfTenants = (asking: Asking, input: TenantPage): Promise<Page<string>> =>
  keysOfPage(
    asking.trx,
    { rows: tenants(asking, input.categoryId), searches: searches(input.keyWord), order: tenantOrder(input) },
    input,
  )

/**
 * Selects a tenant with the names of its category and regions in the given language. The names are subqueries, so use
 * it for one page only.
 */
const presented = (query: SelectQueryBuilder<Database, 'tenant', object>, language: Language) =>
  query
    .selectAll('tenant')
    .select(entryName(language, 'tenant.categoryId').as('categoryName'))
    .select(regionNames(language, 'tenant'))

/** Returns one page of the tenants. */
export const listTenants = async (work: Work<typeof tenantList>) => {
  const { input, trx, language } = work
  const { list: ids, ...counts } = await pageOfTenants(work, input)
  const page = trx.selectFrom('tenant').where('tenant.id', '=', sql<string>`any(${ids})`)
  const rows = await presented(orderedTenants(page, input), language).execute()
  return { list: rows.map(toWire), ...counts }
}

/**
 * Restricts the tenants to those in which the caller may use the given screen or, without one, any screen that
 * selects a tenant.
 */
function choosableBy({ input: { menu }, as, caller }: Work<typeof tenantCombobox>): RunAs {
  const menus = menu === undefined ? screensOfTenants : [menu]
  return menus.some((held) => caller.menus.has(held)) ? as : asTenants(tenantsHolding(caller, menus))
}

/** Returns tenants as options, sorted by name. */
export const chooseTenants = async (work: Work<typeof tenantCombobox>): Promise<Option[]> => {
  const { tenantId, keyWord, limit } = work.input
  const asking = { ...work, as: choosableBy(work) }
  if (tenantId !== '') await checkReadable(asking, tenantId)
  const rows = tenants(asking).$if(tenantId !== '', (query) => query.where('tenant.id', '=', tenantId))
  const matching = await searched(rows, searches(keyWord))
  return await matching
    .select(['tenant.id as code', 'tenant.tenantName as desc'])
    .orderBy(inNameOrder(sql.ref('tenant.tenantName')))
    .orderBy('tenant.id')
    .limit(limit)
    .execute()
}
