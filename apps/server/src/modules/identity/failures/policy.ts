/**
 * How guessing is slowed down. An attempt counts from its beginning, before the password or code is compared, so that
 * attempts sent all at once are counted like those sent one by one; where it was right it is taken back.
 *
 * From a device that the user has signed in on before (`device.ts`), only that device's own failures count for the
 * user, and count nowhere else: nobody can lock them out there. From anywhere else three counts hold:
 *
 * - Name and address together: after more than 3 failures a captcha is asked for, 10 lock the pair for
 *   15 minutes. A lock does not grow by attempts made during it; after it the captcha stays asked for. A known
 *   device has the same limits.
 * - The name alone, which somebody else may run up: above 20 failures a captcha is asked for everywhere; from
 *   100 on no password is let through, so that guessing from many addresses ends. The user's own devices go on, and
 *   another one comes in by a code, whose tries are few.
 * - The address alone, whatever the names: above 200 failures in a day a captcha is asked for, so that one password
 *   is not tried on everybody. A site's staff may share an address: where 50 of them come on new devices on one day,
 *   and each is wrong twice, that is half of it. It never locks. A right password takes back its own attempt alone: an account of one's own clears nothing.
 *
 * A day without failures clears a count of a name, the right password clears its pair's.
 */
export const policy = {
  captchaAbove: 3,
  lockAt: 10,
  lockMinutes: 15,
  nameCaptchaAbove: 20,
  nameClosedAt: 100,
  addressCaptchaAbove: 200,
  forgottenAfterHours: 24,
} as const

/** The counts of an attempt: of its pair and, from a device that is not known, of the name and of the address. */
export interface Counts {
  readonly pair: number
  readonly pairLocked: boolean
  readonly name: number
  readonly address: number
}

/** Whether an attempt must come with a captcha. */
export const needsCaptcha = ({ pair, name, address }: Counts): boolean =>
  pair > policy.captchaAbove || name > policy.nameCaptchaAbove || address > policy.addressCaptchaAbove

/** Whether no password is let through. */
export const isClosed = ({ pairLocked, name }: Counts): boolean => pairLocked || name >= policy.nameClosedAt
