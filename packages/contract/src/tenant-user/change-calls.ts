import * as z from 'zod/mini'
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
    'Add people to a tenant, all of them or none; those who belong to it already stay as they are. Whoever is added by a tenant administrator is told by e-mail',
  access: menu('tenantUser'),
  effect: 'write',
  request: z.object({
    tenantId: reference,
    ...membership,
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
    'Change role, type and position of a tenant user, or enable or disable them: disabled, they lose access to this tenant at once; what is left out stays as it is',
  access: menu('tenantUser'),
  effect: 'write',
  request: z.object({
    id,
    role: z.optional(membership.role),
    typeId: z.optional(membership.typeId),
    positionId: z.optional(membership.positionId),
    enabled: z.optional(oneOf(membershipStatus.enabled, membershipStatus.disabled)),
    rowVersion,
  }),
  response: noData,
  done: 'done.edited',
})

export const tenantUserUpdateImportant = call({
  method: 'POST',
  path: '/tenantUser/update/important',
  summary:
    'Change name, e-mail address and phone number of a tenant user: by a tenant administrator where they belong to no other tenant and have no system role. The version is that of the person (`userVersion`), not of their place in the tenant',
  access: menu('tenantUser'),
  effect: 'write',
  request: UserImportant,
  response: noData,
  done: 'done.edited',
})

export const tenantUserDelete = call({
  method: 'GET',
  path: '/tenantUser/delete',
  summary: 'Remove somebody from a tenant; their account stays',
  access: menu('tenantUser'),
  effect: 'write',
  request: z.object({ id }),
  response: noData,
  done: 'tenantUser.done.removed',
})
