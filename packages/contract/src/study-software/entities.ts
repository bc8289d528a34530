import * as z from 'zod/mini'
import { entityOf, inputOf } from '../core/entity.ts'
import { reference, text } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'
import { isApiPath } from '../product/paths.ts'

/** Default paths of a product's calls, relative to the API URL of its domain, for studies without paths of their own. */
export const defaultApiPaths = {
  roleApiRequest: '/atrium/roles',
  roleApiResponse: '/atrium/invitations',
} as const

/** '' for the default path. */
const apiPath = (usual: string) =>
  text(500).check(
    z.refine((value) => value === '' || isApiPath(value, usual), textKey('studySoftware.rule.path')),
  )

const fields = {
  studyId: reference,
  /** Domain of the tenant that serves the study. The domain determines the product. */
  tenantUrlId: reference,
  /** Path from which the suite requests the product's roles for the study. */
  roleApiRequest: apiPath(defaultApiPaths.roleApiRequest),
  /** Path to which the suite sends grants of users. */
  roleApiResponse: apiPath(defaultApiPaths.roleApiResponse),
}

/** Link of a study with a product. */
export const StudyLinkInput = inputOf({
  ...fields,
  /** Product name as it was read; it is not stored. */
  softName: text(200),
})

/** Stored link of a study with a product. */
export const StudyLink = entityOf(fields, { tenantId: z.string(), softwareId: z.string() })

/** A product as seen from a study, whether or not the two are linked. */
export const SoftwareOfStudy = z.object({
  /** Id of the link; '' if the study is not linked with the product. */
  id: z.string(),
  softId: z.string(),
  /** Product name in the caller's language. */
  softName: z.string(),
  /** '' if the study is not linked, as are the next three fields. */
  tenantUrlId: z.string(),
  urlName: z.string(),
  roleApiRequest: z.string(),
  roleApiResponse: z.string(),
  /** Version of the link; 0 without a link. */
  rowVersion: z.number(),
  /**
   * Why the licence currently prevents linking the study with the product, in the caller's language; '' if it does
   * not.
   */
  refusal: z.string(),
})
export type SoftwareOfStudy = z.output<typeof SoftwareOfStudy>

/** A study with every product that authorizes users by study, in the order of the products. */
export const StudyWithSoftware = z.object({
  id: z.string(),
  tenantId: z.string(),
  tenantName: z.string(),
  studyName: z.string(),
  studyCode: z.string(),
  planCode: z.string(),
  softList: z.array(SoftwareOfStudy),
  /** When the study was added (ISO 8601, UTC). */
  createTime: z.string(),
})
export type StudyWithSoftware = z.output<typeof StudyWithSoftware>
