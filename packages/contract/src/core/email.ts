import * as z from 'zod/mini'
import { inputModes, requiredText, text } from './fields.ts'
import { decodePunycode } from './punycode.ts'
import { textKey } from './texts.ts'

/** Maximum length in characters of an address that SMTP carries (RFC 5321, 4.5.3.1.3). */
export const maxAddressLength = 254

/** Maximum length in characters of the local part (RFC 5321, 4.5.3.1.1). */
const maxLocalLength = 64

/** ASCII words separated by single dots (RFC 5322, 3.2.3). Quoted local parts are rejected: hardly any exist. */
const localPattern = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/

/**
 * At least two labels of letters, digits and inner hyphens. The last label must not be a number, which rules out IP
 * addresses.
 */
const domainPattern =
  /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?=[a-z\d-]*[a-z])[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i

/**
 * Internationalised domain before encoding. Rejects labels that begin or end with a hyphen, and characters with a
 * meaning in URLs.
 */
const writtenDomain = /^(?!.*(?:^|[.。])-)(?!.*-(?:[.。]|$))[\p{L}\p{M}\p{N}.。-]+$/u

const isAscii = (text: string): boolean => /^[ -~]*$/.test(text)

/** Matches a label of an internationalised domain in its ASCII form. */
const encoded = /(?<=^|[@.])xn--[^.]+/gi

/** Returns the ASCII form of a domain; undefined if mail cannot be sent to it. */
export function asciiDomain(domain: string): string | undefined {
  const plain = domain.normalize('NFKC')
  const ascii = isAscii(plain) || !writtenDomain.test(plain) ? plain : URL.parse(`http://${plain}`)?.hostname
  return ascii !== undefined && domainPattern.test(ascii) ? ascii : undefined
}

/** Splits an address at the last @, after converting full-width characters to half-width. */
function partsOf(address: string): { readonly local: string; readonly domain: string } {
  const plain = address.trim().normalize('NFKC')
  const at = plain.lastIndexOf('@')
  return { local: plain.slice(0, Math.max(at, 0)), domain: plain.slice(at + 1) }
}

/**
 * Returns an e-mail address in its stored form, which mail is sent to: its domain is in ASCII.
 * @returns undefined for an address that mail servers would reject
 */
export function storedEmail(address: string): string | undefined {
  const { local, domain } = partsOf(address)
  const ascii = asciiDomain(domain)
  if (ascii === undefined || local.length > maxLocalLength || !localPattern.test(local)) return undefined
  const stored = `${local}@${ascii}`
  return stored.length <= maxAddressLength ? stored : undefined
}

/** Returns an address for display, with its domain decoded into its original script. */
export const shownEmail = (stored: string): string => {
  if (stored.search(encoded) < 0) return stored
  const { local, domain } = partsOf(stored)
  const decoded = domain.replaceAll(encoded, (label) => decodePunycode(label.slice(4)) ?? label)
  const shown = `${local}@${decoded}`
  // If encoding it again gives a different address, saving the form would change the address.
  return storedEmail(shown) === stored ? shown : stored
}

/** Returns which part of an address is invalid; undefined if the address is valid or empty. */
function faultOf(address: string): 'local' | 'other' | undefined {
  if (address === '' || storedEmail(address) !== undefined) return undefined
  const { local, domain } = partsOf(address)
  return !isAscii(local) && asciiDomain(domain) !== undefined ? 'local' : 'other'
}

/** Converts an address to its stored form and rejects addresses that mail servers would reject. '' passes. */
const checks = [
  z.overwrite((value: string) => storedEmail(value) ?? value),
  z.refine<string>((value) => faultOf(value) !== 'local', textKey('rule.emailLocal')),
  z.refine<string>((value) => faultOf(value) !== 'other', textKey('rule.email')),
] as const

/** Mandatory e-mail address. */
export const email = requiredText(maxAddressLength)
  .check(...checks)
  .register(inputModes, { inputMode: 'email' })

/** Optional e-mail address. */
export const optionalEmail = text(maxAddressLength)
  .check(...checks)
  .register(inputModes, { inputMode: 'email' })

/** An e-mail address in a response, in its display form. */
export const displayedEmail = z.string().check(z.overwrite(shownEmail))
