import {
  codes,
  globalTenantId,
  type MenuCode,
  type menuDelete,
  type menuOrder,
  type menuSave,
  menuUpdate,
  openStatus,
  type RequestOf,
  rootMenuId,
  type TextKey,
} from '@atrium/contract'
import { sql } from 'kysely'
import { deletingAll, entity, type Row, saving, type Uses } from '../../platform/crud/index.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { type FieldIssue, fieldIssue, reject } from '../../platform/http/rejection.ts'
import type { Work } from '../../platform/http/work.ts'

/**
 * Serializes changes of the menu tree, because the two-level rule and the order concern several rows. Such changes
 * are rare.
 */
const lockTree = async (trx: Trx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('menu tree', 0))`.execute(trx)
}

const lastingCodes: readonly unknown[] = ['role', 'menu'] satisfies MenuCode[]

/** Returns whether a menu leads to the screens for editing roles and menus. Without them no one could undo a change. */
const isIndispensable = (code: unknown): boolean => lastingCodes.includes(code)

/** Returns the number of entries in a group. */
async function childrenOf(trx: Trx, id: string): Promise<number> {
  const query = trx.selectFrom('menu').select((eb) => eb.fn.countAll<number>().as('count'))
  return (await query.where('parentId', '=', id).executeTakeFirstOrThrow()).count
}

/** Counts the entries of a group and the roles that include the menu. */
async function menuUses(trx: Trx, { id }: Row<'menu'>): Promise<Uses> {
  const roles = await trx
    .selectFrom('roleMenu')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('menuId', '=', id)
    .executeTakeFirstOrThrow()
  return { 'menu.use.children': await childrenOf(trx, id), 'role.use.roles': roles.count }
}

const find = (trx: Trx, id: string) =>
  trx.selectFrom('menu').select(['id', 'parentId', 'status']).where('id', '=', id).executeTakeFirst()

/**
 * Checks that menus keep to two levels: a parent must be a group, and a group with entries cannot move into another
 * group.
 */
async function parentIssue(
  trx: Trx,
  { parentId }: MenuFields,
  row: Row<'menu'> | undefined,
): Promise<TextKey[]> {
  if (parentId === rootMenuId) return []
  const parent = await find(trx, parentId)
  if (!parent) return ['rule.reference']
  if (parent.parentId !== rootMenuId || parent.id === row?.id) return ['menu.rule.group']
  return row && (await childrenOf(trx, row.id)) > 0 ? ['menu.rule.hasChildren'] : []
}

const isClosed = ({ status }: { readonly status: unknown }): boolean => status === openStatus.closed

type FieldName = 'parentId' | 'status' | 'url'

/** Checks that the entries for editing roles and menus stay reachable: open, in an open group, at the same URL. */
async function indispensableEntryIssues(trx: Trx, menu: MenuFields, row: Row<'menu'>): Promise<FieldName[]> {
  const parent = await find(trx, menu.parentId)
  return [
    ...(!parent || isClosed(parent) ? (['parentId'] as const) : []),
    ...(isClosed(menu) ? (['status'] as const) : []),
    ...(menu.url !== row.url ? (['url'] as const) : []),
  ]
}

/** Checks that a group with such an entry stays open. */
async function groupIssues(trx: Trx, menu: MenuFields, row: Row<'menu'>): Promise<FieldName[]> {
  if (!isClosed(menu)) return []
  const entries = await trx.selectFrom('menu').select('code').where('parentId', '=', row.id).execute()
  return entries.some(({ code }) => isIndispensable(code)) ? ['status'] : []
}

const indispensableIssues = (
  trx: Trx,
  menu: MenuFields,
  row: Row<'menu'> | undefined,
): Promise<FieldName[]> | FieldName[] => {
  if (!row) return []
  return isIndispensable(row.code) ? indispensableEntryIssues(trx, menu, row) : groupIssues(trx, menu, row)
}

/** Returns the fields that break the menu tree or would lock everyone out of editing it. */
async function menuIssues(
  trx: Trx,
  menu: MenuFields,
  row: Row<'menu'> | undefined,
): Promise<FieldIssue<FieldName>[]> {
  const parentIssues = await parentIssue(trx, menu, row)
  if (parentIssues.length > 0) return parentIssues.map((key) => fieldIssue('parentId', key))
  return (await indispensableIssues(trx, menu, row)).map((field) => fieldIssue(field, 'menu.rule.lasting'))
}

type MenuFields = RequestOf<typeof menuUpdate>

/** Menu groups and entries, as platform administrators edit them. */
const menus = entity('menu', menuUpdate, {
  tenantOf: () => globalTenantId,
  computed: ({ parentId }) => ({ resourceType: parentId === rootMenuId ? 'group' : 'menu' }),
  rules: ({ trx, input }, row) => menuIssues(trx, input, row),
  unique: { menu_name_unique: 'name' },
  uses: menuUses,
})

const save = saving(menus)
const removeAll = deletingAll(menus)

/** Adds a menu. Roles decide which users see it. */
export async function addMenu(work: Work<typeof menuSave>): Promise<string> {
  await lockTree(work.trx)
  return save({ ...work, input: { ...work.input, id: '' } })
}

/**
 * Adds the new group of a moved entry to the roles that include the entry, because a role with an entry also needs
 * its group.
 */
const addGroupToRoles = (trx: Trx, id: string) =>
  sql`insert into role_menu (role_id, menu_id)
    select held.role_id, menu.parent_id from role_menu held join menu on menu.id = held.menu_id
    where menu.id = ${id} and menu.parent_id <> ${rootMenuId}
    on conflict do nothing`.execute(trx)

/** Removes the previous group from the roles that include a moved entry. Roles with another entry of that group keep it. */
const removeGroupFromRoles = (trx: Trx, id: string, groupId: string) =>
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
    await addGroupToRoles(trx, input.id)
    await removeGroupFromRoles(trx, input.id, before)
  }
  return null
}

/**
 * Returns the ids of menus to delete, entries before groups. Rejects menus for editing roles and menus themselves.
 * Ids that do not exist are rejected too.
 */
async function removable(trx: Trx, ids: readonly string[]): Promise<string[]> {
  const found = await trx
    .selectFrom('menu')
    .select(['id', 'code', 'parentId'])
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  if (found.length < ids.length) reject(codes.notFound)
  if (found.some(({ code }) => isIndispensable(code))) reject(codes.conflict, 'menu.refusal.lasting')
  const isGroup = ({ parentId }: { readonly parentId: string }) => parentId === rootMenuId
  return found.sort((one, other) => Number(isGroup(one)) - Number(isGroup(other))).map(({ id }) => id)
}

/** Deletes menus that no role includes, or none of them. A group can be deleted together with its last entries. */
export async function deleteMenus(work: Work<typeof menuDelete>): Promise<null> {
  await lockTree(work.trx)
  const ids = await removable(work.trx, work.input.ids)
  return removeAll({ ...work, input: { ids } })
}

/** Step between the order numbers of neighbours, so that a menu can be inserted between two. */
const gap = 10

/** Reorders all children of a menu. Rejects the order if entries were added or removed in the meantime. */
export async function orderMenus({ input, trx, audit }: Work<typeof menuOrder>): Promise<null> {
  const { parentId, ids } = input
  await lockTree(trx)
  const rows = await trx
    .selectFrom('menu')
    .select('id')
    .where('parentId', '=', parentId)
    .orderBy('seq')
    .orderBy('id')
    .execute()
  const before = rows.map(({ id }) => id)
  if (!new Set(before).isSubsetOf(new Set(ids)) || before.length !== ids.length) {
    reject(codes.conflict, 'menu.refusal.changed')
  }
  await sql`update menu set seq = wanted.place * ${gap}::int, row_version = row_version + 1, updated_at = now()
    from unnest(${ids}::text[]) with ordinality as wanted (id, place)
    where menu.id = wanted.id and menu.seq <> wanted.place * ${gap}::int`.execute(trx)
  audit({ entity: 'menu', entityId: parentId, before: { ids: before }, after: { ids } })
  return null
}
