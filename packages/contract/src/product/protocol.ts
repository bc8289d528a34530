import * as z from 'zod/mini'

/**
 * The protocol between the suite and the linked products (docs/integrators.md). Products' own ids may be numbers or
 * texts; here every id is a text.
 */
const ownId = z.codec(z.union([z.string(), z.number()]), z.string(), {
  decode: String,
  // The response of products is passed on to the browser.
  encode: (id) => id,
})

/** Something of a product's: its name is plain text, or JSON text with a Chinese name in `chs` and maybe an English one in `en`. */
const Named = z.object({ Id: ownId, Name: z.string() })

/** `FType` of EDC's module roles; any other value is a role in a study. */
export const moduleRole = 1

/** Roles of EDC. */
export const EdcRoles = z.object({
  Environments: z.array(Named),
  RoleInfos: z.array(z.extend(Named, { FType: z.number() })),
})
export type EdcRoles = z.output<typeof EdcRoles>

/** Whether a role of RTSM sees who is given what: 1 not, 0 yes. */
export const blinding = { blinded: 1, unblinded: 0 } as const

const Blinding = z.union([z.literal(blinding.blinded), z.literal(blinding.unblinded)])

/** A project of RTSM (IWRS) within a study, with what people may be given there. */
export const RtsmProject = z.object({
  Id: ownId,
  ProjectName: z.string(),
  EnvironmentFlag: ownId,
  Status: ownId,
  /** `IsBlind` is the product's own word on a role; without it either may be granted. */
  RoleList: z.array(z.extend(Named, { IsBlind: z.optional(z.nullable(Blinding)) })),
  StockHouseList: z.array(Named),
})
export type RtsmProject = z.output<typeof RtsmProject>

/** Roles of RTSM. */
export const RtsmRoles = z.object({ List: z.array(RtsmProject) })
export type RtsmRoles = z.output<typeof RtsmRoles>

const small = z.object({ id: ownId, name: z.string() })

/** Roles of CTMS and eTMF; eTMF has sites of its own. */
export const TrialRoles = z.object({
  tenantRoles: z.array(small),
  studyRoles: z.array(small),
  sites: z._default(z.array(small), []),
})
export type TrialRoles = z.output<typeof TrialRoles>

/** A role that somebody has in a study. What a product does not know of is ''. */
export const StudyRole = z.object({
  roleId: z.string(),
  roleName: z.string(),
  /** EDC: scope of the role. */
  environmentId: z.string(),
  /** RTSM: its project, and the scope of the role there. */
  projectId: z.string(),
  siteIds: z.array(z.string()),
  stockHouseIds: z.array(z.string()),
  /** `blinding`. */
  isBlind: z.number(),
  /** Of RTSM: why an unblinded role was granted. */
  unblindingReason: z.optional(z.string()),
})
export type StudyRole = z.output<typeof StudyRole>

/** Grants of a user in a product within a study: one form for all products. */
export const ProductGrant = z.object({
  /** A role beyond studies: EDC's module role, the tenant role of CTMS and eTMF; '' for none. */
  generalRoleId: z.string(),
  roles: z.array(StudyRole),
  /** The suite's sites of the study; eTMF's own for eTMF. */
  siteIds: z.array(z.string()),
  /** All sites, those too that come later. */
  allSites: z.boolean(),
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
  /** zh or en. */
  language: z.string(),
})

/** Subject of a call to a product: a tenant's study, as the suite has linked it. */
const scope = {
  tenantId: z.string(),
  tenantName: z.string(),
  tenantUrlId: z.string(),
  studyUrlId: z.string(),
  study: Study,
}

/** Asks a product which roles it has for a study; answered with its roles. By default at /atrium/roles. */
export const RolesRequest = z.object({ ...scope, sites: z.array(StudySite) })
export type RolesRequest = z.output<typeof RolesRequest>

/** Authorizes people in a product. By default at /atrium/invitations. Sent again it replaces the earlier grants. */
export const InvitationRequest = z.object({
  ...scope,
  sites: z.array(StudySite),
  users: z.array(Person),
  grant: ProductGrant,
})
export type InvitationRequest = z.output<typeof InvitationRequest>

/** Result, with each user in one of both lists. */
export const InvitationAnswer = z.object({
  success: z.array(z.string()),
  failure: z.array(z.object({ userId: z.string(), message: z.string() })),
})
export type InvitationAnswer = z.output<typeof InvitationAnswer>

/** The user who came with a one-time code, and their grants: the response to a product that redeems it. */
export const HandedOver = z.object({
  user: Person,
  tenant: z.object({ tenantId: z.string(), tenantName: z.string(), tenantUrlId: z.string() }),
  /** The opened study; '' if only the product was opened. */
  studyUrlId: z.string(),
  /** Minutes without a call after which the session in the product ends; 0 never. */
  validityTime: z.number(),
  studies: z.array(
    z.object({
      studyUrlId: z.string(),
      study: Study,
      sites: z.array(StudySite),
      /** Null if somebody is authorized without roles of the product. */
      grant: z.nullable(ProductGrant),
    }),
  ),
})
export type HandedOver = z.output<typeof HandedOver>
