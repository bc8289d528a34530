import * as z from 'zod/mini'

/**
 * Protocol between the suite and the linked products (docs/integrators.md). Products may send their own ids as
 * numbers or strings; here every id is a string.
 */
const ownId = z.codec(z.union([z.string(), z.number()]), z.string(), {
  decode: String,
  // Responses of products are passed on to the browser.
  encode: (id) => id,
})

/**
 * A named item of a product. Its name is plain text, or JSON text with a Chinese name in `chs` and an optional
 * English one in `en`.
 */
const Named = z.object({ Id: ownId, Name: z.string() })

/** `FType` of EDC's module roles; any other value is a role in a study. */
export const moduleRole = 1

/** Roles of EDC. */
export const EdcRoles = z.object({
  Environments: z.array(Named),
  RoleInfos: z.array(z.extend(Named, { FType: z.number() })),
})
export type EdcRoles = z.output<typeof EdcRoles>

/** Whether a role in RTSM sees which treatment each subject gets: 1 blinded, 0 unblinded. */
export const blinding = { blinded: 1, unblinded: 0 } as const

const Blinding = z.union([z.literal(blinding.blinded), z.literal(blinding.unblinded)])

/** A project of RTSM (IWRS) within a study, with the roles and stock houses that users may be granted. */
export const RtsmProject = z.object({
  Id: ownId,
  ProjectName: z.string(),
  EnvironmentFlag: ownId,
  Status: ownId,
  /** `IsBlind` is the product's own setting for a role. Without it, a role may be granted blinded or unblinded. */
  RoleList: z.array(z.extend(Named, { IsBlind: z.optional(z.nullable(Blinding)) })),
  StockHouseList: z.array(Named),
})
export type RtsmProject = z.output<typeof RtsmProject>

/** Roles of RTSM. */
export const RtsmRoles = z.object({ List: z.array(RtsmProject) })
export type RtsmRoles = z.output<typeof RtsmRoles>

const small = z.object({ id: ownId, name: z.string() })

/** Roles of CTMS and eTMF. Only eTMF has its own sites. */
export const TrialRoles = z.object({
  tenantRoles: z.array(small),
  studyRoles: z.array(small),
  sites: z._default(z.array(small), []),
})
export type TrialRoles = z.output<typeof TrialRoles>

/** A role of a user in a study. Fields that a product does not have are ''. */
export const StudyRole = z.object({
  roleId: z.string(),
  roleName: z.string(),
  /** Scope of the role in EDC. */
  environmentId: z.string(),
  /** Project in RTSM, and the scope of the role there. */
  projectId: z.string(),
  siteIds: z.array(z.string()),
  stockHouseIds: z.array(z.string()),
  /** See `blinding`. */
  isBlind: z.number(),
  /** Why an unblinded role was granted in RTSM. */
  unblindingReason: z.optional(z.string()),
})
export type StudyRole = z.output<typeof StudyRole>

/** Grants of a user in a product within a study, in the same form for all products. */
export const ProductGrant = z.object({
  /** A role that is not bound to studies: the module role in EDC, the tenant role in CTMS and eTMF; '' for none. */
  generalRoleId: z.string(),
  generalRoleName: z.optional(z.string()),
  roles: z.array(StudyRole),
  /** Ids of the study's sites in the suite; for eTMF its own site ids. */
  siteIds: z.array(z.string()),
  /** Whether the grant covers all sites, including later ones. */
  allSites: z.boolean(),
  /**
   * First and last day of access as yyyy-MM-dd, both included, in the time zone of the deployment's profile; omitted
   * without a limit. Atrium sends the grant on the first day, and an access notice after the last one.
   */
  accessFrom: z.optional(z.string()),
  accessUntil: z.optional(z.string()),
})
export type ProductGrant = z.output<typeof ProductGrant>

const StudySite = z.object({ id: z.string(), code: z.string(), name: z.string() })
const Study = z.object({ id: z.string(), code: z.string(), name: z.string() })
const Person = z.object({
  userId: z.string(),
  userName: z.string(),
  fullName: z.string(),
  email: z.string(),
  phone: z.string(),
  /** `zh` or `en`. */
  language: z.string(),
})

/** Tenant and study that a call to a product is about, as linked in the suite. */
const scope = {
  tenantId: z.string(),
  tenantName: z.string(),
  tenantUrlId: z.string(),
  studyUrlId: z.string(),
  study: Study,
}

/** Requests the roles that a product has for a study. The default path is /atrium/roles. */
export const RolesRequest = z.object({ ...scope, sites: z.array(StudySite) })
export type RolesRequest = z.output<typeof RolesRequest>

/**
 * Authorizes users in a product. A repeated request replaces the earlier grants. The default path is
 * /atrium/invitations.
 */
export const InvitationRequest = z.object({
  ...scope,
  sites: z.array(StudySite),
  users: z.array(Person),
  grant: ProductGrant,
})
export type InvitationRequest = z.output<typeof InvitationRequest>

/** Result of the request. Each user is in one of the two lists. */
export const InvitationResponse = z.object({
  success: z.array(z.string()),
  failure: z.array(z.object({ userId: z.string(), message: z.string() })),
})
export type InvitationResponse = z.output<typeof InvitationResponse>

/** A study that a user may open in a product, with the sites and the grants there. */
const StudyAccess = z.object({
  studyUrlId: z.string(),
  study: Study,
  sites: z.array(StudySite),
  /** Null if the user is authorized without roles of the product. */
  grant: z.nullable(ProductGrant),
})

/** Tenant, and its domain of the product. */
const domain = { tenantId: z.string(), tenantName: z.string(), tenantUrlId: z.string() }

/** User of a one-time code, and their grants: the response to a product that redeems the code. */
export const HandedOver = z.object({
  user: Person,
  tenant: z.object(domain),
  /** The opened study; '' if only the product was opened. */
  studyUrlId: z.string(),
  /** Minutes of inactivity after which the session in the product ends; 0 for never. */
  validityTime: z.number(),
  /** See `UserAccess`. */
  accessVersion: z.number(),
  studies: z.array(StudyAccess),
})
export type HandedOver = z.output<typeof HandedOver>

/** Everything that a user may do in a tenant's product. What is missing was withdrawn. */
export const UserAccess = z.object({
  user: Person,
  /** Rises with each change of the user's rights in this tenant. The product ignores a lower one than it has. */
  accessVersion: z.number(),
  /** Whether the user may open the product in this tenant. If not, the product ends the user's sessions there. */
  mayOpen: z.boolean(),
  studies: z.array(StudyAccess),
})
export type UserAccess = z.output<typeof UserAccess>

/** Maximum number of users in one access request. */
export const maxAccessUsers = 100

/** Tells a product that rights of users have changed. The path is always /atrium/access. */
export const AccessRequest = z.object({ ...domain, users: z.array(UserAccess) })
export type AccessRequest = z.output<typeof AccessRequest>

/** Result of the request. Each user is in one of the two lists. */
export const AccessResponse = InvitationResponse
export type AccessResponse = InvitationResponse
