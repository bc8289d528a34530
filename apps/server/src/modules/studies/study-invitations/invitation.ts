import type { ProductGrant } from '@atrium/contract'

/** Whom somebody invites to what: the same for every product. */
export interface StudyInvitation {
  readonly tenantId: string
  readonly studyUrlId: string
  /** How people are authorized in the product. */
  readonly style: number
  readonly tenantUserIds: readonly string[]
  readonly addresses: readonly string[]
  /** Membership of the people who join the tenant. */
  readonly roleId: string
  readonly typeId: string
  readonly grant: ProductGrant
  /** Sites of the study at which they are authorized; none for the study as a whole, as with `grant.allSites`. */
  readonly studySiteIds: readonly string[]
  /** The studies that its roles name: this one, or '' for it. */
  readonly studyIds: readonly string[]
  /** Names of the call's fields. */
  readonly fields: Readonly<Record<'people' | 'addresses' | 'role' | 'type' | 'sites' | 'roles', string>>
}

/** Somebody who is in the tenant. */
export interface Person {
  readonly tenantUserId: string
  readonly userId: string
  readonly fullName: string
  /** Whether they are shut out of the tenant. */
  readonly disabled: boolean
  /** Of the address that they have verified. */
  readonly emailKey: string | null
  /** Whether they were chosen, and not named by their address. */
  readonly chosen: boolean
}
