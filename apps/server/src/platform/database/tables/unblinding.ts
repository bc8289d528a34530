import type { ProductGrant } from '@atrium/contract'
import type { ColumnType } from 'kysely'
import type { Edited, TenantKey, Text } from './columns.ts'

/**
 * The register of unblinded access. `createdAt` is the time of the request. A trigger on `product_authorization` enters
 * when access begins and ends, and adds what was granted on any other path.
 */
export interface UnblindingTable extends TenantKey, Edited {
  studyUrlId: string
  studyId: string
  softwareId: string
  /** The study and the person as they were at the request, because the register outlives them. */
  studyName: string
  studyCode: string
  /** Full name, or the invited address. */
  personName: string
  /** Null until an invitation is accepted, like `tenantUserId`. */
  userId: string | null
  tenantUserId: string | null
  invitationId: string | null
  /** Written as JSON text (see `toJson`). */
  grants: ColumnType<ProductGrant, string, string>
  /** Language of the product's messages. */
  language: string
  /**
   * A withdrawn request was taken back, replaced by a later one, or belonged to an invitation that was withdrawn.
   */
  state: ColumnType<UnblindingDecision, UnblindingDecision | undefined, UnblindingDecision>
  requestedBy: string | null
  requesterName: Text
  /** Null with `approved`: granted without an approval, before approvals were required. */
  decidedBy: string | null
  deciderName: Text
  decidedAt: Date | null
  decisionReason: Text
  /** When the product accepted the grant, and when it was cancelled or replaced. */
  beganAt: Date | null
  endedAt: Date | null
}

type UnblindingDecision = 'requested' | 'approved' | 'declined' | 'withdrawn'
