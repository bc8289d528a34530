import * as z from 'zod/mini'
import { displayedEmail } from '../core/email.ts'

/** States of an inspection. `ended`: its last day is over. `closed`: somebody closed it before. */
export const inspectionStates = ['upcoming', 'current', 'ended', 'closed'] as const
export type InspectionState = (typeof inspectionStates)[number]

/** Whether an inspector is unblinded: `none` was not asked for; the others are the second person’s decision. */
export const inspectionUnblindings = ['none', 'requested', 'approved', 'declined'] as const
export type InspectionUnblinding = (typeof inspectionUnblindings)[number]

const InspectedStudy = z.object({ id: z.string(), studyName: z.string(), studyCode: z.string() })

/** The studies of a tenant that an inspector may read, and from which to which day (yyyy-MM-dd). */
const scope = {
  id: z.string(),
  tenantId: z.string(),
  tenantName: z.string(),
  studies: z.array(InspectedStudy),
  /** Authority or company for which the inspector comes. */
  authority: z.string(),
  inspectorName: z.string(),
  purpose: z.string(),
  accessFrom: z.string(),
  accessUntil: z.string(),
  state: z.enum(inspectionStates),
  unblinding: z.enum(inspectionUnblindings),
}

/** What every page of an inspector shows. */
export const InspectorAccount = z.object({
  authority: z.string(),
  inspectorName: z.string(),
})
export type InspectorAccount = z.output<typeof InspectorAccount>

/** An inspection as the inspector sees it. */
export const OwnInspection = z.object(scope)
export type OwnInspection = z.output<typeof OwnInspection>

/** An inspection as administrators see it. Times are ISO 8601, UTC; '' for none. */
export const Inspection = z.object({
  ...scope,
  email: displayedEmail,
  /** Account of the inspector. */
  userName: z.string(),
  unblindingReason: z.string(),
  deciderName: z.string(),
  decideTime: z.string(),
  openerName: z.string(),
  openTime: z.string(),
  closerName: z.string(),
  closeTime: z.string(),
  /** When the inspector last read something. */
  lastLook: z.string(),
  /** Whether the caller may decide on unblinding. */
  mayDecide: z.boolean(),
})
export type Inspection = z.output<typeof Inspection>

/** Something that an inspector read. */
export const InspectionLook = z.object({
  id: z.string(),
  /** ISO 8601, UTC. */
  time: z.string(),
  /** The call in words, such as “Audit trail: list of events”. */
  act: z.string(),
  /** Names of the studies to which the inspector limited it; '' for all of the inspection. */
  studyNames: z.string(),
  /** Other filters, in words. */
  filters: z.string(),
  /** Number of rows that were shown; -1 for a file. */
  rows: z.number(),
  address: z.string(),
})
export type InspectionLook = z.output<typeof InspectionLook>
