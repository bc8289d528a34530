import {
  allCalls,
  auditExport,
  fileDownload,
  type TrailArea,
  takesReason,
  trailAreas,
  userExport,
} from '@atrium/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AuditEntity } from '../../platform/audit/index.ts'

type Condition = RawBuilder<SqlBool>

/** The events of an area: those of some kinds, or those that match a condition. */
interface Area {
  readonly entities?: readonly AuditEntity[]
  readonly condition?: Condition
}

/** Calls that can have a reason. */
const explainable = allCalls.filter(takesReason).map(({ path }) => path)

/** Files that were taken out of the platform. */
const copyCalls = [auditExport, userExport, fileDownload].map(({ path }) => path)

const areas: Readonly<Record<TrailArea, Area>> = {
  all: {},
  access: {
    entities: [
      ...(['app_user', 'tenant_user', 'invitation', 'role', 'study_user', 'hand_over'] as const),
      'product_sign_in' as const,
      ...(['product_authorization', 'product_access', 'training_override', 'privacy_request'] as const),
    ],
  },
  unblinding: { entities: ['unblinding'] },
  // A signed deletion leaves only its signature.
  deletions: {
    condition: sql<SqlBool>`(audit_event.before is not null
      and (audit_event.after is null or audit_event.after - 'signature' = '{}'))`,
  },
  unexplained: {
    condition: sql<SqlBool>`(audit_event.reason = '' and audit_event.call = any (${explainable}::text[]))`,
  },
  settings: {
    entities: [
      ...(['change_reason_policy', 'signature_policy', 'safe_strategy', 'role_conflict'] as const),
      ...(['tenant_pin', 'job', 'trail_review', 'legal_hold'] as const),
    ],
  },
  copies: {
    condition: sql<SqlBool>`(audit_event.entity in
      ('audit_export', 'access_export', 'access_review_export', 'unblinding_export', 'trail_review_export',
        'privacy_export', 'inspection_file')
      or audit_event.call = any (${copyCalls}::text[]))`,
  },
  signIns: { entities: ['failed_sign_in'] },
  archives: { entities: ['audit_archive', 'message_archive'] },
}

const isArea = (area: string): area is TrailArea => trailAreas.some((known) => known === area)

/** An area as the search needs it: an index finds events by their kind, but not by another condition. */
export interface AreaSearch {
  readonly entities: readonly AuditEntity[]
  readonly others: readonly Condition[]
}

/** Returns how to search an area; '' for all events. */
export function searchOfArea(area: string): AreaSearch {
  const { entities = [], condition }: Area = isArea(area) ? areas[area] : {}
  return { entities, others: condition ? [condition] : [] }
}

/** Returns the condition that an event belongs to an area. */
export function isInArea(area: TrailArea): Condition {
  const { entities, condition } = areas[area]
  if (condition) return condition
  return entities
    ? sql<SqlBool>`(audit_event.entity = any (${[...entities]}::text[]))`
    : sql<SqlBool>`(audit_event.sequence is not null)`
}

/**
 * How far the numbers of events may be out of the order of their times and batches: a number is drawn a moment before the
 * time is taken.
 */
const disorder = 1_000

/** Returns the condition that the indexes can use for events between two others. */
export const numbersWithin = (first: number, last: number): Condition =>
  sql<SqlBool>`audit_event.sequence between ${first - disorder} and ${last + disorder}`
