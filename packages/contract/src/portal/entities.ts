import * as z from 'zod/mini'
import { licenceStates } from '../licence/entities.ts'

/** A licence as those see it who work under it. One that is switched off gives nobody anything. */
const licence = {
  licenceState: z.enum(licenceStates),
  /** First and last day of validity, yyyy-MM-dd; '' if it is valid for ever. */
  licenceStart: z.string(),
  licenceEnd: z.string(),
}

/** A product that somebody has: they are authorized there in a tenant that has a licence for it. */
export const UserSoftware = z.object({
  id: z.string(),
  /** In the caller's language. */
  displayName: z.string(),
  webCode: z.string(),
  describe: z.string(),
  /** `authorizationStyles`; 0 if nobody is authorized by study. */
  authorizationStyle: z.number(),
  /** In how many tenants the user has it, and in how many studies there. */
  tenantCount: z.number(),
  studyCount: z.number(),
  /** The tenant, if there is only one; '' if there are several. */
  tenantId: z.string(),
  /** State of the best licence among the tenants: valid before ending, not begun and ended. */
  ...licence,
})
export type UserSoftware = z.output<typeof UserSoftware>

/** An address at which a tenant has a product. */
const Address = z.object({
  /** Its name for users. */
  urlName: z.string(),
  /** URL for browsers on a computer. */
  url: z.string(),
  /** URL for browsers on a phone. */
  mobileUrl: z.string(),
})

/** A tenant in which somebody has a product. */
export const SoftwareTenant = z.object({
  tenantId: z.string(),
  tenantName: z.string(),
  tenantCode: z.string(),
  /** How many of the tenant's studies the user may open in the product. */
  studyCount: z.number(),
  ...licence,
  /** By name. */
  addresses: z.array(Address),
})
export type SoftwareTenant = z.output<typeof SoftwareTenant>

/** A study that a user may open in RTSM. Details of drugs and design are left out: they would unblind users. */
export const RtsmStudy = z.extend(Address, {
  studyUrlId: z.string(),
  studyId: z.string(),
  studyName: z.string(),
  studyCode: z.string(),
  softwareId: z.string(),
  tenantId: z.string(),
  tenantName: z.string(),
  /** `blinding`: unblinded where every role of the user's there is. */
  isBlind: z.number(),
  /** The study's sites for which the user is authorized, by code. */
  sites: z.array(z.object({ id: z.string(), code: z.string(), name: z.string() })),
  ...licence,
})
export type RtsmStudy = z.output<typeof RtsmStudy>

/** URLs of a product, for a computer and for a phone: each with a one-time code. */
export const OpenAddress = z.object({ url: z.string(), mobileUrl: z.string() })
export type OpenAddress = z.output<typeof OpenAddress>

/** The clinical trial management system's own data. */
export const CtmsSite = z.object({
  siteName: z.string(),
  /** Of a picture; '' for none. */
  logo: z._default(z.string(), ''),
  /** Its URL; '' if it cannot be opened. */
  address: z._default(z.string(), ''),
})
export type CtmsSite = z.output<typeof CtmsSite>
