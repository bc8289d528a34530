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

/** Normalises a user name: Unicode variants and invisible characters make no difference. */
export const plainUserName = (userName: string): string => withoutInvisible(userName.normalize('NFKC')).trim()

/** The key by which a user name is found and unique. */
export const userNameKey = (userName: string): string => foldText(plainUserName(userName))

/** Key of an e-mail address for search and uniqueness: hardly any server still distinguishes upper and lower case. */
export const emailKey = (email: string): string => foldText(storedEmail(email) ?? email.trim())

/** Default country of numbers without a country code. */
const home = 'CN'

/** Parses a phone number in any notation; undefined if it is too long for any number. */
const dialled = (phone: string) => {
  const number = parsePhoneNumberFromString(
    plainPhone(phone),
    { defaultCountry: home, extract: false },
    numbers,
  )
  return number?.isPossible() ? number : undefined
}

/** How a number of the mainland is dialled there: with 0 before an area code, but not before mobile and free numbers. */
const atHome = (national: string): string =>
  /^(1\d{10}|[48]00\d{7}|\d{1,8})$/.test(national) ? national : `0${national}`

/**
 * Key of a phone number for search, uniqueness and sending: the national digits for numbers of the mainland, E.164 for
 * others. A number of unknown length is kept as its digits.
 */
export function phoneKey(phone: string): string {
  const number = dialled(phone)
  if (!number) return plainPhone(phone).replace(/[^\d+]/g, '')
  return number.countryCallingCode === '86' ? atHome(number.nationalNumber) : number.number
}

/** An address, or the end of one, with its whole domain in ASCII, as addresses are stored. */
function searchedEmail(keyword: string): string {
  const domain = keyword.lastIndexOf('@') + 1
  return keyword.slice(0, domain) + (asciiDomain(keyword.slice(domain)) ?? keyword.slice(domain))
}

/**
 * Returns the keyword for a search in keys of phone numbers, names and addresses. A whole mobile number of the
 * mainland, and a number with its country code, become their key. A part of a number loses its spaces, and with seven
 * digits or more its hyphens too, because `2024-01` may be part of a name. A whole domain after an @ is put in ASCII.
 * Other keywords stay unchanged.
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

/** The last digits of a number behind a mask of fixed length, which does not show what kind of number it is. */
const mask = (digits: string): string => `${'*'.repeat(7)}${digits.slice(-shown)}`

/** A phone number as its owner recognises it and nobody else can call it. */
export const maskedPhone = (phone: string): string => mask(phone.replace(/\D/g, ''))

/** An e-mail address as its owner recognises it and nobody else can write to it. */
export const maskedEmail = (email: string): string => email.replace(/^(.).*(?=@)/, '$1***')

/** A user name as its owner recognises it and nobody else can sign in by it. */
export const maskedUserName = (userName: string): string => userName.replace(/^(.).*$/su, '$1***')

/**
 * Returns a masked phone for a name without one: derived from the name by the deployment's secret, so that it is always
 * the same and looks real.
 */
export const phoneMaskOf = (secrets: Secrets, nameKey: string): string =>
  mask(
    String(Number.parseInt(secrets.digest('phone-mask', nameKey).slice(0, 12), 16) % 10_000).padStart(
      shown,
      '0',
    ),
  )

/** Whether another identity source keeps the password, name and addresses of users of an `org`. */
export const isExternal = ({ identitySources }: Profile, org: string): boolean =>
  identitySources.includes(org)
