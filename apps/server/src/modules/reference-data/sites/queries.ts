import { codes, type Language, type RequestOf, type siteInfo, siteList } from '@atrium/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import {
  inOrder,
  keysOfPage,
  type Order,
  orderOf,
  type Paging,
  toWire,
} from '../../../platform/crud/index.ts'
import type { Database } from '../../../platform/database/index.ts'
import { siteSearchText } from '../../../platform/database/search.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import type { Work } from '../../../platform/http/work.ts'
import { entryName } from '../dictionaries/index.ts'
import { regionNames } from '../regions/index.ts'

const siteOrder = orderOf('site', siteList, {}, ['siteName'])

/**
 * Selects a site with the names of its regions, level and type in the given language. The names are subqueries, so
 * use it for one page only.
 */
const presented = (query: SelectQueryBuilder<Database, 'site', object>, language: Language) =>
  query
    .selectAll('site')
    .select([
      entryName(language, 'site.levelId').as('levelDesc'),
      entryName(language, 'site.typeId').as('typeDesc'),
    ])
    .select(regionNames(language, 'site'))

/** Selects the sites, filtered by level and type. */
const sites = (trx: Trx, { levelId, typeId }: RequestOf<typeof siteList>) =>
  trx
    .selectFrom('site')
    .$if(levelId !== '', (query) => query.where('site.levelId', '=', levelId))
    .$if(typeId !== '', (query) => query.where('site.typeId', '=', typeId))

/** Filters and order of a page of sites. */
interface SitePage {
  readonly input: Paging & { readonly keyWord: string }
  readonly trx: Trx
  readonly language: Language
}

/** Returns one page of the given sites whose name or address contains a keyword. */
export const pageOfSites = async (
  { input, trx, language }: SitePage,
  rows: SelectQueryBuilder<Database, 'site', object>,
  order: Order,
) => {
  const searches = [{ text: siteSearchText, keyword: input.keyWord }]
  const { list: ids, ...counts } = await keysOfPage(trx, { rows, searches, order }, input)
  const page = trx.selectFrom('site').where('site.id', '=', sql<string>`any(${ids})`)
  const found = await presented(inOrder(page, order), language).execute()
  return { list: found.map(toWire), ...counts }
}

/** Returns one page of the sites, newest first by default. */
export const listSites = (work: Work<typeof siteList>) =>
  pageOfSites(work, sites(work.trx, work.input), siteOrder(work.input))

/** Returns one site. */
export async function findSite({ input, trx, language }: Work<typeof siteInfo>) {
  const found = trx.selectFrom('site').where('site.id', '=', input.id)
  const row = await presented(found, language).executeTakeFirst()
  return row ? toWire(row) : reject(codes.notFound)
}
