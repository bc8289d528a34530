import type { RequestOf, userList } from '@atrium/contract'
import type { SelectQueryBuilder } from 'kysely'
import type { Database } from '../../../database/index.ts'

export type Order = Pick<RequestOf<typeof userList>, 'sortBy' | 'sortOrder'>

const columns = {
  fullName: 'appUser.fullName',
  userName: 'appUser.userNameKey',
  email: 'appUser.email',
  phone: 'appUser.phone',
  status: 'appUser.status',
  createTime: 'appUser.createdAt',
} as const

/** The column and direction that were asked for; by default the latest first. */
export const placeOf = ({ sortBy = 'createTime', sortOrder }: Order) => ({
  column: columns[sortBy],
  direction: sortOrder ?? (sortBy === 'createTime' ? ('desc' as const) : ('asc' as const)),
})

/** Puts users in the order that was asked for. */
export function ordered(query: SelectQueryBuilder<Database, 'appUser', object>, order: Order) {
  const { column, direction } = placeOf(order)
  return query.orderBy(column, direction).orderBy('appUser.id', direction)
}
