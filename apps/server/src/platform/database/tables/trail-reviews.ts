import type { SealState, Severity, TrailArea, TrailReviewState } from '@atrium/contract'
import type { Generated } from 'kysely'
import type { Edited, TenantKey, Text } from './columns.ts'

/** Reviews of the audit trail of a tenant, or of the platform (tenant '0'). */
export interface TrailReviewTable extends TenantKey, Edited {
  name: string
  /** '' for all events of the tenant. */
  studyId: Text
  /** User ids. */
  reviewers: string[]
  areas: TrailArea[]
  /** yyyy-MM-dd; '' for the beginning of the trail. */
  fromDay: Text
  /** yyyy-MM-dd */
  dueDay: string
  /** 0 if it is not repeated. */
  everyMonths: Generated<number>
  state: Generated<TrailReviewState>
  /** The review that this one repeats. */
  previousId: string | null
  /** Days before the due day of the last reminder that was sent. */
  reminded: number | null
  fromAt: Date | null
  untilAt: Date | null
  /** Covered batches, both included. */
  fromBatch: Generated<number>
  toBatch: number | null
  /** Limits of the numbers of the covered events. */
  firstSequence: number | null
  lastSequence: number | null
  sealNumber: number | null
  sealSha256: Text
  /** Result of the verification when the review was concluded. */
  sealState: Generated<SealState | ''>
  concludedAt: Date | null
  concludedBy: string | null
  concluderName: Text
  isPartial: Generated<boolean>
  conclusion: Text
  /** Canonical JSON. */
  record: Text
  recordSha256: Text
}

/** What a reviewer opened, and what they saw. */
export interface TrailReviewLookTable extends TenantKey, Edited {
  reviewId: string
  area: TrailArea
  userId: string
  userName: string
  fullName: string
  events: number
  own: number
  firstSequence: number | null
  lastSequence: number | null
  isPartial: boolean
}

/** Findings of reviews, and what was done about them. */
export interface TrailReviewFindingTable extends TenantKey, Edited {
  reviewId: string
  area: TrailArea
  severity: Severity
  finding: string
  eventId: Text
  action: Text
  responsible: Text
  /** yyyy-MM-dd; '' for none. */
  dueDay: Text
  foundBy: string
  finderName: string
  isPartial: boolean
  outcome: Text
  closedAt: Date | null
  closedBy: string | null
  closerName: Text
}
