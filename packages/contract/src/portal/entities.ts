import * as z from 'zod/mini'
import { licenceStates } from '../licence/entities.ts'

/** A licence as its users see it. A licence that is switched off does not count. */
const licence = {
  licenceState: z.enum(licenceStates),
  /** First and last day of validity, yyyy-MM-dd; '' if the licence never expires. */
  licenceStart: z.string(),
  licenceEnd: z.string(),
}

/** A product that the user has: a tenant with a licence for it has authorized the user there. */
export const UserSoftware = z.object({
  id: z.string(),
  /** Name in the caller's language. */
  displayName: z.string(),
  webCode: z.string(),
  describe: z.string(),
  /** See `authorizationStyles`; 0 if nobody is authorized by study. */
  authorizationStyle: z.number(),
  /** Number of tenants in which the user has the product, and of the studies there. */
  tenantCount: z.number(),
  studyCount: z.number(),
  /** Id of the tenant, if there is only one; '' if there are several. */
  tenantId: z.string(),
  /** State of the tenants' best licence. Valid ranks before ending, not begun and ended. */
  ...licence,
})
export type UserSoftware = z.output<typeof UserSoftware>

/** URLs of a product for one tenant. */
const Address = z.object({
  /** Display name. */
  urlName: z.string(),
  /** URL for desktop browsers. */
  url: z.string(),
  /** URL for mobile browsers. */
  mobileUrl: z.string(),
})

/** A tenant in which the user has a product. */
export const SoftwareTenant = z.object({
  tenantId: z.string(),
  tenantName: z.string(),
  tenantCode: z.string(),
  /** Number of the tenant's studies that the user may open in the product. */
  studyCount: z.number(),
  ...licence,
  /** Addresses, sorted by name. */
  addresses: z.array(Address),
})
export type SoftwareTenant = z.output<typeof SoftwareTenant>

/** A study that a user may open in RTSM. Details of drugs and design are omitted, because they would unblind users. */
export const RtsmStudy = z.extend(Address, {
  studyUrlId: z.string(),
  studyId: z.string(),
  studyName: z.string(),
  studyCode: z.string(),
  softwareId: z.string(),
  tenantId: z.string(),
  tenantName: z.string(),
  /** See `blinding`. Unblinded only if each of the user's roles in the study is. */
  isBlind: z.number(),
  /** Sites of the study for which the user is authorized, sorted by code. */
  sites: z.array(z.object({ id: z.string(), code: z.string(), name: z.string() })),
  ...licence,
})
export type RtsmStudy = z.output<typeof RtsmStudy>

/**
 * URLs of a product for desktop and mobile browsers. Each has its own one-time code, or the parameters that start a
 * sign-in by OpenID Connect: `iss`, `client_id` and, if a study is opened, `study`.
 */
export const OpenAddress = z.object({ url: z.string(), mobileUrl: z.string() })
export type OpenAddress = z.output<typeof OpenAddress>

/** A site as the clinical trial management system returns it. */
export const CtmsSite = z.object({
  siteName: z.string(),
  /** URL of a picture; '' for none. */
  logo: z._default(z.string(), ''),
  /** URL of the site; '' if it cannot be opened. */
  address: z._default(z.string(), ''),
})
export type CtmsSite = z.output<typeof CtmsSite>
