import * as z from 'zod/mini'
import { aboutOneself, callOf, menu } from '../core/call.ts'
import {
  id,
  noData,
  noFields,
  optionalId,
  optionalTimeZone,
  reference,
  requiredText,
  rowVersion,
  text,
} from '../core/fields.ts'
import { listOf, ordering, paging } from '../core/lists.ts'
import { textKey } from '../core/texts.ts'
import { maxDecisionReason } from '../unblinding/calls.ts'
import {
  holdScopes,
  holdStates,
  KindRetention,
  LegalHold,
  PersonalData,
  PrivacyRequest,
  privacyGrounds,
  privacyRequestStates,
} from './entities.ts'

const call = callOf('privacy')

const addition =
  'People may get, and have pseudonymised, what is stored about them, unless a law or a dispute keeps it (PIPL 45, 47; GDPR 15, 17, 18; ICH E6(R3) 4.2.2(c)).'

/** Maximum number of rows of each kind of data in an export. If there are more, the newest are exported. */
export const maxPersonalRows = 10_000

export const privacyPerson = call({
  method: 'GET',
  path: '/privacy/person',
  summary: 'What is stored about a person, by kind, and what keeps the person from being pseudonymised',
  access: aboutOneself('id', 'privacy'),
  effect: 'read',
  /** `id`: '' for the caller. */
  request: z.object({ id: optionalId }),
  response: PersonalData,
  addition,
})

export const privacyExport = call({
  method: 'POST',
  path: '/privacy/export',
  summary:
    'Export what is stored about a person: a workbook and signed JSON in a zip; the trail records the export',
  access: aboutOneself('id', 'privacy'),
  effect: 'write',
  /** `id`: '' for the caller. */
  request: z.object({ id: optionalId, timeZone: optionalTimeZone }),
  response: noData,
  form: 'download',
  addition,
})

export const privacyList = call({
  method: 'POST',
  path: '/privacy/list',
  summary: 'Requests to pseudonymise people, newest first',
  access: menu('privacy'),
  effect: 'read',
  request: z.object({
    state: z.optional(z.enum(privacyRequestStates, textKey('rule.choice'))),
    /** Part of the person’s present name or user name. */
    keyWord: text(100),
    ...ordering(['requestTime']),
    ...paging,
  }),
  response: listOf(PrivacyRequest),
  addition,
})

export const privacyRequest = call({
  method: 'POST',
  path: '/privacy/request',
  summary: 'Request that a person is pseudonymised',
  access: menu('privacy'),
  effect: 'write',
  request: z.object({
    userId: reference,
    ground: z.enum(privacyGrounds, textKey('rule.choose')),
    reason: requiredText(maxDecisionReason),
  }),
  response: noData,
  done: 'privacy.done.requested',
  addition,
})

export const privacyApprove = call({
  method: 'POST',
  path: '/privacy/approve',
  summary: 'Approve somebody else’s request, and pseudonymise the person; this cannot be undone',
  access: menu('privacy'),
  effect: 'write',
  request: z.object({ id, rowVersion, decisionReason: requiredText(maxDecisionReason) }),
  response: noData,
  done: 'privacy.done.approved',
  addition,
})

export const privacyDecline = call({
  method: 'POST',
  path: '/privacy/decline',
  summary: 'Decline somebody else’s request to pseudonymise a person',
  access: menu('privacy'),
  effect: 'write',
  request: z.object({ id, decisionReason: requiredText(maxDecisionReason) }),
  response: noData,
  done: 'privacy.done.declined',
  addition,
})

export const privacyWithdraw = call({
  method: 'POST',
  path: '/privacy/withdraw',
  summary: 'Withdraw one’s own open request to pseudonymise a person',
  access: menu('privacy'),
  effect: 'write',
  request: z.object({ id }),
  response: noData,
  done: 'privacy.done.withdrawn',
  addition,
})

export const holdList = call({
  method: 'POST',
  path: '/privacy/hold/list',
  summary: 'Legal holds, newest first',
  access: menu('privacy'),
  effect: 'read',
  request: z.object({
    state: z._default(z.enum(holdStates, textKey('rule.choice')), 'active'),
    /** Part of the hold’s name. */
    keyWord: text(100),
    ...ordering(['placeTime']),
    ...paging,
  }),
  response: listOf(LegalHold),
  addition,
})

export const holdPlace = call({
  method: 'POST',
  path: '/privacy/hold/place',
  summary: 'Place a legal hold on a person, a study or a tenant',
  access: menu('privacy'),
  effect: 'write',
  request: z.object({
    scope: z.enum(holdScopes, textKey('rule.choose')),
    /** Of a tenant or study. */
    heldTenant: optionalId,
    heldStudy: optionalId,
    heldPerson: optionalId,
    name: requiredText(100),
    reason: requiredText(maxDecisionReason),
  }),
  response: noData,
  done: 'privacy.done.placed',
  addition,
})

export const holdRelease = call({
  method: 'POST',
  path: '/privacy/hold/release',
  summary: 'Release a legal hold',
  access: menu('privacy'),
  effect: 'write',
  request: z.object({ id, rowVersion, releaseReason: requiredText(maxDecisionReason) }),
  response: noData,
  done: 'privacy.done.released',
  addition,
})

export const retentionList = call({
  method: 'GET',
  path: '/privacy/retention',
  summary: 'How long each kind of data is stored, and what deletes it',
  access: menu('privacy'),
  effect: 'read',
  request: noFields,
  response: z.array(KindRetention),
  addition,
})
