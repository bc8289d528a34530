import type { RequestOf, tenantList } from '@atrium/contract'
import type { SelectQueryBuilder } from 'kysely'
import { inOrder, orderOf } from '../../crud/index.ts'
import type { Database } from '../../database/index.ts'

/** How a list of tenants is asked to be in order. */
export type TenantOrdering = Pick<RequestOf<typeof tenantList>, 'sortBy' | 'sortOrder'>

/** The order of a list of tenants; by default the latest first. */
export const tenantOrder = orderOf('tenant.id', {
  tenantName: 'tenant.tenantName',
  abbr: 'tenant.abbr',
  createTime: 'tenant.createdAt',
})

/** Puts tenants in the order that was asked for. */
export const orderedTenants = (
  query: SelectQueryBuilder<Database, 'tenant', object>,
  ordering: TenantOrdering,
) => inOrder(query, tenantOrder(ordering))
