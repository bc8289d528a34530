import { menuDelete, menuInfo, menuOrder, menuSave, menuTree, menuUpdate } from '@atrium/contract'
import { handle, type Route } from '../../../http/index.ts'
import { addMenu, changeMenu, deleteMenus } from './changes.ts'
import { orderMenus } from './order.ts'
import { findMenu, listMenus } from './queries.ts'

export const menuRoutes: readonly Route[] = [
  handle(menuTree, listMenus),
  handle(menuInfo, findMenu),
  handle(menuSave, addMenu),
  handle(menuUpdate, changeMenu),
  handle(menuOrder, orderMenus),
  handle(menuDelete, deleteMenus),
]
