import * as z from 'zod/mini'
import { EventSignature, sealStates, trailAreas } from '../audit-trail/entities.ts'
import {
  id,
  oneOf,
  optionalDate,
  optionalId,
  reference,
  requiredName,
  requiredText,
  rowVersion,
  text,
} from '../core/fields.ts'
import { textKey } from '../core/texts.ts'

/** `planned`: nobody has begun. `open`: what it covers is fixed, and its reviewers look at it. `concluded`: signed. */
export const trailReviewStates = ['planned', 'open', 'concluded', 'cancelled'] as const
export type TrailReviewState = (typeof trailReviewStates)[number]

/** Filter of the list; `overdue`: planned or open after the due day. */
export const trailReviewFilters = ['overdue', ...trailReviewStates] as const

/** Numbers of months after which a review is repeated; 0 for never. */
export const trailReviewMonths = [0, 1, 3, 6, 12] as const

/** Days before the due day on which the reviewers are reminded, earliest first. */
export const trailReviewReminderDays = [14, 3] as const

/** Severity of a finding, as in audits of clinical trials. */
export const severities = ['minor', 'major', 'critical'] as const
export type Severity = (typeof severities)[number]

const maxReviewers = 20

/** Maximum length of the texts of a finding and of a conclusion. */
export const maxReviewText = 2_000

const requiredDay = requiredText(10, textKey('rule.choose')).check(
  z.refine((day) => z.iso.date().safeParse(day).success, textKey('rule.date')),
)

export const TrailReviewInput = z.object({
  id: optionalId,
  /** `globalTenantId` for the platform’s own events. */
  tenantId: reference,
  name: requiredName(100),
  /** Limits the review to events that concern this study; '' for all events of the tenant. */
  studyId: optionalId,
  /** Ids of the users who review; none for all who hold the menus. */
  reviewers: z._default(
    z.array(id, textKey('rule.choose')).check(z.maxLength(maxReviewers, textKey('rule.tooMany'))),
    [],
  ),
  /** What has to be looked at. */
  areas: z
    .array(z.enum(trailAreas, textKey('rule.choice')), textKey('rule.choose'))
    .check(z.minLength(1, textKey('rule.choose'))),
  /** First day of the first review, in the deployment’s time zone; '' for the beginning of the trail. */
  fromDay: optionalDate,
  /** Day by which the review has to be concluded, in the deployment’s time zone. */
  dueDay: requiredDay,
  everyMonths: oneOf(...trailReviewMonths),
  rowVersion,
})

/** A review, as a list shows it. */
const review = {
  id: z.string(),
  tenantId: z.string(),
  name: z.string(),
  studyId: z.string(),
  /** '' without a study. */
  studyName: z.string(),
  reviewers: z.array(z.string()),
  /** The named reviewers who exist. */
  people: z.array(z.object({ id: z.string(), name: z.string() })),
  areas: z.array(z.enum(trailAreas)),
  fromDay: z.string(),
  dueDay: z.string(),
  everyMonths: z.number(),
  state: z.enum(trailReviewStates),
  isOverdue: z.boolean(),
  /** Whether it repeats another one, and so begins where that one ended. */
  isRepeated: z.boolean(),
  /** Covered time, ISO 8601, UTC; '' for the beginning of the trail, and before the review has begun. */
  fromTime: z.string(),
  untilTime: z.string(),
  /** Who concluded it, and when; '' before. */
  concluderName: z.string(),
  concludedAt: z.string(),
  /** Whether somebody concluded it who is blinded in a study, and so could not see every event. */
  isPartial: z.boolean(),
  /** Numbers of findings, and of those that are not closed. */
  findingCount: z.number(),
  openFindings: z.number(),
  /** Whether the caller is one of its reviewers. */
  mayReview: z.boolean(),
  rowVersion: z.number(),
}

export const TrailReview = z.object(review)
export type TrailReview = z.output<typeof TrailReview>

/** One look at an area: who opened it, when, and what they saw. */
const Look = z.object({
  userName: z.string(),
  fullName: z.string(),
  /** ISO 8601, UTC. */
  time: z.string(),
  /** Numbers of events, and of those by the person who looked. */
  events: z.number(),
  own: z.number(),
  /** Numbers of the first and the last event in the trail; 0 without events, and for blinded callers. */
  firstSequence: z.number(),
  lastSequence: z.number(),
})
export type TrailReviewLook = z.output<typeof Look>

/** An area that has to be looked at. */
const ReviewedArea = z.object({
  area: z.enum(trailAreas),
  /** Numbers of events that the caller may see, and of those by the caller. 0 before the review has begun. */
  events: z.number(),
  own: z.number(),
  /** Newest first. */
  looks: z.array(Look),
})

export const TrailFinding = z.object({
  id: z.string(),
  tenantId: z.string(),
  reviewId: z.string(),
  area: z.enum(trailAreas),
  severity: z.enum(severities),
  finding: z.string(),
  /** Event that it is about; '' for none. */
  eventId: z.string(),
  action: z.string(),
  responsible: z.string(),
  dueDay: z.string(),
  isOverdue: z.boolean(),
  /** Who found it. */
  finderName: z.string(),
  foundAt: z.string(),
  /** What was done; '' until it is closed. */
  outcome: z.string(),
  closerName: z.string(),
  closedAt: z.string(),
  rowVersion: z.number(),
})
export type TrailFinding = z.output<typeof TrailFinding>

export const TrailFindingInput = z.object({
  id: optionalId,
  reviewId: reference,
  area: z.enum(trailAreas, textKey('rule.choose')),
  severity: z.enum(severities, textKey('rule.choose')),
  finding: requiredText(maxReviewText),
  /** Id of an event of the trail, as its address has it; '' for none. */
  eventId: optionalId,
  /** What is to be done, by whom and until when. */
  action: text(maxReviewText),
  responsible: text(100),
  dueDay: optionalDate,
  /** What was done. Closes the finding. */
  outcome: text(maxReviewText),
  rowVersion,
})

/** The seal at the end of what a review covers. Blinded callers see only its state. */
const CoveringSeal = z.object({
  state: z.enum(sealStates),
  number: z.number(),
  time: z.string(),
  hash: z.string(),
})

/** A review with everything that was looked at and found. */
export const TrailReviewDetails = z.object({
  ...review,
  reviewedAreas: z.array(ReviewedArea),
  /** `waiting` before the review has begun. */
  seal: CoveringSeal,
  findings: z.array(TrailFinding),
  conclusion: z.string(),
  /** `broken` also if the record is not what was signed. */
  signature: EventSignature,
  /** SHA-256 of the signed record, hex; '' before the review is concluded, and for blinded callers. */
  recordSha256: z.string(),
  /** Whether the caller is blinded in a study: only their own looks and findings are shown. */
  isBlinded: z.boolean(),
})
export type TrailReviewDetails = z.output<typeof TrailReviewDetails>

/** Reviews that the caller has to conclude in a tenant. */
export const TrailReviewNotice = z.object({
  tenantId: z.string(),
  tenantName: z.string(),
  /** Reviews whose due day comes within the days of the first reminder, and those whose due day is over. */
  due: z.number(),
  overdue: z.number(),
  /** The earliest due day. */
  dueDay: z.string(),
})
export type TrailReviewNotice = z.output<typeof TrailReviewNotice>
