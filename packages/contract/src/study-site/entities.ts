import * as z from 'zod/mini'
import { entityOf, inputOf } from '../core/entity.ts'
import { reference, requiredName, text } from '../core/fields.ts'
import { regionNames } from '../region/entities.ts'

const fields = {
  /** A site stays in its study, and stays the same one. */
  studyId: reference,
  /** One of the sites that the study's tenant has chosen. */
  tenantSiteId: reference,
  /** Its number in the study, which no other site of the study has. */
  code: requiredName(50),
  /** The study's name for it; the tenant's nickname if it is left empty. */
  nickName: text(200),
  address: text(200),
  remark: text(500),
}

export const StudySiteInput = inputOf({
  ...fields,
  /** These two are sent as they were read: a save does not change them. */
  siteName: text(200),
  levelDesc: text(200),
})

/** A site of a study. */
export const StudySite = entityOf(fields, {
  tenantId: z.string(),
  siteName: z.string(),
  /** The name of its level in the caller's language. */
  levelDesc: z.string(),
  ...regionNames,
  /** The names of the regions, as far as they are known. */
  areaName: z.string(),
  /** ISO 8601, UTC. */
  createTime: z.string(),
})
export type StudySite = z.output<typeof StudySite>
