import { randomInt } from 'node:crypto'

/** Digits and capitals without I, L, O and U, which are misread (Crockford's base 32). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Fifty bits: among a million tenants two new codes are alike once in a billion. */
const length = 10

/** A code for a new tenant, e.g. `T4K7Q0ZJ2MX`: short enough to be read out, and telling nothing. */
export const newTenantCode = (): string =>
  `T${Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')}`
