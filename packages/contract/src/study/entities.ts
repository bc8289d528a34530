import * as z from 'zod/mini'
import { entityOf, inputOf } from '../core/entity.ts'
import {
  largestSort,
  optionalDate,
  optionalId,
  reference,
  requiredName,
  requiredText,
  text,
  wholeNumber,
} from '../core/fields.ts'
import { textKey } from '../core/texts.ts'

/** A whole number of sites or patients. */
const count = wholeNumber(largestSort)

const fields = {
  tenantId: reference,
  studyName: requiredName(200),
  /** Short name of the study, as products show it; unique within the tenant. */
  studyCode: requiredName(50),
  /** Protocol number, which the studies of one programme may share. */
  planCode: requiredName(50),
  principal: requiredText(100),
  nameAbbr: requiredText(100),
  fameFull: requiredText(500),
  siteCount: count,
  patientCount: count,
  sponsor: text(200),
  /** This field, the four below and `studyStatusId` are ids of dictionary entries, either global or the tenant's own. */
  studyScopeId: optionalId,
  productTypeId: optionalId,
  researchStageId: optionalId,
  researchTypeId: optionalId,
  therapeuticAreaId: optionalId,
  indication: text(500),
  productInfo: text(1000),
  drugInfo: text(1000),
  designInfo: text(1000),
  department: text(200),
  /** First and last day. */
  startTime: optionalDate,
  endTime: optionalDate,
  /** Duration in words. */
  durationTime: text(50),
  studyStatusId: optionalId,
  partner: text(200),
}

const { startTime, endTime } = fields
const Period = z.object({ startTime, endTime })

export const StudyInput = inputOf(fields).check(
  z.refine((study) => study.startTime === '' || study.endTime === '' || study.startTime < study.endTime, {
    // Checked even if other fields are invalid, so that all errors are reported together.
    when: ({ value }: { value: unknown }) => Period.safeParse(value).success,
    error: textKey('study.rule.startNotBeforeEnd'),
    path: ['endTime'],
  }),
)

/** A clinical study of a tenant. */
export const Study = entityOf(fields, {
  tenantName: z.string(),
  /** ISO 8601, UTC. */
  createTime: z.string(),
})
export type Study = z.output<typeof Study>
