import type { Profile } from '@atrium/contract'
import type { Secrets } from '../../secrets/index.ts'

/** What a user name is found by and unique by, without regard to case or Unicode variants. */
export const userNameKey = (userName: string): string => userName.trim().normalize('NFKC').toLowerCase()

/** What an e-mail address is found by and unique by: hardly any server still tells cases of letters apart. */
export const emailKey = (email: string): string => email.trim().normalize('NFKC').toLowerCase()

/** China's country code, in the ways that people write it before a mobile number. */
const chinese = /^(\+|00)?86(?=1\d{10}$)/

/**
 * What a telephone number is found by and unique by: its digits, after a + where it is international.
 * Mainland mobile numbers count the same with and without their country code.
 */
export const phoneKey = (phone: string): string =>
  phone.normalize('NFKC').replace(/[\s-]/g, '').replace(chinese, '')

const shown = 4

/** The last digits of a number behind a mask of one length, which does not tell what kind of number it is. */
const mask = (digits: string): string => `${'*'.repeat(7)}${digits.slice(-shown)}`

/** A phone number as its owner recognises it and nobody else can call it. */
export const maskedPhone = (phone: string): string => mask(phone.replace(/\D/g, ''))

/** An e-mail address as its owner recognises it and nobody else can write to it. */
export const maskedEmail = (email: string): string => email.replace(/^(.).*(?=@)/, '$1***')

/**
 * The masked phone of whoever has none to show: made of the name by the deployment's secret, so that it is
 * the same each time and looks like anybody's.
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
