import { randomInt } from 'node:crypto'

/**
 * Letters without vowels and without those of product names, so that no random name contains a text that a test looks
 * for.
 */
const letters = 'bfghjkpqvwxz'

/** Returns a name that no other test has, in this run or any other. */
export const unique = (name: string): string =>
  name + Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')
