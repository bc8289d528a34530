import * as z from 'zod/mini'
import { entityOf, inputOf } from '../core/entity.ts'
import { productId, reference, requiredText, text } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'

/** Maximum length of the reason for a rule. */
export const maxDutyReason = 500

/** Name of a role, as the product sent it (see `Named` in product/protocol.ts). */
const roleName = text(500)

const fields = {
  /** `globalTenantId` for a rule of the platform, which holds in every tenant. */
  tenantId: reference,
  softwareId: reference,
  /** Id of the role in the product. */
  roleId: productId,
  roleName,
  otherSoftwareId: reference,
  otherRoleId: productId,
  otherRoleName: roleName,
  /** What the rule is for. */
  reason: requiredText(maxDutyReason),
}

interface Pair {
  readonly softwareId: string
  readonly roleId: string
  readonly otherSoftwareId: string
  readonly otherRoleId: string
}

const isOfTwo = ({ softwareId, roleId, otherSoftwareId, otherRoleId }: Pair): boolean =>
  softwareId !== otherSoftwareId || roleId !== otherRoleId

export const DutyInput = inputOf(fields).check(
  z.refine(isOfTwo, { path: ['otherRoleId'], error: textKey('duty.rule.sameRole') }),
)

/** Who set a rule. The built-in one separates blinded from unblinded roles of RTSM, whatever their ids. */
export const dutyOrigins = ['builtIn', 'platform', 'tenant'] as const
export type DutyOrigin = (typeof dutyOrigins)[number]

/** Id of the built-in rule, whose products and roles are ''. */
export const builtInDuty = 'builtIn'

/** A pair of roles that one person may not hold in one study. */
export const DutyRule = entityOf(fields, {
  origin: z.enum(dutyOrigins),
  /** Names of the products in the caller's language. */
  softName: z.string(),
  otherSoftName: z.string(),
})
export type DutyRule = z.output<typeof DutyRule>

/** Roles of a person on one side of a rule. */
const HeldRoles = z.object({
  softwareId: z.string(),
  /** Product name in the caller's language. */
  softName: z.string(),
  /** Id of the study's link with the product. */
  studyUrlId: z.string(),
  /** In the product's own format; the id of a role without a name. */
  roleNames: z.array(z.string()),
})
export type HeldRoles = z.output<typeof HeldRoles>

/** A person who holds both sides of a rule in a study. */
export const DutyConflict = z.object({
  /** Unique in the list. */
  id: z.string(),
  tenantUserId: z.string(),
  /** Full name in the caller's language. */
  personName: z.string(),
  studyId: z.string(),
  studyName: z.string(),
  studyCode: z.string(),
  one: HeldRoles,
  other: HeldRoles,
  origin: z.enum(dutyOrigins),
  /** Reason of the rule; '' for the built-in one. */
  reason: z.string(),
  /** When the later of the two grants last changed (ISO 8601, UTC). */
  since: z.string(),
})
export type DutyConflict = z.output<typeof DutyConflict>
