import * as z from 'zod/mini'
import { entityOf, inputOf } from '../core/entity.ts'
import { reference, requiredName, text } from '../core/fields.ts'
import { regionNames } from '../region/entities.ts'

const fields = {
  /** A save must not change the study or the site. */
  studyId: reference,
  /** A site that the study's tenant has chosen. */
  tenantSiteId: reference,
  /** Site number, unique within the study. */
  code: requiredName(50),
  /** Name of the site in this study; '' means the tenant's nickname. */
  nickName: text(200),
  address: text(200),
  remark: text(500),
}

export const StudySiteInput = inputOf({
  ...fields,
  /** These two fields are sent back as they were read; a save does not change them. */
  siteName: text(200),
  levelDesc: text(200),
})

/** A site of a study. */
export const StudySite = entityOf(fields, {
  tenantId: z.string(),
  siteName: z.string(),
  /** Name of the site's level in the caller's language. */
  levelDesc: z.string(),
  ...regionNames,
  /** Names of the known regions. */
  areaName: z.string(),
  /** ISO 8601, UTC. */
  createTime: z.string(),
})
export type StudySite = z.output<typeof StudySite>
