import type { Secrets } from '../../../secrets/index.ts'

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
