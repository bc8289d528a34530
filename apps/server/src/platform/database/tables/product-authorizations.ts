import type { ProductGrant } from '@atrium/contract'
import type { ColumnType, Generated } from 'kysely'
import type { Edited, TenantKey, Text, Timestamp } from './columns.ts'

/**
 * What a user may do in a product within a study, beyond opening it (see `study_user`). The product is notified and
 * may reject it. `rowVersion` counts changes of the grants, not attempts to notify the product.
 */
export interface ProductAuthorizationTable extends TenantKey, Edited {
  studyUrlId: string
  tenantUserId: string | null
  /** The product is notified once the invitation is accepted. */
  invitationId: string | null
  /** Accepted invitation that brought it; null if it was granted directly. */
  fromInvitationId: string | null
  /** User who granted it; null in rows of 0.1.0. */
  grantedBy: string | null
  /** Written as JSON text (see `toJson`). */
  grants: ColumnType<ProductGrant, string, string>
  /** Grants that the product accepted earlier. They apply again if it rejects a later change. */
  acceptedGrants: ColumnType<ProductGrant | null, string | null | undefined, string | null>
  /** Grants that the product rejected while it keeps the earlier ones; null otherwise. */
  refusedGrants: ColumnType<ProductGrant | null, string | null | undefined, string | null>
  /** Authorizations that belong to a change which the product has not accepted yet. A rejection removes them. */
  studyUserIds: Generated<string[]>
  /**
   * Authorizations that the change ends once the product accepts it. Kept with a rejected change, so that a retry ends
   * the same ones.
   */
  replacedStudyUserIds: Generated<string[]>
  state: Generated<'waiting' | 'accepted' | 'refused'>
  /** Reason for a rejection, or outcome of the last attempt. */
  message: Text
  /** Language of the product's messages. */
  language: string
  /** Shared by authorizations that one call notifies about. */
  batchId: string
  /** Time since which a notification of the product has been pending. */
  waitingSince: Timestamp
  /** Number of failed attempts. */
  attempts: Generated<number>
  /** Time of the next attempt; null if there is none. An attempt in progress has already moved it on. */
  nextAttemptAt: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** Since when the pending grant waits for a required training. Only triggers write it. */
  untrainedSince: Date | null
}
