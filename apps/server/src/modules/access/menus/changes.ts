import { codes, type menuDelete, type menuSave, type menuUpdate, rootMenuId } from '@atrium/contract'
import { sql } from 'kysely'
import { deletingAll, saving } from '../../../crud/index.ts'
import type { Trx } from '../../../database/transaction.ts'
import { refuse, type Work } from '../../../http/index.ts'
import { menus } from './entity.ts'
import { isLasting } from './lasting.ts'
import { lockTree } from './tree-lock.ts'

const save = saving(menus)
const removeAll = deletingAll(menus)

/** Adds a menu. Who is to see it is decided by roles. */
export async function addMenu(work: Work<typeof menuSave>): Promise<string> {
  await lockTree(work.trx)
  return save({ ...work, input: { ...work.input, id: '' } })
}

/** Who holds an entry holds its group too: roles say so of the group that it has come into. */
const giveGroup = (trx: Trx, id: string) =>
  sql`insert into role_menu (role_id, menu_id)
    select held.role_id, menu.parent_id from role_menu held join menu on menu.id = held.menu_id
    where menu.id = ${id} and menu.parent_id <> ${rootMenuId}
    on conflict do nothing`.execute(trx)

/** The group that an entry has left stays with those who hold another entry of it. */
const takeGroup = (trx: Trx, id: string, groupId: string) =>
  sql`delete from role_menu held
    where held.menu_id = ${groupId}
      and exists (select from role_menu other where other.role_id = held.role_id and other.menu_id = ${id})
      and not exists (
        select from role_menu other join menu on menu.id = other.menu_id
        where other.role_id = held.role_id and menu.parent_id = ${groupId})`.execute(trx)

const groupOf = async (trx: Trx, id: string): Promise<string> => {
  const row = await trx.selectFrom('menu').select('parentId').where('id', '=', id).executeTakeFirst()
  return row?.parentId ?? rootMenuId
}

/** Changes a menu. */
export async function changeMenu(work: Work<typeof menuUpdate>): Promise<null> {
  const { trx, input } = work
  await lockTree(trx)
  const before = await groupOf(trx, input.id)
  await save(work)
  if (input.parentId !== before) {
    await giveGroup(trx, input.id)
    await takeGroup(trx, input.id, before)
  }
  return null
}

/** The menus among some, entries before groups; those that lead to roles and menus themselves are refused. */
async function removable(trx: Trx, ids: readonly string[]): Promise<string[]> {
  const found = await trx
    .selectFrom('menu')
    .select(['id', 'code', 'parentId'])
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  if (found.length < ids.length) refuse(codes.notFound)
  if (found.some(({ code }) => isLasting(code))) refuse(codes.conflict, 'refusal.lastingMenu')
  const isGroup = ({ parentId }: { readonly parentId: string }) => parentId === rootMenuId
  return found.sort((one, other) => Number(isGroup(one)) - Number(isGroup(other))).map(({ id }) => id)
}

/** Deletes menus that no role holds, groups with their last entries: all of them or none. */
export async function deleteMenus(work: Work<typeof menuDelete>): Promise<null> {
  await lockTree(work.trx)
  const ids = await removable(work.trx, work.input.ids)
  return removeAll({ ...work, input: { ids } })
}
