import type { Generated } from 'kysely'
import type { Edited, Json, TenantKey } from './columns.ts'

/**
 * Which changes need a reason in a tenant, under the tenant's id. Tenant '0' is the platform, whose row holds in
 * tenants without a row and in those that follow it. Without any row the contract's default applies.
 */
export interface ChangeReasonPolicyTable extends TenantKey, Edited {
  follows: Generated<boolean>
  /** Kinds of changes, see `reasonKinds` of the contract. */
  kinds: string[]
  /** The contract's `ListedReason`s, in order. */
  reasons: Json
}
