import type { ProductGrant } from '@atrium/contract'
import type { Period } from '../../access/index.ts'

type FieldOf = 'people' | 'addresses' | 'role' | 'type' | 'sites' | 'roles' | 'from' | 'until'

/** Invitation of people to a product within a study, in the same form for every product. */
export interface StudyInvitation {
  readonly tenantId: string
  readonly studyUrlId: string
  /** Authorization style of the product. */
  readonly style: number
  readonly tenantUserIds: readonly string[]
  readonly addresses: readonly string[]
  /** Tenant role and user type of people who join the tenant; '' if the call invites nobody by an address. */
  readonly roleId: string
  readonly typeId: string
  /** Period of the membership of people who join the tenant. */
  readonly memberPeriod: Period
  /** Grants in the product, with their period. */
  readonly grant: ProductGrant
  /** Sites of the study at which the people are authorized; empty for the study as a whole, as with `grant.allSites`. */
  readonly studySiteIds: readonly string[]
  /** Study ids sent with the roles; each must be this study or ''. */
  readonly studyIds: readonly string[]
  /** Field names of the call, for errors. */
  readonly fields: Readonly<Record<FieldOf, string>>
}

/** Member of the tenant who is to be authorized. */
export interface Person {
  readonly tenantUserId: string
  readonly userId: string
  /** Full name in the caller's language. */
  readonly name: string
  /** Whether the user is disabled in the tenant, or the membership has ended. */
  readonly disabled: boolean
  /** Comparison key of the user's verified e-mail address; null if it is not verified. */
  readonly emailKey: string | null
  /** Whether the user was selected as a member, rather than found by an address. */
  readonly chosen: boolean
}
