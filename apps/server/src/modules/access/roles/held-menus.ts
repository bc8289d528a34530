import { rootMenuId, superAdmin } from '@atrium/contract'
import { sql } from 'kysely'
import type { Parts, Row } from '../../../crud/index.ts'
import type { Trx } from '../../../database/transaction.ts'
import type { RoleFields } from './entity.ts'

/** An administrator's role holds every menu and lists none: were it one no more, nothing would come back unseen. */
const listOf = ({ superAdmin: flag, resourceIdList }: RoleFields): string[] =>
  flag === superAdmin.yes ? [] : [...new Set(resourceIdList)].sort()

/** Some menus with the groups that they are in, each once. */
const withGroups = async (trx: Trx, ids: readonly string[]): Promise<string[]> => {
  const rows = await trx
    .selectFrom('menu')
    .select(['id', 'parentId'])
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  const groups = rows.map(({ parentId }) => parentId).filter((id) => id !== rootMenuId)
  return [...new Set([...rows.map(({ id }) => id), ...groups])]
}

/** The ids of the menus that a role holds, in the order of the ids. */
export const menusOf = async (trx: Trx, roleId: string): Promise<string[]> => {
  const rows = await trx.selectFrom('roleMenu').select('menuId').where('roleId', '=', roleId).execute()
  return rows.map(({ menuId }) => menuId).sort()
}

async function write(trx: Trx, { id: roleId }: Row<'role'>, input: RoleFields): Promise<void> {
  const wanted = await withGroups(trx, listOf(input))
  await trx
    .deleteFrom('roleMenu')
    .where('roleId', '=', roleId)
    .where('menuId', '<>', sql<string>`all(${wanted})`)
    .execute()
  if (wanted.length === 0) return
  await trx
    .insertInto('roleMenu')
    .values(wanted.map((menuId) => ({ roleId, menuId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export interface Held {
  readonly resourceIdList: string[]
}

/** The menus of a role, which stand in a table of their own. */
export const heldMenus: Parts<'role', RoleFields, Held> = {
  values: (input) => ({ resourceIdList: listOf(input) }),
  read: async (trx, { id }) => ({ resourceIdList: await menusOf(trx, id) }),
  write,
}
