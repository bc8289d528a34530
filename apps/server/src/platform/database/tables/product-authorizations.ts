import type { ProductGrant } from '@atrium/contract'
import type { ColumnType, Generated } from 'kysely'
import type { Edited, TenantKey, Text, Timestamp } from './columns.ts'

/**
 * What somebody may do in a product within a study, where that is more than to open it: the product is told, and may
 * refuse it. That they may open it, and where, `study_user` says. `rowVersion` goes up with what they may do, and not
 * with the tries to tell the product.
 */
export interface ProductAuthorizationTable extends TenantKey, Edited {
  studyUrlId: string
  tenantUserId: string | null
  /** The product is told once it is accepted. */
  invitationId: string | null
  /** The accepted invitation that brought it; null where it was granted directly. */
  fromInvitationId: string | null
  /** The user who granted it; null of a version before it was kept. */
  grantedBy: string | null
  /** Written as JSON text (see `toJson`). */
  grants: ColumnType<ProductGrant, string, string>
  /** What the product has accepted before: that holds again where it refuses what came after. */
  acceptedGrants: ColumnType<ProductGrant | null, string | null | undefined, string | null>
  /** What the product has refused beside what it accepted before; null otherwise. */
  refusedGrants: ColumnType<ProductGrant | null, string | null | undefined, string | null>
  /** The authorizations that came with what the product has not accepted yet, and go with its refusal. */
  studyUserIds: Generated<string[]>
  state: Generated<'waiting' | 'accepted' | 'refused'>
  /** Why it is refused, or what came of the last try. */
  message: Text
  /** Of the product's messages. */
  language: string
  /** Those who are told of in one call have the same. */
  batchId: string
  /** Since when the product is to be told. */
  waitingSince: Timestamp
  /** How often it was tried in vain. */
  attempts: Generated<number>
  /** When it is tried next; a try that is under way has moved it on. Null where nothing is to be tried. */
  nextAttemptAt: ColumnType<Date | null, Date | null | undefined, Date | null>
}
