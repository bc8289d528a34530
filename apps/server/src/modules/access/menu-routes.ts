import {
  codes,
  isForTenants,
  type Language,
  type Menu,
  type MenuWithEntries,
  menuDelete,
  menuInfo,
  menuOrder,
  menuSave,
  menuTree,
  menuUpdate,
  rootMenuId,
} from '@atrium/contract'
import type { Selectable } from 'kysely'
import { nameIn } from '../../platform/crud/index.ts'
import type { MenuTable } from '../../platform/database/tables/roles.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { reject } from '../../platform/http/rejection.ts'
import { handle, type Route } from '../../platform/http/route.ts'
import type { Work } from '../../platform/http/work.ts'
import { addMenu, changeMenu, deleteMenus, orderMenus } from './menus.ts'

type FoundMenu = Selectable<MenuTable> & { displayName: string }

const toMenu = ({ code, createdAt: _c, updatedAt: _u, ...menu }: FoundMenu): Menu => ({
  ...menu,
  forTenants: isForTenants(code),
})

const presented = (trx: Trx, language: Language) =>
  trx.selectFrom('menu').selectAll().select(nameIn(language, 'menu.name').as('displayName'))

/** Returns all menus, including closed ones: groups in order, each with its entries in order. */
async function listMenus({ trx, language }: Work<typeof menuTree>): Promise<MenuWithEntries[]> {
  const rows = await presented(trx, language).orderBy('seq').orderBy('id').execute()
  const children = Map.groupBy(rows, ({ parentId }) => parentId)
  const below = (id: string) => children.get(id) ?? []
  return below(rootMenuId).map((group) => ({ ...toMenu(group), list: below(group.id).map(toMenu) }))
}

/** Returns one menu. */
async function findMenu({ input, trx, language }: Work<typeof menuInfo>): Promise<Menu> {
  const row = await presented(trx, language).where('id', '=', input.id).executeTakeFirst()
  return row ? toMenu(row) : reject(codes.notFound)
}

export const menuRoutes: readonly Route[] = [
  handle(menuTree, listMenus),
  handle(menuInfo, findMenu),
  handle(menuSave, addMenu),
  handle(menuUpdate, changeMenu),
  handle(menuOrder, orderMenus),
  handle(menuDelete, deleteMenus),
]
