import * as z from 'zod/mini'
import { licenceStates } from '../licence/entities.ts'

/** A licence as those see it who work under it. One that is switched off gives nobody anything. */
const licence = {
  licenceState: z.enum(licenceStates),
  /** The first and the last day on which it holds, yyyy-MM-dd; '' if it holds for ever. */
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
  /** `authorizationStyles`; 0 where nobody is authorized study by study. */
  authorizationStyle: z.number(),
  /** In how many tenants the user has it, and in how many studies there. */
  tenantCount: z.number(),
  studyCount: z.number(),
  /** The tenant, where there is but one; '' if there are several. */
  tenantId: z.string(),
  /** Of the tenant whose licence is the best: one that holds before one that ends soon, is still to begin or is over. */
  ...licence,
})
export type UserSoftware = z.output<typeof UserSoftware>

/** An address at which a tenant has a product. */
const Address = z.object({
  /** What people call it. */
  urlName: z.string(),
  /** What browsers open on a computer. */
  url: z.string(),
  /** What they open on a phone. */
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

/**
 * A study that somebody may open in RTSM. What a study says of its drugs and its design is left out: it would tell those
 * who must not know it who is given what.
 */
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
  /** Those of the study's sites for which the user is authorized, by code. */
  sites: z.array(z.object({ id: z.string(), code: z.string(), name: z.string() })),
  ...licence,
})
export type RtsmStudy = z.output<typeof RtsmStudy>

/** Where a product is opened, on a computer and on a phone: both with the same one-time code. */
export const OpenAddress = z.object({ url: z.string(), mobileUrl: z.string() })
export type OpenAddress = z.output<typeof OpenAddress>

/** What the clinical trial management system beside the suite says of itself. */
export const CtmsSite = z.object({
  siteName: z.string(),
  /** Of a picture; '' for none. */
  logo: z._default(z.string(), ''),
  /** Where it is opened; '' if nobody opens it there. */
  address: z._default(z.string(), ''),
})
export type CtmsSite = z.output<typeof CtmsSite>
