import {
  codes,
  type Language,
  type RequestOf,
  type Role,
  roleDelete,
  roleInfo,
  roleList,
  roleSave,
  roleUpdate,
} from '@atrium/contract'
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { deletingAll, inNameOrder, nameIn, pageOf, saving } from '../../platform/crud/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { columnsContain } from '../../platform/database/search.ts'
import type { RoleTable } from '../../platform/database/tables/roles.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { reject } from '../../platform/http/rejection.ts'
import { handle, type Route } from '../../platform/http/route.ts'
import type { Work } from '../../platform/http/work.ts'
import { lastingRoles } from './delivered-roles.ts'
import { keepingAnAdministrator } from './granting.ts'
import { isInUse, menusOf, roles } from './roles.ts'

type RoleQuery = SelectQueryBuilder<Database, 'role', object>
type FoundRole = Selectable<RoleTable> & { displayName: string; displayDescription: string }

const toRole = ({ createdAt: _c, updatedAt: _u, ...role }: FoundRole): Role => role

const presented = (query: RoleQuery, language: Language) =>
  query
    .selectAll('role')
    .select(nameIn(language, 'role.name').as('displayName'))
    .select(nameIn(language, 'role.description').as('displayDescription'))

/** Selects roles by type, state and a part of the name in either language. The table is small. */
const matching = (trx: Trx, { name, roleType, status }: RequestOf<typeof roleList>): RoleQuery => {
  let all: RoleQuery = trx.selectFrom('role')
  if (roleType !== undefined) all = all.where('role.roleType', '=', roleType)
  if (status !== undefined) all = all.where('role.status', '=', status)
  return all.where(columnsContain(['role.name', 'role.nameEn'], name))
}

/** Fields by which the list can be sorted. */
const sortColumnOf = (sortBy: NonNullable<RequestOf<typeof roleList>['sortBy']>, language: Language) =>
  ({
    name: inNameOrder(nameIn(language, 'role.name')),
    roleType: sql.ref('role.roleType'),
    createTime: sql.ref('role.createdAt'),
  })[sortBy]

/** Returns one page of roles, newest first by default. */
async function listRoles({ input, trx, language }: Work<typeof roleList>) {
  const { sortBy = 'createTime', sortOrder = sortBy === 'createTime' ? 'desc' : 'asc' } = input
  return pageOf(
    trx,
    matching(trx, input),
    input,
    (query) =>
      presented(query, language)
        .orderBy(sortColumnOf(sortBy, language), sortOrder)
        .orderBy('role.id', sortOrder),
    toRole,
  )
}

/** Returns one role with its menus. */
async function findRole({ input, trx, language }: Work<typeof roleInfo>) {
  const role = await presented(trx.selectFrom('role'), language).where('id', '=', input.id).executeTakeFirst()
  if (!role) reject(codes.notFound)
  return {
    ...toRole(role),
    resourceIdList: await menusOf(trx, role.id),
    inUse: await isInUse(trx, role.id),
  }
}

const save = saving(roles)
const removeAll = deletingAll(roles)

const add = (work: Work<typeof roleSave>) => save({ ...work, input: { ...work.input, id: '' } })

async function change(work: Work<typeof roleUpdate>): Promise<null> {
  await keepingAnAdministrator(work.trx, () => save(work))
  return null
}

function remove(work: Work<typeof roleDelete>): Promise<null> {
  if (work.input.ids.some((id) => lastingRoles.includes(id))) reject(codes.conflict, 'role.refusal.delivered')
  return keepingAnAdministrator(work.trx, () => removeAll(work))
}

export const roleRoutes: readonly Route[] = [
  handle(roleList, listRoles),
  handle(roleInfo, findRole),
  handle(roleSave, add),
  handle(roleUpdate, change),
  handle(roleDelete, remove),
]
