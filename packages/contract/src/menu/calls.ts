import * as z from 'zod/mini'
import { callOf, menu } from '../core/call.ts'
import { id, noData, noFields } from '../core/fields.ts'
import { ids } from '../core/lists.ts'
import { Menu, MenuChange, MenuInput, MenuWithEntries } from './entities.ts'

const call = callOf('menu')

export const menuTree = call({
  method: 'POST',
  path: '/sys/menu/list',
  summary: 'Menu tree, including disabled menus',
  access: menu('menu', 'role'),
  effect: 'read',
  request: noFields,
  response: z.array(MenuWithEntries),
})

export const menuInfo = call({
  method: 'GET',
  path: '/sys/menu/info',
  summary: 'One menu',
  access: menu('menu'),
  effect: 'read',
  request: z.object({ id }),
  response: Menu,
})

export const menuSave = call({
  method: 'POST',
  path: '/sys/menu/save',
  summary: 'Add a menu group, or an entry to a group',
  access: menu('menu'),
  effect: 'write',
  request: MenuInput,
  response: z.string(),
})

export const menuUpdate = call({
  method: 'POST',
  path: '/sys/menu/update',
  summary: 'Change a menu',
  access: menu('menu'),
  effect: 'write',
  request: MenuChange,
  response: noData,
  done: 'done.edited',
})

export const menuOrder = call({
  method: 'POST',
  path: '/sys/menu/order',
  summary: 'Reorder the entries of a group, or the groups',
  access: menu('menu'),
  effect: 'write',
  /** All children of the parent, in the new order. */
  request: z.object({ parentId: id, ids }),
  response: noData,
  done: 'done.edited',
  addition: 'Dragging a menu also moves its siblings, so one call saves the order of all of them.',
})

export const menuDelete = call({
  method: 'POST',
  path: '/sys/menu/delete',
  summary: 'Delete menus that no role includes, all or none',
  access: menu('menu'),
  effect: 'write',
  request: z.object({ ids }),
  response: noData,
})
