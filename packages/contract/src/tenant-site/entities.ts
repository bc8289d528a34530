import * as z from 'zod/mini'
import { entityOf, inputOf } from '../core/entity.ts'
import { optionalId, requiredName, requiredText } from '../core/fields.ts'
import { ids } from '../core/lists.ts'
import { textKey } from '../core/texts.ts'

type Sent = { readonly id: string }
const isNew = ({ id }: Sent): boolean => id === ''
/** Applies each rule even if other fields are invalid, so that all errors are reported together. */
const always = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null }

/** Sites that a tenant adds, or with an id the tenant's new name for one of its sites. */
export const TenantSiteInput = inputOf({
  /** Tenant to which the sites are added. A site cannot move to another tenant. */
  tenantId: optionalId,
  /** Ids of the platform's sites to add. Each keeps its own name at first. */
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
  // Does not check the id: a form does not have it among its fields, and must show the error at once.
  z.refine((sent) => sent.siteIds !== undefined || sent.nickName !== undefined, {
    ...always,
    error: textKey('rule.required'),
    path: ['nickName'],
  }),
)

/** A site of the platform that a tenant has chosen. */
export const TenantSite = entityOf(
  { tenantId: optionalId, nickName: requiredName(200) },
  {
    tenantName: z.string(),
    siteId: z.string(),
    siteName: z.string(),
    /** Known country, province and city in the caller's language. */
    areaName: z.string(),
    /** Name of the site's level in the caller's language. */
    levelDesc: z.string(),
    address: z.string(),
    remark: z.string(),
    /** ISO 8601, UTC. */
    createTime: z.string(),
  },
)
export type TenantSite = z.output<typeof TenantSite>
