import * as z from 'zod/mini'
import { auditFormats, EventSignature } from '../audit-trail/entities.ts'
import { choosesEnd } from '../core/access-period.ts'
import { callOf, menu, menuForOwnRows, signedIn, signedInOrPlatform } from '../core/call.ts'
import {
  id,
  noData,
  noFields,
  optionalDate,
  optionalId,
  optionalTimeZone,
  reference,
  requiredText,
  rowVersion,
  text,
} from '../core/fields.ts'
import { ids, listOf, Option, paging } from '../core/lists.ts'
import { textKey } from '../core/texts.ts'
import {
  AccessReview,
  AccessReviewInput,
  AccessReviewItem,
  AccessReviewNotice,
  accessReviewStates,
  answerFilters,
  maxAnswerReason,
} from './entities.ts'

const call = callOf('accessReview')

const addition =
  'Access is reviewed periodically and revoked when it is no longer needed (ICH E6(R3) 4.3.8(b), EU Annex 11 (2011) 11 and 12, EMA/INS/GCP/112288/2023 Annex 3).'

export const accessReviewList = call({
  method: 'POST',
  path: '/accessReview/list',
  summary: 'Access reviews of a tenant, or of the platform, latest first day first',
  access: menu('accessReviews'),
  effect: 'read',
  request: z.object({
    tenantId: reference,
    state: z.optional(z.enum(accessReviewStates, textKey('rule.choice'))),
    /** Part of the name. */
    keyWord: text(100),
    ...paging,
  }),
  response: listOf(AccessReview),
  addition,
})

export const accessReviewInfo = call({
  method: 'GET',
  path: '/accessReview/info',
  summary: 'One access review, with the electronic signature on its result',
  access: menu('accessReviews'),
  effect: 'read',
  request: z.object({ id }),
  response: z.extend(AccessReview, { signature: EventSignature }),
  addition,
})

export const accessReviewChoices = call({
  method: 'POST',
  path: '/accessReview/choices',
  summary:
    'Who can decide in the reviews of a tenant or of the platform, its studies, and the roles that somebody has there',
  access: menu('accessReviews'),
  effect: 'read',
  request: z.object({ tenantId: reference }),
  response: z.object({
    reviewers: z.array(Option),
    studies: z.array(Option),
    roles: z.array(Option),
  }),
  addition,
})

export const accessReviewSave = call({
  method: 'POST',
  path: '/accessReview/save',
  summary: 'Plan an access review, or change a planned one by id; it opens by itself on its first day',
  access: menuForOwnRows('accessReviews'),
  effect: 'write',
  request: AccessReviewInput,
  response: z.string(),
  addition,
})

export const accessReviewCancel = call({
  method: 'POST',
  path: '/accessReview/cancel',
  summary:
    'Cancel a planned or open access review; decisions that are in effect stay, and it is not repeated',
  access: menu('accessReviews'),
  effect: 'write',
  request: z.object({ id }),
  response: noData,
  done: 'accessReview.done.cancelled',
  addition,
})

export const accessReviewClose = call({
  method: 'POST',
  path: '/accessReview/close',
  summary:
    'Close an access review as its reviewer, after the last day or the last decision; its result is then fixed',
  access: menu('accessReviews'),
  effect: 'write',
  request: z.object({ id, conclusion: text(maxAnswerReason), rowVersion }),
  response: noData,
  done: 'accessReview.done.closed',
  addition,
})

const filters = {
  answer: z.optional(z.enum(answerFilters, textKey('rule.choice'))),
  /** Limits the list to unusual access. */
  onlyUnusual: z._default(z.boolean(textKey('rule.choice')), false),
  /** Part of a name or a user name. */
  keyWord: text(100),
}

export const accessReviewItems = call({
  method: 'POST',
  path: '/accessReview/items',
  summary:
    'Access under review, with the decisions; without RTSM authorizations of studies in which the caller is blinded',
  access: menu('accessReviews'),
  effect: 'read',
  request: z.object({ reviewId: reference, ...filters, ...paging }),
  response: listOf(AccessReviewItem),
  addition,
})

export const accessReviewWork = call({
  method: 'POST',
  path: '/accessReview/work',
  summary: 'Access in open reviews on which the caller decides, those without a decision first',
  access: signedInOrPlatform('accessReviews'),
  effect: 'read',
  request: z.object({
    /** '' for all tenants. */
    tenantId: optionalId,
    ...filters,
    ...paging,
  }),
  response: listOf(AccessReviewItem),
  addition,
})

export const accessReviewNotices = call({
  method: 'POST',
  path: '/accessReview/notices',
  summary: 'Numbers of accesses on which the caller has to decide, and of reviews to close, by tenant',
  access: signedIn,
  effect: 'read',
  request: noFields,
  response: z.array(AccessReviewNotice),
  addition,
})

/** Tenant roles, or system roles, that the caller may grant in place of a reviewed one. */
export const accessReviewRoles = call({
  method: 'POST',
  path: '/accessReview/roles',
  summary: 'Roles that the caller may give instead of the reviewed ones: of a tenant, or of the system',
  access: signedInOrPlatform('accessReviews'),
  effect: 'read',
  request: z.object({ tenantId: reference }),
  response: z.array(Option),
  addition,
})

export const accessReviewConfirm = call({
  method: 'POST',
  path: '/accessReview/confirm',
  summary: 'Confirm access that the caller reviews',
  access: signedInOrPlatform('accessReviews'),
  effect: 'write',
  request: z.object({ ids, reason: text(maxAnswerReason) }),
  response: noData,
  done: 'accessReview.done.confirmed',
  addition,
})

export const accessReviewChange = call({
  method: 'POST',
  path: '/accessReview/change',
  summary:
    'Give access that the caller reviews another last day; it takes effect within seconds, and products are notified',
  access: signedInOrPlatform('accessReviews'),
  effect: 'write',
  request: z
    .object({
      ids,
      accessUntil: optionalDate,
      /** Whether access has no end from now on. */
      unlimited: z._default(z.boolean(textKey('rule.choice')), false),
      reason: requiredText(maxAnswerReason),
    })
    .check(choosesEnd),
  response: noData,
  done: 'accessReview.done.changed',
  addition,
})

export const accessReviewChangeRole = call({
  method: 'POST',
  path: '/accessReview/changeRole',
  summary:
    'Give members of a tenant, or users of the platform, another role than the one that the caller reviews',
  access: signedInOrPlatform('accessReviews'),
  effect: 'write',
  request: z.object({ ids, roleId: reference, reason: requiredText(maxAnswerReason) }),
  response: noData,
  done: 'accessReview.done.changed',
  addition,
})

export const accessReviewRevoke = call({
  method: 'POST',
  path: '/accessReview/revoke',
  summary: 'Revoke access that the caller reviews; it takes effect within seconds, and products are notified',
  access: signedInOrPlatform('accessReviews'),
  effect: 'write',
  request: z.object({ ids, reason: requiredText(maxAnswerReason) }),
  response: noData,
  done: 'accessReview.done.revoked',
  addition,
})

export const accessReviewExport = call({
  method: 'POST',
  path: '/accessReview/export',
  summary:
    'Export an access review with its decisions as a workbook, CSV, PDF or the record that the result’s hash covers; the trail records the export',
  access: menu('accessReviews'),
  effect: 'write',
  request: z.object({
    reviewId: reference,
    format: z.enum(auditFormats, textKey('rule.choose')),
    timeZone: optionalTimeZone,
  }),
  response: noData,
  form: 'download',
  addition,
})
