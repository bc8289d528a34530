import { randomInt } from 'node:crypto'

/**
 * Capital letters and digits of which no two look alike when bent: of 0 O D Q, 1 I J, 2 Z, 4 A, 5 S, 6 9 G, 7 T,
 * 8 B and U V at most one is in.
 */
export const captchaAlphabet = 'ACEFHKLMNPRTWXY3'

export const captchaLength = 4

/** The characters of a new captcha, from the system's secure random numbers. */
export const randomCaptchaText = (): string =>
  Array.from({ length: captchaLength }, () => captchaAlphabet.charAt(randomInt(captchaAlphabet.length))).join(
    '',
  )
