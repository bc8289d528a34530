import type { TrainingKind } from '@atrium/contract'
import type { Edited, TenantKey, Text } from './columns.ts'

/** A training of a tenant, of which people bring evidence. */
export interface TrainingTable extends TenantKey, Edited {
  /** Short name by which products report evidence. */
  code: string
  name: string
  kind: TrainingKind
  /** Months for which evidence is valid; 0 for no limit. */
  months: number
}

/** A training that a role in a study and product needs. */
export interface TrainingRequirementTable extends TenantKey, Edited {
  studyUrlId: string
  trainingId: string
  /** Role of the product; '' for every role. */
  roleId: string
  /** Name of the role, as the product sent it. */
  roleName: string
  /** First day, yyyy-MM-dd, and its first instant; null if it applies from the beginning. */
  fromDay: string | null
  appliesAt: Date | null
  /** Number of days before it of the latest reminder. */
  reminded: number | null
}

/** Evidence that a person completed a training. It is never changed, only revoked. */
export interface TrainingEvidenceTable extends TenantKey, Edited {
  trainingId: string
  userId: string
  /** Full name when it was recorded. */
  personName: string
  /** Day of completion and last day of the certificate, yyyy-MM-dd; '' for none. */
  doneOn: string
  expiresOn: Text
  /** First instant after it; null for no end. */
  validUntil: Date | null
  certificateNo: Text
  /** Certificate in the list of files, and its name; null and '' for none. */
  fileId: string | null
  fileName: Text
  /** Product that reported it, and key of its call; null if a user recorded it. */
  softwareId: string | null
  idempotencyKey: string | null
  recordedBy: string | null
  recorderName: Text
  revokedAt: Date | null
  revokedBy: string | null
  revokerName: Text
  revokeReason: Text
  /** Number of days before the end of the latest reminder. */
  reminded: number | null
}

/** A decision that a person may work in a study and product although trainings are missing. */
export interface TrainingOverrideTable extends TenantKey, Edited {
  studyUrlId: string
  tenantUserId: string
  userId: string
  /** Full name when it was decided. */
  personName: string
  reason: string
  /** Last day, yyyy-MM-dd, and the first instant after it. */
  lastDay: string
  validUntil: Date
  decidedBy: string
  deciderName: string
  /** When somebody ended or replaced it. */
  endedAt: Date | null
  endedBy: string | null
  endReason: Text
}
