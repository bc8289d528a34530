import type { Secrets } from '../../../secrets/index.ts'

/** The longest name that is kept; those of users have fewer characters. */
const longest = 64

/** Stands in the trail where a name may be somebody's password. */
const hidden = '***'

/** Every password has an upper case letter, a lower case letter and a digit, and at least eight characters. */
const mayHoldPassword = (text: string): boolean =>
  text.length >= 8 && /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text)

/** A name that was tried, as far as the trail may keep it. */
export interface KeptName {
  readonly name: string
  /** Tells the same name again where it is hidden; a keyed hash. */
  readonly nameDigest?: string
}

/**
 * What may be kept of a name that is no user's. People type their password into the field of the name, and the trail
 * is for ever: what could be a password, or hold one, is hidden.
 */
export function keptName({ digest }: Pick<Secrets, 'digest'>, tried: string): KeptName {
  if (!mayHoldPassword(tried)) return { name: tried.slice(0, longest) }
  return { name: hidden, nameDigest: digest('tried-name', tried).slice(0, 16) }
}
