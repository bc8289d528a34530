import * as z from 'zod/mini'
import { entityOf, inputOf } from '../core/entity.ts'
import { anyText, reference, requiredName, requiredText, text } from '../core/fields.ts'
import { type TextKey, textKey } from '../core/texts.ts'
import { isApiAddress } from '../product/paths.ts'
import type { Profile } from '../profile/profile.ts'

const maxAddressLength = 500

/** Returns the issuer of a deployment, which its products discover as an OpenID provider. */
export const issuerOf = ({ publicUrl }: Pick<Profile, 'publicUrl'>): string => `${publicUrl}/oidc`

/** Whether a text is an http or https URL without user, password and fragment. */
function isAddress(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:\/\//i.test(value)) return false
  return url.username === '' && url.password === '' && !value.includes('#')
}

const written = z.refine<string>((value) => value === '' || isAddress(value), textKey('domain.rule.address'))

/** Base URL of the server's calls. The server appends paths to it, so it must not have a query. */
const extensible = z.refine<string>((value) => !value.includes('?'), textKey('domain.rule.query'))

const straight = z.refine<string>(isApiAddress, textKey('domain.rule.apiPath'))

/** Maximum number of addresses in a list. */
const maxAddresses = 10

/** Rule that an address in a list breaks; undefined if it breaks none. */
function brokenRule(addresses: readonly string[], index: number): TextKey | undefined {
  const address = addresses[index] ?? ''
  if (!isAddress(address)) return textKey('domain.rule.addressInLine')
  return addresses.indexOf(address) < index ? textKey('domain.rule.repeatedLine') : undefined
}

/** URLs that are compared exactly as they are written. Messages name the line of a wrong one, counted from 1. */
const addressList = z._default(
  z
    .array(anyText(maxAddressLength), textKey('rule.text'))
    .check(z.maxLength(maxAddresses, textKey('domain.rule.tooManyLines')), ({ value, issues }) => {
      for (const index of value.keys()) {
        const message = brokenRule(value, index)
        if (message) issues.push({ code: 'custom', message, params: { line: index + 1 }, input: value })
      }
    }),
  [],
)

const fields = {
  tenantId: reference,
  softwareId: reference,
  /** Display name, because a tenant may have several domains of a product. */
  urlName: requiredName(100),
  /** URL for desktop browsers. */
  url: requiredText(maxAddressLength).check(written),
  /** URL for mobile browsers. */
  mobileUrl: requiredText(maxAddressLength).check(written),
  websiteUrl: text(maxAddressLength).check(written),
  /** URL at which the server calls the product. */
  apiUrl: text(maxAddressLength).check(written, extensible, straight),
  remark: text(500),
  /** URL at which the product receives the notice that a user has signed out; '' if it wants none. */
  logoutUrl: text(maxAddressLength).check(written),
}

/** Lists of a domain whose product signs its users in by OpenID Connect. */
const lists = {
  /** URLs to which a sign-in may return. */
  redirectUrls: addressList,
  /** URLs to which the browser may go after signing out. */
  signedOutUrls: addressList,
}

export const DomainInput = inputOf({ ...fields, ...lists })

/** URLs of a product for one tenant. For OpenID Connect it is a client, whose `client_id` is the id. */
export const Domain = entityOf(fields, {
  redirectUrls: z.array(z.string()),
  signedOutUrls: z.array(z.string()),
  tenantName: z.string(),
  /** The product's name in the caller's language. */
  softName: z.string(),
  /** Time at which the product initialised itself for the tenant (ISO 8601, UTC); '' if it has not. */
  initSoftware: z.string(),
  /** Whether the product can be initialised: it has a URL and a key, and has not been initialised yet. */
  canInit: z.boolean(),
  /** How users sign in to the product, see `signInStyles`. */
  signInStyle: z.number(),
  /** ISO 8601, UTC. */
  createTime: z.string(),
})
export type Domain = z.output<typeof Domain>

/**
 * Reasons for which a sign-in ended. `expired`: the session of the suite has expired. `access`: the user may no longer
 * open the product. The others are the reasons for which a session ends.
 */
export const signInEnds = [
  'signed-out',
  'other-session',
  'password',
  'locked',
  'role',
  'administrator',
  'expired',
  'access',
] as const

/**
 * States of the notice that tells a product about the end of a sign-in. `open`: the user is still signed in. `unsupported`:
 * the domain has no back-channel logout URL. `failed`: given up.
 */
export const signOutStates = ['open', 'waiting', 'notified', 'unsupported', 'failed'] as const

/** A user’s sign-in to a tenant’s domain by OpenID Connect. Times are ISO 8601, UTC. */
export const ProductSignIn = z.object({
  id: z.string(),
  userId: z.string(),
  userName: z.string(),
  /** Full name in the form shown in the caller’s language. */
  displayName: z.string(),
  signInTime: z.string(),
  /** '' while the user is signed in. */
  endTime: z.string(),
  /** '' while the user is signed in. */
  endReason: z.enum(['', ...signInEnds]),
  state: z.enum(signOutStates),
  /** Number of failed attempts to notify the product. */
  attempts: z.number(),
  /** Why the last attempt failed, in the caller’s language; '' if it did not. */
  failure: z.string(),
  /** When the product confirmed the notice; '' if it has not. */
  notifiedTime: z.string(),
})
export type ProductSignIn = z.output<typeof ProductSignIn>
