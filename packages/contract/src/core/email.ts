import * as z from 'zod/mini'
import { inputModes, requiredText, text } from './fields.ts'
import { decodePunycode } from './punycode.ts'
import { textKey } from './texts.ts'

/** The longest address that SMTP carries (RFC 5321, 4.5.3.1.3). Characters. */
export const maxAddressLength = 254

/** The longest local part (RFC 5321, 4.5.3.1.1). Characters. */
const maxLocalLength = 64

/** Words of ASCII with single dots between them (RFC 5322, 3.2.3). Quoted local parts are not taken: hardly any exist. */
const localPattern = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/

/** Labels of letters, digits and inner hyphens, two at least; the last is no number, so that no IP address passes. */
const domainPattern =
  /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?=[a-z\d-]*[a-z])[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i

/** Characters of an internationalised domain: no hyphen at the end of a label, and no characters of URLs. */
const writtenDomain = /^(?!.*(?:^|[.。])-)(?!.*-(?:[.。]|$))[\p{L}\p{M}\p{N}.。-]+$/u

const isAscii = (text: string): boolean => /^[ -~]*$/.test(text)

/** A label of an internationalised domain in ASCII. */
const encoded = /(?<=^|[@.])xn--[^.]+/gi

/** The ASCII form of a domain that mail can be sent to; undefined if there is none. One in ASCII stays as it is. */
export function asciiDomain(domain: string): string | undefined {
  const plain = domain.normalize('NFKC')
  const ascii = isAscii(plain) || !writtenDomain.test(plain) ? plain : URL.parse(`http://${plain}`)?.hostname
  return ascii !== undefined && domainPattern.test(ascii) ? ascii : undefined
}

/** The parts before and behind the last @, in half-width characters. */
function partsOf(address: string): { readonly local: string; readonly domain: string } {
  const plain = address.trim().normalize('NFKC')
  const at = plain.lastIndexOf('@')
  return { local: plain.slice(0, Math.max(at, 0)), domain: plain.slice(at + 1) }
}

/**
 * An e-mail address as it is stored and as mail is sent to it: its domain in ASCII.
 * @returns undefined for what mail servers would not take
 */
export function storedEmail(address: string): string | undefined {
  const { local, domain } = partsOf(address)
  const ascii = asciiDomain(domain)
  if (ascii === undefined || local.length > maxLocalLength || !localPattern.test(local)) return undefined
  const stored = `${local}@${ascii}`
  return stored.length <= maxAddressLength ? stored : undefined
}

/** An address as it is shown: its domain in the letters that it was typed in. */
export const shownEmail = (stored: string): string => {
  if (stored.search(encoded) < 0) return stored
  const { local, domain } = partsOf(stored)
  const decoded = domain.replaceAll(encoded, (label) => decodePunycode(label.slice(4)) ?? label)
  const shown = `${local}@${decoded}`
  // What does not lead back would be another address once it is saved.
  return storedEmail(shown) === stored ? shown : stored
}

/** Returns the fault of an address; undefined if mail can be sent to it, and for ''. */
function faultOf(address: string): 'local' | 'other' | undefined {
  if (address === '' || storedEmail(address) !== undefined) return undefined
  const { local, domain } = partsOf(address)
  return !isAscii(local) && asciiDomain(domain) !== undefined ? 'local' : 'other'
}

/** Turns an address into its stored form, and rejects what mail servers would not take; '' passes. */
const checks = [
  z.overwrite((value: string) => storedEmail(value) ?? value),
  z.refine<string>((value) => faultOf(value) !== 'local', textKey('rule.emailLocal')),
  z.refine<string>((value) => faultOf(value) !== 'other', textKey('rule.email')),
] as const

/** An e-mail address that must be given. */
export const email = requiredText(maxAddressLength)
  .check(...checks)
  .register(inputModes, { inputMode: 'email' })

/** An e-mail address, or nothing. */
export const optionalEmail = text(maxAddressLength)
  .check(...checks)
  .register(inputModes, { inputMode: 'email' })

/** An e-mail address in a response, as it is shown. */
export const answeredEmail = z.string().check(z.overwrite(shownEmail))
