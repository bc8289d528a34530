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

/** A number of sites or people: there is no part of one. */
const count = wholeNumber(largestSort)

const fields = {
  tenantId: reference,
  studyName: requiredName(200),
  /** The tenant's own name for it in short, as products show it; no two of a tenant's studies have the same. */
  studyCode: requiredName(50),
  /** The number of its protocol, which the studies of one programme may share. */
  planCode: requiredName(50),
  principal: requiredText(100),
  nameAbbr: requiredText(100),
  fameFull: requiredText(500),
  siteCount: count,
  patientCount: count,
  sponsor: text(200),
  /** These and `studyStatusId` are entries of the dictionary, global ones or the tenant's own. */
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
  /** The first and the last day. */
  startTime: optionalDate,
  endTime: optionalDate,
  /** How long it takes, as people say it. */
  durationTime: text(50),
  studyStatusId: optionalId,
  partner: text(200),
}

const { startTime, endTime } = fields
const Period = z.object({ startTime, endTime })

export const StudyInput = inputOf(fields).check(
  z.refine((study) => study.startTime === '' || study.endTime === '' || study.startTime < study.endTime, {
    // Said beside the rules of the other fields, not only when all of them are right.
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
