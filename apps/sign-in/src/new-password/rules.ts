/** Rule for new passwords. Its name is the key of its text. */
interface Rule {
  readonly name: 'length' | 'alphabet' | 'upper' | 'lower' | 'digit' | 'different'
  readonly met: (password: string, oldPassword: string) => boolean
}

const rules: readonly Rule[] = [
  { name: 'length', met: ({ length }) => length >= 8 && length <= 16 },
  { name: 'alphabet', met: (password) => /^[A-Za-z\d]+$/.test(password) },
  { name: 'upper', met: (password) => /[A-Z]/.test(password) },
  { name: 'lower', met: (password) => /[a-z]/.test(password) },
  { name: 'digit', met: (password) => /\d/.test(password) },
  { name: 'different', met: (password, oldPassword) => password !== '' && password !== oldPassword },
]

/**
 * Checks each part of the contract's password rule, for feedback while the user types.
 * @param oldPassword the password that the new one must differ from; if omitted, this rule does not apply
 */
export const checkRules = (password: string, oldPassword?: string) =>
  rules
    .filter(({ name }) => name !== 'different' || oldPassword !== undefined)
    .map(({ name, met }) => ({ name, met: met(password, oldPassword ?? '') }))

type Strength = 'none' | 'weak' | 'fair' | 'strong'

/** A valid password of at least this length counts as strong. */
const strongLength = 12

/** Estimates how hard a password is to guess. */
export function strengthOf(password: string): Strength {
  if (password === '') return 'none'
  if (!checkRules(password).every(({ met }) => met)) return 'weak'
  return password.length >= strongLength && new Set(password).size >= strongLength / 2 ? 'strong' : 'fair'
}
