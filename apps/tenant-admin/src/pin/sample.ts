import { pinRules } from '@atrium/contract'

const digits = '0123456789'
/** Without I and O, which can be mistaken for digits. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * Character sets of each rule. A PIN contains at least one character of each set. If letters are allowed, the digits
 * 0 and 1 are not.
 */
const kindsOf = new Map<number, readonly string[]>([
  [pinRules.letters, [letters]],
  [pinRules.digits, [digits]],
  [pinRules.both, [letters, digits.slice(2)]],
])

const oneOf = (characters: string): string => characters.charAt(Math.floor(Math.random() * characters.length))

/** Returns a sample PIN of a rule and length, for display only. */
export function samplePin(rule: number, length: number): string {
  const kinds = kindsOf.get(rule) ?? [digits]
  for (;;) {
    const pin = Array.from({ length }, () => oneOf(kinds.join(''))).join('')
    if (kinds.every((kind) => [...pin].some((character) => kind.includes(character)))) return pin
  }
}
