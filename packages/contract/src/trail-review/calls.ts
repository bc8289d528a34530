import * as z from 'zod/mini'
import { trailAreas } from '../audit-trail/entities.ts'
import { callOf, menu, menuForOwnRows, signedIn } from '../core/call.ts'
import {
  id,
  noData,
  noFields,
  optionalTimeZone,
  reference,
  requiredText,
  rowVersion,
  text,
} from '../core/fields.ts'
import { listOf, paging } from '../core/lists.ts'
import { textKey } from '../core/texts.ts'
import {
  maxReviewText,
  TrailFindingInput,
  TrailReview,
  TrailReviewDetails,
  TrailReviewInput,
  TrailReviewNotice,
  trailReviewFilters,
} from './entities.ts'

const call = callOf('trailReview')

const addition =
  'The audit trail is reviewed by plan, and the review is documented (ICH E6(R3) 4.2.3, EU Annex 11 (2011) 9).'

export const trailReviewList = call({
  method: 'POST',
  path: '/trailReview/list',
  summary: 'Reviews of the audit trail of a tenant, or of the platform, latest due day first',
  access: menu('trailReviews'),
  effect: 'read',
  request: z.object({
    tenantId: reference,
    state: z.optional(z.enum(trailReviewFilters, textKey('rule.choice'))),
    /** Part of the name. */
    keyWord: text(100),
    ...paging,
  }),
  response: listOf(TrailReview),
  addition,
})

export const trailReviewInfo = call({
  method: 'GET',
  path: '/trailReview/info',
  summary:
    'One review: what it covers, what was looked at and found; for callers who are blinded in a study only their own part',
  access: menu('trailReviews'),
  effect: 'read',
  request: z.object({ id }),
  response: TrailReviewDetails,
  addition,
})

export const trailReviewSave = call({
  method: 'POST',
  path: '/trailReview/save',
  summary: 'Plan a review, or change one by id that is not over',
  access: menuForOwnRows('trailReviews'),
  effect: 'write',
  request: TrailReviewInput,
  response: z.string(),
  addition,
})

export const trailReviewCancel = call({
  method: 'POST',
  path: '/trailReview/cancel',
  summary: 'Cancel a planned or open review; it is not repeated',
  access: menu('trailReviews'),
  effect: 'write',
  request: z.object({ id }),
  response: noData,
  done: 'trailReview.done.cancelled',
  addition,
})

export const trailReviewStart = call({
  method: 'POST',
  path: '/trailReview/start',
  summary:
    'Begin a planned review. It covers all sealed events since the end of the review that it repeats, or since its first day',
  access: menu('trailReviews'),
  effect: 'write',
  request: z.object({ id }),
  response: noData,
  addition,
})

export const trailReviewLook = call({
  method: 'POST',
  path: '/trailReview/look',
  summary:
    'Record that the caller opens the events of an area, which the audit trail lists by review and area',
  access: menu('trailReviews'),
  effect: 'write',
  request: z.object({ id, area: z.enum(trailAreas, textKey('rule.choose')) }),
  response: noData,
  addition,
})

export const trailReviewFinding = call({
  method: 'POST',
  path: '/trailReview/finding',
  summary:
    'Add a finding to an open review, or change one by id. Once the review is concluded, its outcome still closes it',
  access: menu('trailReviews'),
  effect: 'write',
  request: TrailFindingInput,
  response: z.string(),
  addition,
})

export const trailReviewConclude = call({
  method: 'POST',
  path: '/trailReview/conclude',
  summary:
    'Conclude an open review once every area was looked at. Always needs an electronic signature as reviewer, over the record of the review; plans the next one',
  access: menu('trailReviews'),
  effect: 'write',
  request: z.object({ id, conclusion: requiredText(maxReviewText), rowVersion }),
  response: noData,
  done: 'trailReview.done.concluded',
  addition,
})

export const trailReviewExport = call({
  method: 'POST',
  path: '/trailReview/export',
  summary: 'Export a review as PDF with the signed record attached; the trail records the export',
  access: menu('trailReviews'),
  effect: 'write',
  request: z.object({ reviewId: reference, timeZone: optionalTimeZone }),
  response: noData,
  form: 'download',
  addition,
})

export const trailReviewNotices = call({
  method: 'POST',
  path: '/trailReview/notices',
  summary: 'Numbers of reviews that the caller has to conclude soon or should have concluded, by tenant',
  access: signedIn,
  effect: 'read',
  request: noFields,
  response: z.array(TrailReviewNotice),
  addition,
})
