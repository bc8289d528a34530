import * as z from 'zod/mini'
import { shownAccessPeriod, shownRolePeriod } from '../core/access-period.ts'
import { displayedEmail } from '../core/email.ts'

/** State of a tenant user. Disabled (1) applies to this tenant only. */
export const membershipStatus = { enabled: 0, disabled: 1 } as const

/** Membership of a user in a tenant. */
export const TenantUser = z.object({
  id: z.string(),
  userId: z.string(),
  userName: z.string(),
  fullName: z.string(),
  /** Full name in the form shown in the caller's language. Not in the specification. */
  displayName: z.string(),
  email: displayedEmail,
  /** 1 if the address is not verified. Not in the specification. */
  emailValid: z.number(),
  phone: z.string(),
  /** 1 if the number is not verified. Not in the specification. */
  phoneValid: z.number(),
  /** Id of the tenant role, or ''. */
  role: z.string(),
  /** Names of role, type and position in the caller's language, or ''. */
  roleName: z.string(),
  /** Id of a dictionary entry, or ''. */
  typeId: z.string(),
  typeName: z.string(),
  /** Id of a dictionary entry, or ''. */
  positionId: z.string(),
  positionName: z.string(),
  /** 0 enabled, 1 disabled. */
  enabled: z.number(),
  /** State of the user's account: '1' cannot sign in anywhere. */
  status: z.string(),
  ...shownAccessPeriod,
  ...shownRolePeriod,
  /** ISO 8601, UTC. */
  joinDate: z.string(),
  tenantId: z.string(),
  tenantName: z.string(),
  /** Names of the user's departments in the tenant, or ''. */
  departmentName: z.string(),
  /** Whether the caller may change, disable and remove the user in this tenant. Not in the specification. */
  reachable: z.boolean(),
  /** Whether the caller may change the user's name, e-mail address and phone number. Not in the specification. */
  important: z.boolean(),
  /** Version of the membership, sent with a change of role, type, position or state. */
  rowVersion: z.number(),
  /** Version of the user, sent with a change of name, address or number. Not in the specification. */
  userVersion: z.number(),
})
export type TenantUser = z.output<typeof TenantUser>

/**
 * A user who can be added to a tenant. A tenant administrator sees user name, address and number unmasked only if
 * they searched for the full value.
 */
export const UnassignedUser = z.object({
  /** Id for adding the user to a tenant; only the platform gets the user's own id. */
  id: z.string(),
  fullName: z.string(),
  /** Full name in the form shown in the caller's language. Not in the specification. */
  displayName: z.string(),
  userName: z.string(),
  email: displayedEmail,
  /** 1 if the address is not verified. Not in the specification. */
  emailValid: z.number(),
  phone: z.string(),
  /** 1 if the number is not verified. Not in the specification. */
  phoneValid: z.number(),
})
export type UnassignedUser = z.output<typeof UnassignedUser>
