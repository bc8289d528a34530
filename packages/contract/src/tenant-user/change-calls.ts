import * as z from 'zod/mini'
import {
  accessPeriod,
  changedAccessPeriod,
  changedRolePeriod,
  choosesEnd,
  extension,
  rolePeriod,
} from '../core/access-period.ts'
import { callOf, menu } from '../core/call.ts'
import { id, noData, oneOf, reference, requiredText, rowVersion } from '../core/fields.ts'
import { lookupLimit } from '../core/lists.ts'
import { textKey } from '../core/texts.ts'
import { UserImportant } from '../user/entities.ts'
import { membershipStatus } from './entities.ts'

const call = callOf('tenantUser')

/** Maximum number of users that one call adds. */
export const maxAdded = lookupLimit

/** Fields of a membership, all required. */
const membership = {
  /** Id of an open tenant role. The caller must have all of its menus in the tenant. */
  role: reference,
  /** An entry of category 3, global or the tenant's own. */
  typeId: reference,
  /** An entry of category 2, global or the tenant's own. */
  positionId: reference,
}

/**
 * An id from `/tenantUser/list/unselect`. For a tenant administrator it is valid for two hours and proves that they
 * found this user for this tenant; no other id is accepted.
 */
const foundUser = requiredText(200, textKey('rule.choose'))

export const tenantUserSave = call({
  method: 'POST',
  path: '/tenantUser/save/batch',
  summary:
    'Add users to a tenant, all or none, leaving existing tenant users unchanged. Users added by a tenant administrator are notified by e-mail',
  access: menu('tenantUser'),
  effect: 'write',
  request: z.object({
    tenantId: reference,
    ...membership,
    ...accessPeriod,
    ...rolePeriod,
    userIds: z.pipe(
      z
        .array(foundUser, textKey('rule.choose'))
        .check(z.minLength(1, textKey('rule.choose')), z.maxLength(maxAdded, textKey('rule.tooMany'))),
      z.transform((list: string[]) => [...new Set(list)]),
    ),
  }),
  response: z.object({
    /** Number of users added. */
    added: z.number(),
    /** Number of users who already belonged to the tenant. */
    present: z.number(),
  }),
})

export const tenantUserUpdateBase = call({
  method: 'POST',
  path: '/tenantUser/update/base',
  summary:
    'Change the role, type, position, status or periods of a tenant user; omitted fields stay unchanged. A disabled user loses access to the tenant',
  access: menu('tenantUser'),
  effect: 'write',
  request: z.object({
    id,
    role: z.optional(membership.role),
    typeId: z.optional(membership.typeId),
    positionId: z.optional(membership.positionId),
    enabled: z.optional(oneOf(membershipStatus.enabled, membershipStatus.disabled)),
    ...changedAccessPeriod,
    ...changedRolePeriod,
    rowVersion,
  }),
  response: noData,
  done: 'done.edited',
})

export const tenantUserExtend = call({
  method: 'POST',
  path: '/tenantUser/extend/batch',
  summary: 'Change the last day of memberships of one tenant, all or none; their first day stays unchanged',
  access: menu('tenantUser'),
  effect: 'write',
  request: z.object(extension).check(choosesEnd),
  response: noData,
  done: 'period.done.extended',
  addition: 'Memberships end on a day, and administrators extend those of many users in one act.',
})

export const tenantUserUpdateImportant = call({
  method: 'POST',
  path: '/tenantUser/update/important',
  summary:
    'Change the name, e-mail address and phone number of a tenant user; a tenant administrator may do so only if the user has no other tenant and no system role. The version is that of the user (`userVersion`), not of the membership',
  access: menu('tenantUser'),
  effect: 'write',
  request: UserImportant,
  response: noData,
  done: 'done.edited',
})

export const tenantUserDelete = call({
  method: 'GET',
  path: '/tenantUser/delete',
  summary: 'Remove a user from a tenant; the account stays',
  access: menu('tenantUser'),
  effect: 'write',
  request: z.object({ id }),
  response: noData,
  done: 'tenantUser.done.removed',
})
