import { randomInt } from 'node:crypto'
import { passwordPattern } from '@atrium/contract'

/** Letters and digits without those that look alike, since people copy these passwords by hand. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'
const length = 16

/** A random password that obeys the rule of passwords: 16 characters, more than 90 bits. */
export const randomPassword = (): string => {
  for (;;) {
    const password = Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
    if (passwordPattern.test(password)) return password
  }
}
