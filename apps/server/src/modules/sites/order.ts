import type { RequestOf, siteList } from '@atrium/contract'
import type { SelectQueryBuilder } from 'kysely'
import type { Database } from '../../database/index.ts'

type Order = Pick<RequestOf<typeof siteList>, 'sortBy' | 'sortOrder'>

const columns = { siteName: 'site.siteName', createTime: 'site.createdAt' } as const

/** Puts sites in the order that was asked for; by default the latest first. */
export function ordered(
  query: SelectQueryBuilder<Database, 'site', object>,
  { sortBy = 'createTime', sortOrder = sortBy === 'createTime' ? 'desc' : 'asc' }: Order,
) {
  return query.orderBy(columns[sortBy], sortOrder).orderBy('site.id', sortOrder)
}
