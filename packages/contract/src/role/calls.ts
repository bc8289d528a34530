import * as z from 'zod/mini'
import { callOf, menu } from '../core/call.ts'
import { id, noData, oneOf, openStatus, text } from '../core/fields.ts'
import { ids, listOf, ordering, paging } from '../core/lists.ts'
import { Role, RoleChange, RoleInput, RoleWithMenus, roleTypes } from './entities.ts'

const call = callOf('role')

export const roleList = call({
  method: 'POST',
  path: '/sys/role/list',
  summary: 'Roles by name, type and status',
  access: menu('role'),
  effect: 'read',
  request: z.object({
    name: text(100),
    /** Limits the list to this type or state. */
    roleType: z.optional(oneOf(roleTypes.system, roleTypes.tenant)),
    status: z.optional(oneOf(openStatus.open, openStatus.closed)),
    ...ordering(['name', 'roleType', 'createTime']),
    ...paging,
  }),
  response: listOf(Role),
})

export const roleInfo = call({
  method: 'GET',
  path: '/sys/role/info',
  summary: 'One role with its menus',
  access: menu('role'),
  effect: 'read',
  request: z.object({ id }),
  response: RoleWithMenus,
})

export const roleSave = call({
  method: 'POST',
  path: '/sys/role/save',
  summary: 'Add a role with its menus',
  access: menu('role'),
  effect: 'write',
  request: RoleInput,
  response: z.string(),
})

export const roleUpdate = call({
  method: 'POST',
  path: '/sys/role/update',
  summary: 'Change a role and its menus',
  access: menu('role'),
  effect: 'write',
  request: RoleChange,
  response: noData,
  done: 'done.edited',
})

export const roleDelete = call({
  method: 'POST',
  path: '/sys/role/delete',
  summary: 'Delete roles that no user has, all or none',
  access: menu('role'),
  effect: 'write',
  request: z.object({ ids }),
  response: noData,
})
