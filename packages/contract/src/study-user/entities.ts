import * as z from 'zod/mini'
import { TenantUser } from '../tenant-user/entities.ts'

/** A site of a study in the tree of studies. */
const StudyNodeSite = z.object({
  /** The same as `studySiteId`. */
  id: z.string(),
  studySiteId: z.string(),
  /** The study in the product. */
  studyUrlId: z.string(),
  /** The study's name for it, or else the tenant's. */
  name: z.string(),
  code: z.string(),
})

/** A study that is run in a product, in the tree of studies with their sites. */
export const StudyNode = z.object({
  /** The study's. */
  id: z.string(),
  /** Of the study in the product: what people are authorized for. */
  studyUrlId: z.string(),
  tenantId: z.string(),
  /** An addition, to distinguish studies of several tenants. */
  tenantName: z.string(),
  name: z.string(),
  code: z.string(),
  /** An addition: whether the tenant's domain has a URL at which the product can be called. */
  hasUrl: z.boolean(),
  sites: z.array(StudyNodeSite),
})
export type StudyNode = z.output<typeof StudyNode>

const Person = z.pick(TenantUser, {
  userName: true,
  fullName: true,
  displayName: true,
  email: true,
  phone: true,
  roleName: true,
  tenantId: true,
})

/** Somebody who is authorized in a product for a study or one of its sites. */
export const StudyUser = z.extend(Person, {
  /** Of the authorization: what cancelling takes. */
  id: z.string(),
  tenantUserId: z.string(),
  /** 0 enabled, 1 disabled in the tenant. */
  enabled: z.number(),
  /** The user's own: '1' cannot sign in anywhere. */
  status: z.string(),
  /** Authorized for the study as a whole, and so at every site, those too that come later. */
  wholeStudy: z.boolean(),
  /** At how many sites they are authorized one by one. */
  siteCount: z.number(),
  /** The names of the first of these, by their codes. */
  siteNames: z.array(z.string()),
})
export type StudyUser = z.output<typeof StudyUser>

/** How many sites of somebody are named in a list. */
export const maxSiteNames = 5

/** Somebody of a tenant who can be authorized. The id is that of the tenant user. */
export const UnselectedStudyUser = z.extend(Person, { id: z.string() })
export type UnselectedStudyUser = z.output<typeof UnselectedStudyUser>
