import * as z from 'zod/mini'
import { entityOf, inputOf } from '../core/entity.ts'
import { optionalId, requiredName, requiredText } from '../core/fields.ts'
import { ids } from '../core/lists.ts'
import { textKey } from '../core/texts.ts'

type Sent = { readonly id: string }
const isNew = ({ id }: Sent): boolean => id === ''
/** Each rule is said beside what is wrong with other fields. */
const always = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null }

/** Sites that a tenant adds, or with an id the name that it calls one of its sites by. */
export const TenantSiteInput = inputOf({
  /** The tenant to which sites are added. A site stays with its tenant. */
  tenantId: optionalId,
  /** The platform's sites that are added, each called by its own name at first. */
  siteIds: z.optional(ids),
  /** The tenant's name for a site; by default the site's own name. */
  nickName: z.optional(requiredText(200)),
}).check(
  z.refine((sent) => !isNew(sent) || sent.tenantId !== '', {
    ...always,
    error: textKey('rule.choose'),
    path: ['tenantId'],
  }),
  z.refine((sent) => !isNew(sent) || sent.siteIds !== undefined, {
    ...always,
    error: textKey('rule.choose'),
    path: ['siteIds'],
  }),
  // Not by the id: a form does not have it among its fields, and must show the error at once.
  z.refine((sent) => sent.siteIds !== undefined || sent.nickName !== undefined, {
    ...always,
    error: textKey('rule.required'),
    path: ['nickName'],
  }),
)

/** A site that a tenant has chosen among the platform's. */
export const TenantSite = entityOf(
  { tenantId: optionalId, nickName: requiredName(200) },
  {
    tenantName: z.string(),
    siteId: z.string(),
    siteName: z.string(),
    /** Country, province and city in the caller's language, as far as they are known. */
    areaName: z.string(),
    /** The name of its level in the caller's language. */
    levelDesc: z.string(),
    address: z.string(),
    remark: z.string(),
    /** ISO 8601, UTC. */
    createTime: z.string(),
  },
)
export type TenantSite = z.output<typeof TenantSite>
