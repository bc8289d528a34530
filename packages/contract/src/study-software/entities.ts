import * as z from 'zod/mini'
import { entityOf, inputOf } from '../core/entity.ts'
import { reference, text } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'
import { isApiPath } from '../product/paths.ts'

/** Default paths of a product's calls below its domain's API URL, if a study has no paths of its own. */
export const defaultApiPaths = {
  roleApiRequest: '/atrium/roles',
  roleApiResponse: '/atrium/invitations',
} as const

/** '' for the default. */
const apiPath = (usual: string) =>
  text(500).check(
    z.refine((value) => value === '' || isApiPath(value, usual), textKey('studySoftware.rule.path')),
  )

const fields = {
  studyId: reference,
  /** Which of the tenant's domains the study is run at; which product that is of, follows. */
  tenantUrlId: reference,
  /** Path at which the product is asked for its roles in the study. */
  roleApiRequest: apiPath(defaultApiPaths.roleApiRequest),
  /** Path of its grants of users. */
  roleApiResponse: apiPath(defaultApiPaths.roleApiResponse),
}

/** A study that is linked with a product. */
export const StudyLinkInput = inputOf({
  ...fields,
  /** The product's name as it was read: it is not stored. */
  softName: text(200),
})

/** A link of a study with a product, as it is stored. */
export const StudyLink = entityOf(fields, { tenantId: z.string(), softwareId: z.string() })

/** A product of a study: linked with it or not. */
export const SoftwareOfStudy = z.object({
  /** The link's id, '' if the study is not linked with the product. */
  id: z.string(),
  softId: z.string(),
  /** The product's name in the caller's language. */
  softName: z.string(),
  /** These are '' if the study is not linked. */
  tenantUrlId: z.string(),
  urlName: z.string(),
  roleApiRequest: z.string(),
  roleApiResponse: z.string(),
  /** The link's version, 0 without a link. */
  rowVersion: z.number(),
  /**
   * Why the licence does not allow a link of the study with the product today, in the caller's language; '' if it does.
   */
  refusal: z.string(),
})
export type SoftwareOfStudy = z.output<typeof SoftwareOfStudy>

/** A study with every product that people are authorized for study by study, in the products' order. */
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
