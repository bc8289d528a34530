import type { InspectionUnblinding } from '@atrium/contract'
import type { Generated } from 'kysely'
import type { Edited, TenantKey, Text } from './columns.ts'

/** Inspections: who reads the records of which studies, and in which period. */
export interface InspectionTable extends TenantKey, Edited {
  studyIds: string[]
  authority: string
  inspectorName: string
  email: string
  /** Account of the inspector. */
  userId: string
  purpose: string
  accessFrom: Date
  /** First instant after the last day. */
  accessUntil: Date
  openedBy: string
  openerName: string
  unblinding: Generated<InspectionUnblinding>
  unblindingReason: Text
  decidedBy: string | null
  deciderName: Text
  decidedAt: Date | null
  decisionReason: Text
  closedAt: Date | null
  /** Null if it ended by itself. */
  closedBy: string | null
  closerName: Text
}
