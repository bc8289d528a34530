import type { HoldScope, PrivacyGround, PrivacyRequestState } from '@atrium/contract'
import type { Generated } from 'kysely'
import type { Edited, Text } from './columns.ts'

/** Digests of former names and contacts of pseudonymised people. */
export interface PseudonymTable {
  userId: string
  /** SQL function `personal_digest` of the text. */
  digest: string
  kind: 'name' | 'contact'
  pseudonym: string
  createdAt: Generated<Date>
}

/** Requests to pseudonymise people. `createdAt` is the time of the request. */
export interface PrivacyRequestTable extends Edited {
  id: string
  userId: string
  ground: PrivacyGround
  reason: string
  state: Generated<PrivacyRequestState>
  requestedBy: string
  requesterName: string
  decidedBy: string | null
  deciderName: Text
  decidedAt: Date | null
  decisionReason: Text
  /** '' unless approved. */
  pseudonym: Text
}

/** Legal holds. `createdAt` is the time from which the hold applies. */
export interface LegalHoldTable extends Edited {
  id: string
  scope: HoldScope
  heldTenant: string | null
  heldStudy: string | null
  heldPerson: string | null
  name: string
  reason: string
  placedBy: string
  placerName: string
  releasedAt: Date | null
  releasedBy: string | null
  releaserName: Text
  releaseReason: Text
}
