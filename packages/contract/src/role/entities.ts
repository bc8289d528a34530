import * as z from 'zod/mini'
import { entityOf, updateOf } from '../core/entity.ts'
import { id, oneOf, openOrClosed, requiredName, rowVersion, text } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'

export const roleTypes = { system: 1, tenant: 2 } as const
/** Whether a role has every menu. */
export const superAdmin = { yes: 0, no: 1 } as const

/** The delivered tenant role without menus, the default for users who join a tenant. */
export const tenantMemberRole = 'tenant-member'

const fields = {
  name: requiredName(50),
  nameEn: text(100),
  description: text(500),
  /** English description. Not in the specification. */
  descriptionEn: text(500),
  /** 0 open, 1 closed. Holders of a closed role have no rights from it. */
  status: openOrClosed,
  /** 1 system role, 2 tenant role. */
  roleType: oneOf(roleTypes.system, roleTypes.tenant),
  /** 0 if the role has every menu. */
  superAdmin: z._default(oneOf(superAdmin.yes, superAdmin.no), superAdmin.no),
}

const withMenus = {
  ...fields,
  /** Ids of the role's menus, including their groups. */
  resourceIdList: z._default(
    z.array(id, textKey('rule.choice')).check(z.maxLength(1000, textKey('rule.tooMany'))),
    [],
  ),
}

export const RoleInput = z.object({ ...withMenus, rowVersion })
export const RoleChange = updateOf(withMenus)

export const Role = entityOf(fields, {
  /** Name in the caller's language. */
  displayName: z.string(),
  /** Description in the caller's language. */
  displayDescription: z.string(),
})
export type Role = z.output<typeof Role>

export const RoleWithMenus = z.extend(Role, {
  resourceIdList: z.array(z.string()),
  /** Whether any user has the role. If so, its type cannot change. */
  inUse: z.boolean(),
})
export type RoleWithMenus = z.output<typeof RoleWithMenus>
