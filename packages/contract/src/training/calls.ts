import * as z from 'zod/mini'
import { callOf, menu, signedByProduct } from '../core/call.ts'
import { id, noData, optionalDate, optionalId, reference, requiredText, text } from '../core/fields.ts'
import { listOf, Option, paging } from '../core/lists.ts'
import { textKey } from '../core/texts.ts'
import {
  evidenceStates,
  maxCertificateBytes,
  maxTrainingReason,
  requiredDay,
  Trainee,
  Training,
  TrainingEvidence,
  TrainingInput,
  TrainingRequirement,
  TrainingRequirementInput,
  traineeStates,
} from './entities.ts'

const call = callOf('training')

const addition = 'People have the training for their tasks before they get access (21 CFR 11.10(i)).'

const administered = { method: 'POST', access: menu('training'), addition } as const

export const trainingList = call({
  ...administered,
  path: '/training/list',
  summary: 'Trainings of a tenant, by name',
  effect: 'read',
  request: z.object({
    tenantId: reference,
    /** Part of the code or the name. */
    keyWord: text(100),
    ...paging,
  }),
  response: listOf(Training),
})

export const trainingSave = call({
  ...administered,
  path: '/training/save',
  summary: 'Add a training, or change one by id; other months also apply to the evidence that there is',
  effect: 'write',
  request: TrainingInput,
  response: z.string(),
})

export const trainingDelete = call({
  ...administered,
  path: '/training/delete',
  summary: 'Delete a training that no study requires and of which there is no evidence',
  effect: 'write',
  request: z.object({ id }),
  response: noData,
})

export const trainingChoices = call({
  ...administered,
  path: '/training/choices',
  summary: 'Studies in products, trainings and members of a tenant, by name',
  effect: 'read',
  request: z.object({ tenantId: reference }),
  response: z.object({
    /** Studies in products, by the ids of their links. */
    studies: z.array(Option),
    trainings: z.array(Option),
    /** Members, by the ids of their memberships. */
    people: z.array(Option),
  }),
})

export const trainingRequirementList = call({
  ...administered,
  path: '/training/requirement/list',
  summary: 'Trainings that studies of a tenant require in their products, by study',
  effect: 'read',
  request: z.object({
    tenantId: reference,
    /** Limits the list to this study in its product. */
    studyUrlId: optionalId,
    ...paging,
  }),
  response: listOf(TrainingRequirement),
})

export const trainingRequirementSave = call({
  ...administered,
  path: '/training/requirement/save',
  summary:
    'Require a training of a role in a study and product, or change the requirement by id; from its first day on, access stops without evidence',
  effect: 'write',
  request: TrainingRequirementInput,
  response: z.string(),
})

export const trainingRequirementDelete = call({
  ...administered,
  path: '/training/requirement/delete',
  summary: 'No longer require a training; access that only waited for it begins',
  effect: 'write',
  request: z.object({ id }),
  response: noData,
})

export const traineeList = call({
  ...administered,
  path: '/training/people/list',
  summary:
    'People in studies and products that require trainings, with what is missing; without RTSM of studies in which the caller is blinded',
  effect: 'read',
  request: z.object({
    tenantId: reference,
    /** Limits the list to this study in its product. */
    studyUrlId: optionalId,
    state: z.optional(z.enum(traineeStates, textKey('rule.choice'))),
    /** Part of the person’s name or user name. */
    keyWord: text(100),
    ...paging,
  }),
  response: listOf(Trainee),
})

export const trainingEvidenceList = call({
  ...administered,
  path: '/training/evidence/list',
  summary: 'Evidence of trainings in a tenant, newest first',
  effect: 'read',
  request: z.object({
    tenantId: reference,
    /** Limits the list to this person or training. */
    userId: optionalId,
    trainingId: optionalId,
    state: z.optional(z.enum(evidenceStates, textKey('rule.choice'))),
    /** Part of the person’s name. */
    keyWord: text(100),
    ...paging,
  }),
  response: listOf(TrainingEvidence),
})

/** Characters of the largest certificate in base64. */
const maxBase64 = Math.ceil(maxCertificateBytes / 3) * 4

interface Certificate {
  readonly fileName: string
  readonly fileContent: string
}

const hasBoth = ({ fileName, fileContent }: Certificate): boolean =>
  (fileName === '') === (fileContent === '')

const completed = {
  /** Day of completion. */
  doneOn: requiredDay,
  /** Last day of the certificate; '' for none. */
  expiresOn: optionalDate,
  certificateNo: text(100),
}

export const trainingEvidenceSave = call({
  ...administered,
  path: '/training/evidence/save',
  summary:
    'Record that somebody else completed a training, with the certificate; access that waited for it begins',
  effect: 'write',
  request: z
    .object({
      tenantId: reference,
      tenantUserId: reference,
      trainingId: reference,
      ...completed,
      /** Certificate as PDF, PNG or JPEG; both '' for none. */
      fileName: text(200),
      /** Its content in base64. */
      fileContent: text(maxBase64).check(
        z.refine((value) => /^[A-Za-z\d+/]*={0,2}$/.test(value), textKey('training.rule.file')),
      ),
    })
    .check(z.refine(hasBoth, { path: ['fileContent'], error: textKey('training.rule.file') })),
  response: z.string(),
  done: 'training.done.recorded',
})

export const trainingEvidenceRevoke = call({
  ...administered,
  path: '/training/evidence/revoke',
  summary: 'Revoke evidence of a training; access that depends on it stops',
  effect: 'write',
  request: z.object({ id, revokeReason: requiredText(maxTrainingReason) }),
  response: noData,
  done: 'training.done.revoked',
})

export const trainingEvidenceFile = call({
  ...administered,
  path: '/training/evidence/file',
  summary: 'Download the certificate of evidence',
  /** Counts as a write, because it takes data out of the system and the audit trail must show that. */
  effect: 'write',
  request: z.object({ id }),
  response: noData,
  form: 'download',
})

export const trainingEvidenceReport = call({
  method: 'POST',
  path: '/training/evidence/report',
  summary:
    'Report that a user completed a training that a study in this product requires; returns the id of the evidence, the same one for the same idempotency key',
  access: signedByProduct,
  effect: 'write',
  request: z.object({
    tenantId: reference,
    userId: reference,
    /** Code of the training in the tenant. */
    trainingCode: requiredText(50),
    ...completed,
    /** Id of a file that the product has stored for the tenant; '' for none. */
    fileId: optionalId,
  }),
  response: z.string(),
  addition,
})

export const trainingOverrideSave = call({
  ...administered,
  path: '/training/override/save',
  summary:
    'Let somebody else into a study and product until a day although trainings are missing; replaces an earlier override',
  effect: 'write',
  request: z.object({
    studyUrlId: reference,
    tenantUserId: reference,
    lastDay: requiredDay,
    reason: requiredText(maxTrainingReason),
  }),
  response: z.string(),
  done: 'training.done.overridden',
})

export const trainingOverrideEnd = call({
  ...administered,
  path: '/training/override/end',
  summary: 'End an override; without the missing trainings access stops',
  effect: 'write',
  request: z.object({ id, endReason: requiredText(maxTrainingReason) }),
  response: noData,
  done: 'training.done.ended',
})
