import * as z from 'zod/mini'
import { auditFormats } from '../audit-trail/entities.ts'
import { callOf, menu } from '../core/call.ts'
import { id, noData, optionalTimeZone, reference, requiredText, text } from '../core/fields.ts'
import { listOf, ordering, paging } from '../core/lists.ts'
import { textKey } from '../core/texts.ts'
import { Unblinding, UnblindingResponse, unblindingStates } from './entities.ts'

const call = callOf('unblinding')

const addition =
  'Unblinded access needs a second person’s approval, and its register outlives it (ICH E6(R3) 4.1.2–4).'

/** Maximum length of the reason for a decision. */
export const maxDecisionReason = 500

const filters = {
  tenantId: reference,
  state: z.optional(z.enum(unblindingStates, textKey('rule.choice'))),
  /** Part of the person’s name, or of the study’s name or code. */
  keyWord: text(100),
}

export const unblindingList = call({
  method: 'POST',
  path: '/unblinding/list',
  summary:
    'Register of unblinded access in a tenant, newest first; without studies in which the caller is blinded',
  access: menu('unblinding'),
  effect: 'read',
  request: z.object({
    ...filters,
    ...ordering(['requestTime']),
    ...paging,
  }),
  response: listOf(Unblinding),
  addition,
})

export const unblindingExport = call({
  method: 'POST',
  path: '/unblinding/export',
  summary:
    'Export the register of unblinded access as a workbook, CSV, PDF, or as the sealed events about its entries; the trail records the export',
  access: menu('unblinding'),
  effect: 'write',
  request: z.object({
    ...filters,
    format: z.enum(auditFormats, textKey('rule.choose')),
    timeZone: optionalTimeZone,
  }),
  response: noData,
  form: 'download',
  addition,
})

export const unblindingApprove = call({
  method: 'POST',
  path: '/unblinding/approve',
  summary:
    'Approve a request of somebody else for unblinded access of a third person, which the product then gets',
  access: menu('unblinding'),
  effect: 'write',
  request: z.object({ id, decisionReason: text(maxDecisionReason) }),
  response: UnblindingResponse,
  addition,
})

export const unblindingDecline = call({
  method: 'POST',
  path: '/unblinding/decline',
  summary: 'Decline a request for unblinded access',
  access: menu('unblinding'),
  effect: 'write',
  request: z.object({ id, decisionReason: requiredText(maxDecisionReason) }),
  response: noData,
  done: 'unblinding.done.declined',
  addition,
})

export const unblindingWithdraw = call({
  method: 'POST',
  path: '/unblinding/withdraw',
  summary: 'Withdraw one’s own open request for unblinded access',
  access: menu('unblinding', 'authorization'),
  effect: 'write',
  request: z.object({ id }),
  response: noData,
  done: 'unblinding.done.withdrawn',
  addition,
})
