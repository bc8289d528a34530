import * as z from 'zod/mini'
import { callOf, menu } from '../core/call.ts'
import { id, optionalId, reference, text } from '../core/fields.ts'
import { listOf, Option, ordering, paging } from '../core/lists.ts'
import { textKey } from '../core/texts.ts'
import { TenantUser, UnassignedUser } from './entities.ts'

const call = callOf('tenantUser')

/** Whether to include special users. */
const searchAll = z._default(z.boolean(textKey('rule.choice')), false)

export const tenantUserList = call({
  method: 'POST',
  path: '/tenantUser/list',
  summary: 'Users of the caller’s tenants, or of one tenant, by user name, keyword and department',
  access: menu('tenantUser', 'userDepartment', 'authorization'),
  effect: 'read',
  request: z.object({
    tenantId: optionalId,
    /** Part of the user name. */
    userName: text(64),
    /** Part of the full name, e-mail address or phone number. */
    keyWord: text(100),
    /** Users of this department, without its child departments. */
    departmentId: optionalId,
    searchAll,
    ...ordering(['fullName', 'userName', 'email', 'enabled', 'joinDate']),
    ...paging,
  }),
  response: listOf(TenantUser),
})

export const tenantUserInfo = call({
  method: 'GET',
  path: '/tenantUser',
  summary: 'One tenant user',
  access: menu('tenantUser', 'userDepartment'),
  effect: 'read',
  request: z.object({ id }),
  response: TenantUser,
})

export const tenantRoles = call({
  method: 'GET',
  path: '/base/tenant/user/role',
  summary:
    'Enabled tenant roles that the caller may grant in a tenant, by default in the caller’s first tenant',
  access: menu('tenantUser', 'authorization'),
  effect: 'read',
  request: z.object({ tenantId: optionalId }),
  response: z.array(
    z.extend(Option, {
      /**
       * Names of the screens that the role opens; empty for a role that only makes users members. Not in the
       * specification.
       */
      menus: z.array(z.string()),
    }),
  ),
})

export const tenantUserUnassigned = call({
  method: 'POST',
  path: '/tenantUser/list/unselect',
  summary:
    'Users who are not in a tenant; the platform may search by keyword, others only by complete user name, e-mail address or phone number',
  access: menu('tenantUser'),
  effect: 'read',
  request: z.object({
    tenantId: reference,
    /**
     * For the platform, part of the full name, user name, e-mail address or phone number. All others must give the
     * whole user name, e-mail address or phone number; otherwise nobody is found.
     */
    keyWord: text(254),
    searchAll,
    ...paging,
  }),
  response: listOf(UnassignedUser),
})
