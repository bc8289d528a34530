import { type Language, type MenuEntry, type MenuGroup, rootMenuId } from '@atrium/contract'
import type { Trx } from '../../database/transaction.ts'

interface MenuRow {
  readonly id: string
  readonly parentId: string
  readonly name: string
  readonly nameEn: string
  readonly url: string
  readonly icon: string
}

const openMenus = (trx: Trx) =>
  trx.selectFrom('openMenu').select(['id', 'parentId', 'name', 'nameEn', 'url', 'icon', 'seq'])

/** The menus that are open; for a caller without all of them, those that an open role of theirs holds. */
const heldMenus = (trx: Trx, userId: string): Promise<MenuRow[]> => {
  const roles = trx.selectFrom('openRole').where('userId', '=', userId)
  return openMenus(trx)
    .where((where) =>
      where.or([
        where.exists(roles.select('roleId').where('superAdmin', '=', true)),
        where('parentId', '=', rootMenuId),
        where(
          'id',
          'in',
          trx.selectFrom('roleMenu').select('menuId').where('roleId', 'in', roles.select('roleId')),
        ),
      ]),
    )
    .orderBy('seq')
    .orderBy('id')
    .execute()
}

const toEntry = (row: MenuRow, language: Language): MenuEntry => ({
  id: row.id,
  parentId: row.parentId,
  name: (language === 'en' && row.nameEn) || row.name,
  url: row.url,
  icon: row.icon,
})

/**
 * The menu of a user: groups in their order, each with the entries that the user's roles hold; a group
 * without any is left out.
 */
export const menuListOf = async (trx: Trx, userId: string, language: Language): Promise<MenuGroup[]> => {
  const rows = await heldMenus(trx, userId)
  const entries = Map.groupBy(rows, ({ parentId }) => parentId)
  return (entries.get(rootMenuId) ?? []).flatMap((group) => {
    const list = (entries.get(group.id) ?? []).map((row) => toEntry(row, language))
    return list.length > 0 ? [{ ...toEntry(group, language), list }] : []
  })
}
