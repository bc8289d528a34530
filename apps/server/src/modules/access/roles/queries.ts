import { codes, type Language, type Role, type roleInfo, type roleList } from '@atrium/contract'
import type { Selectable, SelectQueryBuilder } from 'kysely'
import { nameIn, pageOf } from '../../../crud/index.ts'
import type { Database } from '../../../database/index.ts'
import { escapeLike } from '../../../database/search.ts'
import type { RoleTable } from '../../../database/tables/roles.ts'
import type { Trx } from '../../../database/transaction.ts'
import { refuse, type Work } from '../../../http/index.ts'
import { menusOf } from './held-menus.ts'
import { isInUse } from './uses.ts'

type RoleQuery = SelectQueryBuilder<Database, 'role', object>
type FoundRole = Selectable<RoleTable> & { displayName: string }

const toRole = ({ createdAt: _c, updatedAt: _u, ...role }: FoundRole): Role => role

const presented = (query: RoleQuery, language: Language) =>
  query.selectAll('role').select(nameIn(language, 'role.name').as('displayName'))

/** The roles whose name contains a text, in either language. There are few of them. */
const matching = (trx: Trx, name: string): RoleQuery => {
  const pattern = `%${escapeLike(name)}%`
  const all: RoleQuery = trx.selectFrom('role')
  if (name === '') return all
  return all.where(({ or, eb }) =>
    or([eb('role.name', 'ilike', pattern), eb('role.nameEn', 'ilike', pattern)]),
  )
}

const columns = { name: 'displayName', roleType: 'role.roleType', createTime: 'role.createdAt' } as const

/** Answers one page of the roles, the latest first unless another order is asked for. */
export async function listRoles({ input, trx, language }: Work<typeof roleList>) {
  const { sortBy = 'createTime', sortOrder = sortBy === 'createTime' ? 'desc' : 'asc' } = input
  return pageOf(
    trx,
    matching(trx, input.name),
    input,
    (query) => presented(query, language).orderBy(columns[sortBy], sortOrder).orderBy('role.id', sortOrder),
    toRole,
  )
}

/** Answers one role with the menus that it holds. */
export async function findRole({ input, trx, language }: Work<typeof roleInfo>) {
  const role = await presented(trx.selectFrom('role'), language).where('id', '=', input.id).executeTakeFirst()
  if (!role) refuse(codes.notFound)
  return {
    ...toRole(role),
    resourceIdList: await menusOf(trx, role.id),
    inUse: await isInUse(trx, role.id),
  }
}
