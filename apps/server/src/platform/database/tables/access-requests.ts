import type { AccessRequestScope, AccessRequestState, ProductGrant } from '@atrium/contract'
import type { ColumnType, Generated } from 'kysely'
import type { Edited, TenantKey, Text } from './columns.ts'

/** Rules of a tenant for requests for access, under the tenant's id. */
export interface AccessRequestRuleTable extends TenantKey, Edited {
  scope: AccessRequestScope
  /** Days after which an unanswered request expires. */
  days: number
}

/** Requests for access. `createdAt` is the time of the request. */
export interface AccessRequestTable extends TenantKey, Edited {
  studyUrlId: string
  studyId: string
  softwareId: string
  /** The study and the person as they were at the request, because the request outlives them. */
  studyName: string
  studyCode: string
  userId: string
  tenantUserId: string
  personName: string
  /** Written as JSON text (see `toJson`). */
  wanted: ColumnType<ProductGrant, string, string>
  /** What was approved, like `wanted`. */
  granted: ColumnType<ProductGrant | null, string | null | undefined, string | null>
  reason: string
  state: Generated<AccessRequestState>
  expiresAt: Date
  decidedBy: string | null
  deciderName: Text
  decidedAt: Date | null
  decisionReason: Text
  /** Number of mails about the open request: 1 about the new one, 2 shortly before it expires. */
  reminded: number | null
}
