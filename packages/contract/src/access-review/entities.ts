import * as z from 'zod/mini'
import { accessKinds, accessStates } from '../access-report/entities.ts'
import {
  id,
  oneOf,
  optionalId,
  reference,
  requiredName,
  requiredText,
  rowVersion,
  text,
  wholeNumberWithin,
} from '../core/fields.ts'
import { textKey } from '../core/texts.ts'

/**
 * States of a review. `planned`: its first day has not come. `open`: reviewers decide. `ended`: its last day is over, and
 * somebody has to close it. `closed`: its result is fixed.
 */
export const accessReviewStates = ['planned', 'open', 'ended', 'closed', 'cancelled'] as const
export type AccessReviewState = (typeof accessReviewStates)[number]

/** What happens at the end to access on which nobody has decided. */
export const unansweredActs = ['revoke', 'keep'] as const

/** Decisions on access. */
export const accessAnswers = ['confirm', 'change', 'revoke'] as const
export type AccessAnswer = (typeof accessAnswers)[number]

/** Filter by decision; `none`: nobody has decided. */
export const answerFilters = ['none', ...accessAnswers] as const

/** Whether a change or revocation is in effect. `failed`: it was rejected, and the access is as it was. */
export const applicationStates = ['pending', 'done', 'failed'] as const
export type ApplicationState = (typeof applicationStates)[number]

/** What is unusual about access when a review opens. The README of the server’s module defines each. */
export const unusualSigns = [
  'neverSignedIn',
  'dormant',
  'closed',
  'unblinded',
  'conflict',
  'fewHolders',
  'manySites',
] as const
export type UnusualSign = (typeof unusualSigns)[number]

/** Days without a sign-in after which access is `dormant`. */
export const dormantDays = 90

/** Maximum number of named reviewers. */
export const maxReviewers = 20

/** Numbers of months after which a review is repeated; 0 for never. */
export const reviewMonths = [0, 1, 3, 6, 12] as const

/** Maximum length of the reason for a decision. */
export const maxAnswerReason = 500

/** Days before the last day of a review on which its reviewers are reminded, earliest first. */
export const reviewReminderDays = [14, 3] as const

const fields = {
  /** `globalTenantId` for the system roles of the platform. */
  tenantId: reference,
  name: requiredName(100),
  /** Limits the review to authorizations in this study; '' for the whole tenant. */
  studyId: optionalId,
  /** Limits the review to the holders of a role, by its Chinese name; '' for any. */
  roleName: text(200),
  /** Ids of the users who decide, in order; none for the administrators of the tenant or of the platform. */
  reviewers: z._default(
    z.array(id, textKey('rule.choose')).check(z.maxLength(maxReviewers, textKey('rule.tooMany'))),
    [],
  ),
  /** yyyy-MM-dd, in the time zone of the deployment’s profile. */
  firstDay: requiredText(10, textKey('rule.choose')).check(
    z.refine((day) => z.iso.date().safeParse(day).success, textKey('rule.date')),
  ),
  /** Number of days, the first one included. */
  duration: wholeNumberWithin(1, 180, textKey('accessReview.rule.duration')),
  everyMonths: oneOf(...reviewMonths),
  unanswered: z.enum(unansweredActs, textKey('rule.choose')),
}

interface Repeated {
  readonly everyMonths: number
  readonly duration: number
}

/** A month has at least 28 days. */
const endsBeforeNext = ({ everyMonths, duration }: Repeated): boolean =>
  everyMonths === 0 || duration <= everyMonths * 28

export const AccessReviewInput = z
  .object({ id: optionalId, ...fields, rowVersion })
  .check(z.refine(endsBeforeNext, { path: ['duration'], error: textKey('accessReview.rule.overlap') }))

/** A person by id and name. */
const Reviewer = z.object({ id: z.string(), name: z.string() })

/** A review. Its numbers omit what the caller may not see because of blinding. */
export const AccessReview = z.object({
  id: z.string(),
  tenantId: z.string(),
  name: z.string(),
  studyId: z.string(),
  /** '' without a study. */
  studyName: z.string(),
  roleName: z.string(),
  reviewers: z.array(z.string()),
  /** The named reviewers. */
  people: z.array(Reviewer),
  firstDay: z.string(),
  lastDay: z.string(),
  duration: z.number(),
  everyMonths: z.number(),
  unanswered: z.enum(unansweredActs),
  state: z.enum(accessReviewStates),
  /** Number of accesses, and of those by decision. */
  itemCount: z.number(),
  answered: z.number(),
  confirmed: z.number(),
  changed: z.number(),
  revoked: z.number(),
  /** Changes and revocations that are not in effect yet, and those that were rejected. */
  pending: z.number(),
  failed: z.number(),
  /** Accesses that nobody may decide on, since only the person themselves could. */
  orphans: z.number(),
  /** ISO 8601, UTC; '' before it happens. */
  openedAt: z.string(),
  closedAt: z.string(),
  /** Who closed it, and what they said. */
  closerName: z.string(),
  conclusion: z.string(),
  /** SHA-256 of the result, hexadecimal; '' before the review is closed. */
  resultSha256: z.string(),
  rowVersion: z.number(),
})
export type AccessReview = z.output<typeof AccessReview>

/** Access under review, as it was when the review opened, and the decision on it. */
export const AccessReviewItem = z.object({
  id: z.string(),
  reviewId: z.string(),
  reviewName: z.string(),
  tenantId: z.string(),
  tenantName: z.string(),
  /** Last day of the review. */
  lastDay: z.string(),
  kind: z.enum(accessKinds),
  userId: z.string(),
  fullName: z.string(),
  userName: z.string(),
  studyName: z.string(),
  studyCode: z.string(),
  siteName: z.string(),
  /** '' without a product. */
  softwareId: z.string(),
  softName: z.string(),
  roles: z.array(z.string()),
  isBlind: z.nullable(z.number()),
  state: z.enum(accessStates),
  accessFrom: z.string(),
  accessUntil: z.string(),
  since: z.string(),
  grantedBy: z.string(),
  /** ISO 8601, UTC; '' for none. */
  lastSignIn: z.string(),
  unusual: z.array(z.enum(unusualSigns)),
  /** Who decides; '' if nobody may. */
  reviewerName: z.string(),
  /** Null until somebody has decided. */
  answer: z.nullable(z.enum(accessAnswers)),
  /** The new last day of a change; '' if it stays or is removed. */
  answerUntil: z.string(),
  answerUnlimited: z.boolean(),
  /** Name of the new role of a change; '' if it stays. */
  answerRole: z.string(),
  answerReason: z.string(),
  /** '' if nobody decided before the end. */
  answererName: z.string(),
  answeredAt: z.string(),
  /** Null for access that stays. */
  applied: z.nullable(z.enum(applicationStates)),
  /** Why a change or revocation was rejected; '' if it was not. */
  failure: z.string(),
  /** Whether the caller may decide now. */
  mayAnswer: z.boolean(),
})
export type AccessReviewItem = z.output<typeof AccessReviewItem>

/** Reviews in which the caller has something to do, by tenant. */
export const AccessReviewNotice = z.object({
  tenantId: z.string(),
  /** '' for the platform. */
  tenantName: z.string(),
  /** Accesses on which the caller has to decide. */
  count: z.number(),
  /** The earliest last day of their reviews; '' without any. */
  lastDay: z.string(),
  /** Reviews that the caller may close: they are over, or all decisions are in effect. */
  ended: z.number(),
})
export type AccessReviewNotice = z.output<typeof AccessReviewNotice>
