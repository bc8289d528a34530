import * as z from 'zod/mini'
import { callOf, menu } from '../core/call.ts'
import { id, noData, optionalId, optionalTimeZone, text } from '../core/fields.ts'
import { listOf, lookupLimit, Option, paging, period } from '../core/lists.ts'
import { textKey } from '../core/texts.ts'
import { AuditDetails, AuditRow, auditFormats, trailAreas } from './entities.ts'

const call = callOf('auditTrail')

const addition =
  'Inspectors read the audit trail on a screen and take copies (21 CFR 11.10(b) and (e), ICH E6(R3) 4.2.2(c)).'

/** Filters of the trail; '' for any. */
const filters = {
  /** `globalTenantId` for the platform's own events. */
  tenantId: optionalId,
  /** User who acted. */
  actorId: optionalId,
  studyId: optionalId,
  /** Kind of thing, such as `tenant`. */
  entity: text(50),
  /** With `entity`: the history of one thing, including what several people or things were changed by at once. */
  entityId: optionalId,
  /** Path of the call, or name of the command or service. */
  call: text(100),
  /** Request id as in the server's log. */
  requestId: text(100),
  /** Limits the events to those that a review of the trail covers; tenant and study are then the review’s. */
  reviewId: optionalId,
  /** One of `trailAreas`. */
  area: text(20).check(
    z.refine((area) => area === '' || trailAreas.some((known) => known === area), textKey('rule.choice')),
  ),
  ...period,
}

export const auditList = call({
  method: 'POST',
  path: '/audit/list',
  summary:
    'Events of the audit trail, newest first; without what would unblind the caller in a study. A search that ends early names the event before which it continues',
  access: menu('auditTrail'),
  effect: 'read',
  request: z.object({
    ...filters,
    /** Only events before this one. */
    before: optionalId,
    ...paging,
  }),
  response: z.extend(listOf(AuditRow), {
    /** Last event that was searched, if the search ended before the beginning of the trail; otherwise ''. */
    searchedTo: z.string(),
    /** Time of that event, ISO 8601, UTC. */
    searchedToTime: z.string(),
  }),
  addition,
})

export const auditEvent = call({
  method: 'GET',
  path: '/audit/event',
  summary:
    'Event of the audit trail: each changed field in words, address, device, and the seal with the result of its verification',
  access: menu('auditTrail'),
  effect: 'read',
  request: z.object({
    id,
    /** Time zone of the instants among the changes; the deployment's without it. */
    timeZone: optionalTimeZone,
  }),
  response: AuditDetails,
  addition,
})

export const auditChoices = call({
  method: 'GET',
  path: '/audit/choices',
  summary: 'Kinds of things and acts by which the audit trail can be filtered',
  access: menu('auditTrail'),
  effect: 'read',
  request: z.object({}),
  response: z.object({ entities: z.array(Option), calls: z.array(Option) }),
  addition,
})

const lookup = {
  /** Limits the result to this tenant. */
  tenantId: optionalId,
  keyWord: text(100),
  limit: z._default(paging.limit, lookupLimit),
  /** Requests only this one, to show its name. */
  id: optionalId,
}

export const auditPeople = call({
  method: 'GET',
  path: '/audit/people',
  summary: 'People by whom the audit trail can be filtered: all for the platform, members for a tenant',
  access: menu('auditTrail', 'accessReport', 'accessWhy', 'privacy'),
  effect: 'read',
  request: z.object(lookup),
  response: z.array(Option),
  addition,
})

export const auditStudies = call({
  method: 'GET',
  path: '/audit/studies',
  summary: 'Studies by which the audit trail can be filtered',
  access: menu('auditTrail', 'accessReport', 'accessWhy', 'privacy', 'inspections'),
  effect: 'read',
  request: z.object(lookup),
  response: z.array(Option),
  addition,
})

export const auditExport = call({
  method: 'POST',
  path: '/audit/export',
  summary:
    'Export events of the audit trail as a workbook, CSV, sealed JSON lines or PDF; the trail records the export',
  access: menu('auditTrail'),
  effect: 'write',
  request: z.object({
    ...filters,
    format: z.enum(auditFormats, textKey('rule.choose')),
  }),
  response: noData,
  form: 'download',
  addition,
})
