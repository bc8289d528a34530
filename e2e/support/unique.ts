import { randomInt } from 'node:crypto'

/** Neither digits nor vowels, nor a letter of a product's name: nothing that a test looks for is found among them by chance. */
const letters = 'bfghjkpqvwxz'

/** A name that no other test has, at this run or another. */
export const unique = (name: string): string =>
  name + Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')
