import type { RequestOf, tenantList } from '@atrium/contract'
import type { SelectQueryBuilder } from 'kysely'
import type { Database } from '../../database/index.ts'

/** The order of a list of tenants. */
export type Order = Pick<RequestOf<typeof tenantList>, 'sortBy' | 'sortOrder'>

const columns = {
  tenantName: 'tenant.tenantName',
  abbr: 'tenant.abbr',
  createTime: 'tenant.createdAt',
} as const

/** Puts tenants in the order that was asked for; by default the latest first. */
export function ordered(
  query: SelectQueryBuilder<Database, 'tenant', object>,
  { sortBy = 'createTime', sortOrder = sortBy === 'createTime' ? 'desc' : 'asc' }: Order,
) {
  return query.orderBy(columns[sortBy], sortOrder).orderBy('tenant.id', sortOrder)
}
