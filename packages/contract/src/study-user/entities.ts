import * as z from 'zod/mini'
import { periodStates, shownAccessPeriod } from '../core/access-period.ts'
import { TenantUser } from '../tenant-user/entities.ts'

/** A site of a study in the tree of studies. */
const StudyNodeSite = z.object({
  /** The same as `studySiteId`. */
  id: z.string(),
  studySiteId: z.string(),
  /** Id of the study in the product. */
  studyUrlId: z.string(),
  /** Name of the site in the study, or else the tenant's name for it. */
  name: z.string(),
  code: z.string(),
})

/** A study in a product, in the tree of studies with their sites. */
export const StudyNode = z.object({
  /** Id of the study. */
  id: z.string(),
  /** Id of the study in the product, which users are authorized for. */
  studyUrlId: z.string(),
  tenantId: z.string(),
  /** Distinguishes studies of several tenants. Not in the specification. */
  tenantName: z.string(),
  name: z.string(),
  code: z.string(),
  /** Whether the tenant's domain has a URL for calls to the product. Not in the specification. */
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

/**
 * A product's last response to the user's grants in a study; '' without grants. `planned`: their first day is yet to
 * come. `training`: they wait for a required training.
 */
const grantStates = ['', 'planned', 'training', 'waiting', 'accepted', 'refused'] as const

/**
 * Whether the product knows the user's present rights. `never`: the domain has no API URL, or nothing has changed since
 * products are notified. `unsupported`: the product does not have the call.
 */
const notificationStates = ['never', 'waiting', 'notified', 'unsupported', 'failed'] as const

/** Notification of the product about the user's rights at the tenant's domain. */
const AccessNotification = z.object({
  state: z.enum(notificationStates),
  /** When the product last confirmed one (ISO 8601, UTC); '' if it never did. */
  at: z.string(),
  /** Why the last attempt failed; '' if it did not. */
  message: z.string(),
})

/** A user who is authorized in a product for a study or one of its sites. */
export const StudyUser = z.extend(Person, {
  /** Id of the authorization, which cancelling requires. */
  id: z.string(),
  tenantUserId: z.string(),
  /** Id of the user, with which the product is notified again. Not in the specification. */
  userId: z.string(),
  /** 0 enabled, 1 disabled in the tenant. */
  enabled: z.number(),
  /** State of the user's account: '1' cannot sign in anywhere. */
  status: z.string(),
  /** Whether the user's membership of the tenant is over or has not begun. Not in the specification. */
  memberState: z.enum(periodStates),
  /** Whether the authorization is suspended because a required training is missing. False if `hidesRoles`. */
  isUntrained: z.boolean(),
  /** Whether the user is authorized for the study as a whole, and so at every site, including later ones. */
  wholeStudy: z.boolean(),
  /** Number of sites at which the user is authorized individually. */
  siteCount: z.number(),
  /** Names of the first of these sites, in order of their codes. */
  siteNames: z.array(z.string()),
  /** Period of the authorizations: the earliest first day and the latest last day if they differ. */
  ...shownAccessPeriod,
  /** Whether the user's authorizations have different periods. */
  periodsDiffer: z.boolean(),
  /**
   * Names of the roles in the product, in its own format (see `Named` in product/protocol.ts), the general role first.
   * Ids stand for names that the product did not send. While the product has not accepted a change, these are the
   * roles before the change, if there were any.
   */
  roleNames: z.array(z.string()),
  /** See `blinding`. Null in products without blinding, without a role, and if `hidesRoles`. */
  isBlind: z.nullable(z.number()),
  /** Whether roles, blinding and the state of the grant are kept from the caller, who is blinded in the study. */
  hidesRoles: z.boolean(),
  grantState: z.enum(grantStates),
  notification: AccessNotification,
})
export type StudyUser = z.output<typeof StudyUser>

/** A user whose authorizations in a study have been removed, which the product has not confirmed. */
export const UnconfirmedRemoval = z.object({
  /** Id of the user, with which the product is notified again. The user may have left the tenant. */
  id: z.string(),
  userName: z.string(),
  /** Full name in the form shown in the caller's language. */
  displayName: z.string(),
  /** When the last authorization was removed (ISO 8601, UTC). */
  removedAt: z.string(),
  notification: AccessNotification,
})
export type UnconfirmedRemoval = z.output<typeof UnconfirmedRemoval>

/**
 * State of a call that notifies a product of rights: `open` while it waits for the response, or if the process ended
 * meanwhile. `unsupported`: the product does not have the call.
 */
const deliveryStates = ['open', 'done', 'unsupported', 'failed'] as const

/** A call that notified a product of the rights of people of the tenant. It names nobody. */
export const AccessDelivery = z.object({
  id: z.string(),
  /** When it began (ISO 8601, UTC). */
  at: z.string(),
  state: z.enum(deliveryStates),
  /** Number of people whose rights it sent; null if an earlier version made the call. */
  people: z.nullable(z.number()),
  /** Number of these people whose rights the product confirmed; null without a valid response. */
  confirmed: z.nullable(z.number()),
  durationMs: z.nullable(z.number()),
  /** Why it failed; '' if it did not. */
  message: z.string(),
})
export type AccessDelivery = z.output<typeof AccessDelivery>

/** Maximum number of a user's sites that a list names. */
export const maxSiteNames = 5

/** A user of a tenant who can be authorized. The id is that of the tenant user. */
export const UnselectedStudyUser = z.extend(Person, { id: z.string() })
export type UnselectedStudyUser = z.output<typeof UnselectedStudyUser>
