import * as z from 'zod/mini'
import { entityOf, inputOf } from '../core/entity.ts'
import {
  optionalDate,
  optionalProductId,
  reference,
  requiredName,
  requiredText,
  text,
  wholeNumberWithin,
} from '../core/fields.ts'
import { textKey } from '../core/texts.ts'

export const trainingKinds = ['gcp', 'protocol', 'product', 'other'] as const
export type TrainingKind = (typeof trainingKinds)[number]

/** Days before the end of evidence on which the person is reminded, earliest first. */
export const trainingReminderDays = [30, 7] as const

/** Days for which access that people have goes on after a change that would stop it. */
export const trainingNoticeDays = 7

/** Maximum number of days of an override, the first one included. */
export const maxOverrideDays = 90

/** Maximum length of the reason of an override or a revocation. */
export const maxTrainingReason = 500

/**
 * Maximum size of a certificate in bytes. In base64 it fits into the body of a call, with the other fields.
 */
export const maxCertificateBytes = 700_000

/** Media types of certificates. */
export const certificateTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const

/** A day as yyyy-MM-dd. */
export const requiredDay = requiredText(10, textKey('rule.choose')).check(
  z.refine((day) => z.iso.date().safeParse(day).success, textKey('rule.date')),
)

const trainingFields = {
  tenantId: reference,
  /** Short name by which products report evidence; unique in the tenant. */
  code: requiredName(50),
  name: requiredName(100),
  kind: z.enum(trainingKinds, textKey('rule.choose')),
  /** Months for which evidence is valid; 0 for no limit. */
  months: wholeNumberWithin(0, 120, textKey('training.rule.months')),
}

export const TrainingInput = inputOf(trainingFields)

/** A training of a tenant. */
export const Training = z.object({
  id: z.string(),
  tenantId: z.string(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(trainingKinds),
  months: z.number(),
  /** Number of studies and products that require it. */
  requirements: z.number(),
  rowVersion: z.number(),
})
export type Training = z.output<typeof Training>

const requirementFields = {
  tenantId: reference,
  /** The study in a product. */
  studyUrlId: reference,
  trainingId: reference,
  /** Role of the product; '' for every role, also of people who have none. */
  roleId: optionalProductId,
  /** Name of the role, as the product sent it (see `Named` in product/protocol.ts). */
  roleName: text(500),
  /** First day; '' if it applies at once. */
  fromDay: optionalDate,
}

export const TrainingRequirementInput = inputOf(requirementFields)

/** A training that a role in a study and product needs. */
export const TrainingRequirement = entityOf(requirementFields, {
  trainingName: z.string(),
  studyName: z.string(),
  studyCode: z.string(),
  /** Product name in the caller's language. */
  softName: z.string(),
})
export type TrainingRequirement = z.output<typeof TrainingRequirement>

/** States of evidence. Only `valid` evidence counts. */
export const evidenceStates = ['valid', 'expired', 'revoked'] as const
export type EvidenceState = (typeof evidenceStates)[number]

/** Evidence that a person completed a training. Names are those at the time of the record. */
export const TrainingEvidence = z.object({
  id: z.string(),
  tenantId: z.string(),
  userId: z.string(),
  personName: z.string(),
  trainingId: z.string(),
  trainingName: z.string(),
  /** Days as yyyy-MM-dd; '' for none. */
  doneOn: z.string(),
  expiresOn: z.string(),
  /** Last day on which it counts, from the certificate or the training's months; '' for no end. */
  validUntil: z.string(),
  state: z.enum(evidenceStates),
  certificateNo: z.string(),
  /** '' without a certificate. */
  fileName: z.string(),
  /** Product that reported it, in the caller's language; '' if a user recorded it. */
  softName: z.string(),
  recorderName: z.string(),
  /** ISO 8601, UTC, like the other times. */
  recordTime: z.string(),
  /** '' unless it is revoked. */
  revokeTime: z.string(),
  revokerName: z.string(),
  revokeReason: z.string(),
})
export type TrainingEvidence = z.output<typeof TrainingEvidence>

/**
 * States of a person in a study and product that requires trainings. `waiting`: access, or a change of it, has not begun
 * yet. `suspended`: it stopped. `overridden`: an override applies. `complete`: nothing is missing.
 */
export const traineeStates = ['suspended', 'waiting', 'overridden', 'complete'] as const
export type TraineeState = (typeof traineeStates)[number]

/** A person in a study and product that requires trainings. */
export const Trainee = z.object({
  /** Unique in the list. */
  id: z.string(),
  tenantUserId: z.string(),
  userId: z.string(),
  /** Full name in the caller's language. */
  personName: z.string(),
  userName: z.string(),
  studyUrlId: z.string(),
  studyName: z.string(),
  studyCode: z.string(),
  /** Product name in the caller's language. */
  softName: z.string(),
  state: z.enum(traineeStates),
  /** Since when a training is missing (ISO 8601, UTC); '' if none is. */
  since: z.string(),
  /** Missing trainings, also while an override applies. */
  missing: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Last day of the required evidence that ends first; '' if none ends. */
  validUntil: z.string(),
  /** The override that applies; '' without one. */
  overrideId: z.string(),
  overrideUntil: z.string(),
  overrideReason: z.string(),
  /** Whether the caller may override; nobody may for themselves. */
  mayOverride: z.boolean(),
})
export type Trainee = z.output<typeof Trainee>

/** A training for which the caller's access waits, or without which it stops soon. */
export const OwnTraining = z.object({
  tenantId: z.string(),
  tenantName: z.string(),
  studyName: z.string(),
  /** Product name in the caller's language. */
  softName: z.string(),
  training: z.string(),
  /** Last day of access as yyyy-MM-dd; '' if it waits or has stopped. */
  lastDay: z.string(),
})
export type OwnTraining = z.output<typeof OwnTraining>
