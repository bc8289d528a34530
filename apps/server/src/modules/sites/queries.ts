import { codes, type Site, type siteInfo, type siteList } from '@atrium/contract'
import { sql } from 'kysely'
import { matchesFirst, pageOf } from '../../crud/index.ts'
import { contains, siteSearchText } from '../../database/search.ts'
import { refuse, type Work } from '../../http/index.ts'
import { ordered } from './order.ts'
import { presented, toSite } from './present.ts'

/**
 * Answers one page of the sites whose name or address contains a keyword, the latest first unless another order
 * is asked for. The page is found by its keys, so that a late page does not look up names for those before it.
 */
export const listSites = async ({ input, trx, language }: Work<typeof siteList>) => {
  const { list: ids, ...counts } = await pageOf(
    trx,
    trx.selectFrom('site').where(contains(siteSearchText, input.keyWord)),
    input,
    (query, totalCount) => ordered(matchesFirst(trx, 'site', query, totalCount), input).select('site.id'),
    ({ id }) => id,
  )
  const page = trx.selectFrom('site').where('site.id', '=', sql<string>`any(${ids})`)
  const rows = await presented(ordered(page, input), language).execute()
  return { list: rows.map(toSite), ...counts }
}

/** One site. */
export async function findSite({ input, trx, language }: Work<typeof siteInfo>): Promise<Site> {
  const found = trx.selectFrom('site').where('site.id', '=', input.id)
  const row = await presented(found, language).executeTakeFirst()
  return row ? toSite(row) : refuse(codes.notFound)
}
