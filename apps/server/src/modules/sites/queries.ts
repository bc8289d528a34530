import { codes, type Site, type siteInfo, type siteList } from '@atrium/contract'
import { sql } from 'kysely'
import { inOrder, keysOfPage } from '../../crud/index.ts'
import { siteSearchText } from '../../database/search.ts'
import { refuse, type Work } from '../../http/index.ts'
import { siteOrder } from './order.ts'
import { presented, toSite } from './present.ts'

/** Answers one page of the sites whose name or address contains a keyword; by default the latest first. */
export const listSites = async ({ input, trx, language }: Work<typeof siteList>) => {
  const order = siteOrder(input)
  const searches = [{ text: siteSearchText, keyword: input.keyWord }]
  const { list: ids, ...counts } = await keysOfPage(
    trx,
    { rows: trx.selectFrom('site'), searches, order },
    input,
  )
  const page = trx.selectFrom('site').where('site.id', '=', sql<string>`any(${ids})`)
  const rows = await presented(inOrder(page, order), language).execute()
  return { list: rows.map(toSite), ...counts }
}

/** One site. */
export async function findSite({ input, trx, language }: Work<typeof siteInfo>): Promise<Site> {
  const found = trx.selectFrom('site').where('site.id', '=', input.id)
  const row = await presented(found, language).executeTakeFirst()
  return row ? toSite(row) : refuse(codes.notFound)
}
