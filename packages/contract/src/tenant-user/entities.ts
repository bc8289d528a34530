import * as z from 'zod/mini'
import { answeredEmail } from '../core/email.ts'

/** State of a tenant user: 1 is disabled in this tenant only. */
export const membershipStatus = { enabled: 0, disabled: 1 } as const

/** A membership. */
export const TenantUser = z.object({
  id: z.string(),
  userId: z.string(),
  userName: z.string(),
  fullName: z.string(),
  /** An addition: the full name as it is shown in the caller's language. */
  displayName: z.string(),
  email: answeredEmail,
  /** An addition: 1: the address is not verified. */
  emailValid: z.number(),
  phone: z.string(),
  /** An addition: 1: the number is not verified. */
  phoneValid: z.number(),
  /** The id of the tenant role, or ''. */
  role: z.string(),
  /** The names of role, type and position are in the caller's language, or ''. */
  roleName: z.string(),
  /** An entry of the dictionary, or ''. */
  typeId: z.string(),
  typeName: z.string(),
  /** An entry of the dictionary, or ''. */
  positionId: z.string(),
  positionName: z.string(),
  /** 0 enabled, 1 disabled. */
  enabled: z.number(),
  /** The user's own: '1' cannot sign in anywhere. */
  status: z.string(),
  /** ISO 8601, UTC. */
  joinDate: z.string(),
  tenantId: z.string(),
  tenantName: z.string(),
  /** The names of the person's departments in the tenant, or ''. */
  departmentName: z.string(),
  /** An addition: whether the caller may change, disable and remove them here. */
  reachable: z.boolean(),
  /** An addition: whether the caller may change their name, e-mail address and phone number. */
  important: z.boolean(),
  /** Of the membership: sent by a change of role, type, position and state. */
  rowVersion: z.number(),
  /** An addition: the person's version, which a change of name, address and number sends. */
  userVersion: z.number(),
})
export type TenantUser = z.output<typeof TenantUser>

/**
 * A user who can be added to a tenant, with the id that adding takes. A tenant administrator sees user name, address
 * and number in full only if they typed them in full themselves; the rest is masked.
 */
export const UnassignedUser = z.object({
  /** The id for adding them; the user's own id for the platform only. */
  id: z.string(),
  fullName: z.string(),
  /** An addition: the full name as it is shown in the caller's language. */
  displayName: z.string(),
  userName: z.string(),
  email: answeredEmail,
  /** An addition: 1: the address is not verified. */
  emailValid: z.number(),
  phone: z.string(),
  /** An addition: 1: the number is not verified. */
  phoneValid: z.number(),
})
export type UnassignedUser = z.output<typeof UnassignedUser>
