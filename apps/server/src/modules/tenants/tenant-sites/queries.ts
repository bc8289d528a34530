import {
  codes,
  globalTenantId,
  type Language,
  type tenantSiteInfo,
  tenantSiteList,
  tenantSiteUnselected,
} from '@atrium/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import {
  checkReadable,
  inOrder,
  inTenants,
  inTenantsAsked,
  keysOfPage,
  type Order,
  orderOf,
  type Paging,
  toWire,
} from '../../../platform/crud/index.ts'
import type { Database } from '../../../platform/database/index.ts'
import { tenantSiteSearchText } from '../../../platform/database/search.ts'
import { reject } from '../../../platform/http/rejection.ts'
import type { Work } from '../../../platform/http/work.ts'
import { entryName } from '../../reference-data/dictionaries/index.ts'
import { areaNameOf, regionNames } from '../../reference-data/regions/index.ts'
import { pageOfSites } from '../../reference-data/sites/index.ts'

const tenantSiteOrder = orderOf('tenantSite', tenantSiteList, {}, ['siteName', 'nickName'])
const siteOrder = orderOf('site', tenantSiteUnselected, {}, ['siteName'])

/** Selects a tenant's site with the names of its tenant, region and level; for one page only. */
const presented = (query: SelectQueryBuilder<Database, 'tenantSite', object>, language: Language) =>
  query
    .innerJoin('site', 'site.id', 'tenantSite.siteId')
    .innerJoin('tenant', 'tenant.id', 'tenantSite.tenantId')
    .selectAll('tenantSite')
    .select(['tenant.tenantName', 'site.address', 'site.remark'])
    .select(entryName(language, 'site.levelId').as('levelDesc'))
    .select(regionNames(language, 'site'))

type PresentedRow = Awaited<ReturnType<ReturnType<typeof presented>['executeTakeFirstOrThrow']>>

const shown = (row: PresentedRow) => ({ ...toWire(row), areaName: areaNameOf(row) })

interface TenantSitePage {
  /** Text to find in the name or nickname. */
  readonly keyWord: string
  readonly order: Order
}

/** Returns one page of the given tenant sites that match a keyword. */
export async function pageOfTenantSites(
  { input, trx, language }: Pick<Work<typeof tenantSiteList>, 'trx' | 'language'> & { input: Paging },
  rows: SelectQueryBuilder<Database, 'tenantSite', object>,
  { keyWord, order }: TenantSitePage,
) {
  const searches = [{ text: tenantSiteSearchText, keyword: keyWord }]
  const { list: ids, ...counts } = await keysOfPage(trx, { rows, searches, order }, input)
  const page = rows.where('tenantSite.id', '=', sql<string>`any(${ids})`)
  const found = await inOrder(presented(page, language), order).execute()
  return { list: found.map(shown), ...counts }
}

/** Returns one page of the tenant sites whose name or nickname contains a keyword, newest first by default. */
export async function listTenantSites(work: Work<typeof tenantSiteList>) {
  const { input, trx } = work
  const reached = await inTenantsAsked(work, 'tenantSite.tenantId', input.tenantId)
  const rows = trx.selectFrom('tenantSite').where(reached)
  return pageOfTenantSites(work, rows, { keyWord: input.keyWord, order: tenantSiteOrder(input) })
}

/** Returns one site of a tenant. */
export async function findTenantSite({ input, trx, as, language }: Work<typeof tenantSiteInfo>) {
  const found = trx
    .selectFrom('tenantSite')
    .where('tenantSite.id', '=', input.id)
    .where(inTenants(as, 'tenantSite.tenantId'))
  const row = await presented(found, language).executeTakeFirst()
  return row ? shown(row) : reject(codes.notFound)
}

/** Returns one page of the sites that a tenant has not selected, sorted by name by default. */
export async function listUnselected(work: Work<typeof tenantSiteUnselected>) {
  const { input, trx } = work
  const { tenantId, sortBy = 'siteName', sortOrder } = input
  if (tenantId === globalTenantId) reject(codes.notFound)
  await checkReadable(work, tenantId)
  const rows = trx
    .selectFrom('site')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('tenantSite')
            .select('tenantSite.id')
            .where('tenantSite.tenantId', '=', tenantId)
            .whereRef('tenantSite.siteId', '=', 'site.id'),
        ),
      ),
    )
  return await pageOfSites(work, rows, siteOrder({ sortBy, sortOrder }))
}
