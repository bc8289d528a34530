import {
  asciiDomain,
  foldText,
  type Profile,
  phonePattern,
  plainPhone,
  storedEmail,
  withoutInvisible,
} from '@atrium/contract'
import { parsePhoneNumberFromString } from 'libphonenumber-js/core'
import numbers from 'libphonenumber-js/metadata.min.json'
import type { Secrets } from '../../../platform/secrets/index.ts'

/** Normalizes a user name: compatibility forms and invisible characters make no difference. */
export const plainUserName = (userName: string): string => withoutInvisible(userName.normalize('NFKC')).trim()

/** Returns the key by which a user name is found and unique. */
export const userNameKey = (userName: string): string => foldText(plainUserName(userName))

/**
 * Returns the key of an e-mail address for search and uniqueness, in lower case because hardly any server is
 * case-sensitive.
 */
export const emailKey = (email: string): string => foldText(storedEmail(email) ?? email.trim())

/** Default country of numbers without a country code. */
const home = 'CN'

/** Parses a phone number in any notation. Returns undefined if its length is impossible. */
const dialled = (phone: string) => {
  const number = parsePhoneNumberFromString(
    plainPhone(phone),
    { defaultCountry: home, extract: false },
    numbers,
  )
  return number?.isPossible() ? number : undefined
}

/**
 * Returns a mainland number as dialled within China: with 0 before an area code, but not before mobile and toll-free
 * numbers.
 */
const atHome = (national: string): string =>
  /^(1\d{10}|[48]00\d{7}|\d{1,8})$/.test(national) ? national : `0${national}`

/**
 * Returns the key of a phone number for search, uniqueness and sending: the national digits for mainland numbers,
 * E.164 for others. A number of unknown length is reduced to its digits.
 */
export function phoneKey(phone: string): string {
  const number = dialled(phone)
  if (!number) return plainPhone(phone).replace(/[^\d+]/g, '')
  return number.countryCallingCode === '86' ? atHome(number.nationalNumber) : number.number
}

/** Converts the domain of an address, or of its last part, to ASCII, as addresses are stored. */
function searchedEmail(keyword: string): string {
  const domain = keyword.lastIndexOf('@') + 1
  return keyword.slice(0, domain) + (asciiDomain(keyword.slice(domain)) ?? keyword.slice(domain))
}

/**
 * Returns the keyword for a search in the keys of phone numbers, names and addresses. A complete mainland mobile
 * number, and a number with a country code, become their key. Part of a number loses its spaces, and from seven
 * digits on its hyphens too; shorter parts keep them because `2024-01` may be part of a name. A complete domain after
 * an @ is converted to ASCII. Other keywords stay unchanged.
 */
export function searchedContact(keyword: string): string {
  if (keyword.includes('@')) return searchedEmail(keyword)
  const plain = plainPhone(keyword).trim()
  if (phonePattern.test(plain)) {
    const key = phoneKey(plain)
    if (plain.startsWith('+') || /^1\d{10}$/.test(key)) return key
  }
  if (!/^[\d -]+$/.test(plain) || !/\d/.test(plain)) return keyword
  const isLong = plain.replace(/\D/g, '').length >= 7
  return plain.replace(isLong ? /[ -]/g : / /g, '')
}

const shown = 4

/** Masks all but the last digits. The mask has a fixed length, so that it does not show the kind of number. */
const mask = (digits: string): string => `${'*'.repeat(7)}${digits.slice(-shown)}`

/** Masks a phone number so that its owner recognises it but others cannot call it. */
export const maskedPhone = (phone: string): string => mask(phone.replace(/\D/g, ''))

/** Masks an e-mail address so that its owner recognises it but others cannot write to it. */
export const maskedEmail = (email: string): string => email.replace(/^(.).*(?=@)/, '$1***')

/** Masks a user name so that its owner recognises it but others cannot sign in with it. */
export const maskedUserName = (userName: string): string => userName.replace(/^(.).*$/su, '$1***')

/**
 * Returns a made-up masked phone for a name without one. It is derived from the name with the deployment's secret, so
 * that it is always the same and looks real.
 */
export const phoneMaskOf = (secrets: Secrets, nameKey: string): string =>
  mask(
    String(Number.parseInt(secrets.digest('phone-mask', nameKey).slice(0, 12), 16) % 10_000).padStart(
      shown,
      '0',
    ),
  )

/** Returns whether users of an `org` have their password, name and contacts in an external identity source. */
export const isExternal = ({ identitySources }: Profile, org: string): boolean =>
  identitySources.includes(org)
