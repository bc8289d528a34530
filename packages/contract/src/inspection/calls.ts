import * as z from 'zod/mini'
import { accessChoices, accessExport, accessList } from '../access-report/calls.ts'
import {
  accessReviewExport,
  accessReviewInfo,
  accessReviewItems,
  accessReviewList,
} from '../access-review/calls.ts'
import {
  auditChoices,
  auditEvent,
  auditExport,
  auditList,
  auditPeople,
  auditStudies,
} from '../audit-trail/calls.ts'
import { type Call, callOf, menu, signedIn } from '../core/call.ts'
import { email } from '../core/email.ts'
import { id, noData, noFields, optionalDate, reference, requiredText, text } from '../core/fields.ts'
import { listOf, paging } from '../core/lists.ts'
import type { MenuCode } from '../core/menus.ts'
import { textKey } from '../core/texts.ts'
import { changePassword, signOut, userInfo } from '../identity/calls.ts'
import { updateSelf } from '../identity/self-calls.ts'
import { releaseRegistry } from '../release/calls.ts'
import { tenantCombobox } from '../tenant/calls.ts'
import { trailReviewExport, trailReviewInfo, trailReviewList } from '../trail-review/calls.ts'
import { unblindingExport, unblindingList } from '../unblinding/calls.ts'
import { Inspection, InspectionLook, inspectionStates, OwnInspection } from './entities.ts'

const call = callOf('inspection')

const addition =
  'Inspectors get direct, read-only access to the records of the inspected studies (ICH E6(R3) 2.12.11, 3.16.1; 21 CFR 11.10(b)).'

/** Maximum number of studies of an inspection. */
export const maxInspectedStudies = 50

const studyIds = z.pipe(
  z
    .array(reference, textKey('rule.choose'))
    .check(z.minLength(1, textKey('rule.choose')), z.maxLength(maxInspectedStudies, textKey('rule.tooMany'))),
  z.transform((list: string[]) => [...new Set(list)].toSorted()),
)

const requiredDate = optionalDate.check(z.refine((day) => day !== '', textKey('rule.required')))

export const inspectionList = call({
  method: 'POST',
  path: '/inspection/list',
  summary: 'Inspections of a tenant, newest first',
  access: menu('inspections'),
  effect: 'read',
  request: z.object({
    tenantId: reference,
    state: z.optional(z.enum(inspectionStates, textKey('rule.choice'))),
    /** Part of the authority’s or the inspector’s name. */
    keyWord: text(100),
    ...paging,
  }),
  response: listOf(Inspection),
  addition,
})

export const inspectionOpen = call({
  method: 'POST',
  path: '/inspection/open',
  summary:
    'Open an inspection: creates an account that reads the named studies in the period and nothing else, and mails its password',
  access: menu('inspections'),
  effect: 'write',
  request: z.object({
    tenantId: reference,
    studyIds,
    authority: requiredText(200),
    inspectorName: requiredText(100),
    email,
    purpose: requiredText(500),
    accessFrom: requiredDate,
    accessUntil: requiredDate,
    /** Why the inspector is to be unblinded, which a second person approves; '' for a blinded inspector. */
    unblindingReason: text(500),
  }),
  response: z.string(),
  done: 'inspection.done.opened',
  addition,
})

export const inspectionClose = call({
  method: 'POST',
  path: '/inspection/close',
  summary: 'Close an inspection: the inspector is signed out and can no longer sign in',
  access: menu('inspections'),
  effect: 'write',
  request: z.object({ id }),
  response: noData,
  done: 'inspection.done.closed',
  addition,
})

export const inspectionDecide = call({
  method: 'POST',
  path: '/inspection/decide',
  summary:
    'Approve or decline that an inspector is unblinded; not by whoever asked for it, nor by blinded users',
  access: menu('unblinding'),
  effect: 'write',
  request: z.object({
    id,
    isApproved: z.boolean(textKey('rule.choose')),
    decisionReason: requiredText(500),
  }),
  response: noData,
  addition,
})

export const inspectionFile = call({
  method: 'POST',
  path: '/inspection/file',
  summary:
    'One HTML file with the records of the inspected studies, which verifies itself offline; the trail records it. Blinded unless unblinding was approved and the caller is blinded nowhere',
  access: menu('inspections'),
  effect: 'write',
  request: z.object({
    id,
    /** First and last day of the records in the deployment’s time zone, yyyy-MM-dd; '' for all. */
    startTime: optionalDate,
    endTime: optionalDate,
  }),
  response: noData,
  form: 'download',
  addition:
    'An inspector takes the records of the inspected studies along, and anybody can verify them (21 CFR 11.10(b), 11.10(c); ICH E6(R3) 4.2.2(c)).',
})

export const inspectionLooks = call({
  method: 'POST',
  path: '/inspection/looks',
  summary: 'What an inspector read, newest first; nothing for users who are blinded in a study',
  access: menu('inspections'),
  effect: 'read',
  request: z.object({ inspectionId: reference, ...paging }),
  response: listOf(InspectionLook),
  addition,
})

export const ownInspection = call({
  method: 'POST',
  path: '/inspection/own',
  summary: 'The inspection for which the caller’s account was opened; null for all other users',
  access: signedIn,
  effect: 'read',
  request: noFields,
  response: z.nullable(OwnInspection),
  addition,
})

/** Menus of an inspector’s account. */
export const inspectorMenus: readonly MenuCode[] = [
  'auditTrail',
  'accessReport',
  'accessReviews',
  'trailReviews',
  'unblinding',
]

const paths = (...calls: readonly Pick<Call, 'path'>[]): ReadonlySet<string> =>
  new Set(calls.map(({ path }) => path))

/** Calls by which an inspector reads records of the inspected studies. Each is recorded as a look. */
const looks = paths(
  ...[auditList, auditEvent, accessList, accessReviewList, accessReviewInfo, accessReviewItems],
  ...[trailReviewList, trailReviewInfo, unblindingList],
  ...[auditExport, accessExport, accessReviewExport, trailReviewExport, unblindingExport],
)

/** The other calls of an inspector: choices for filters, and their own session. */
const aids = paths(
  ...[auditChoices, auditPeople, auditStudies, accessChoices, tenantCombobox],
  ...[releaseRegistry, userInfo, ownInspection, updateSelf, changePassword, signOut],
)

/** Whether the call shows an inspector records, and is therefore recorded. */
export const isLook = ({ path }: Pick<Call, 'path'>): boolean => looks.has(path)

/**
 * Whether an inspector’s account may make the call. Of calls that change something, these are copies, whose only change
 * is their event, and signing out and changing one’s own password and language.
 */
export const isForInspectors = (call: Pick<Call, 'path'>): boolean => isLook(call) || aids.has(call.path)
