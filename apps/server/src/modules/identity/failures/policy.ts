/**
 * How guessing is slowed down. An attempt counts from its beginning, before the password is compared, so that
 * attempts sent all at once are counted like those sent one by one; the right password takes it back.
 *
 * - Name and address together: after more than 3 failures a captcha is asked for, 10 lock the pair for
 *   15 minutes. A lock does not grow by attempts made during it; after it the captcha stays asked for.
 * - The name alone, which somebody else may run up: above 20 failures a captcha is asked for everywhere; from
 *   100 on only addresses from which the user has signed in before are let through, so that guessing from
 *   many addresses ends while the user is not locked out.
 *
 * A day without failures clears a count, the right password clears its pair's.
 */
export const policy = {
  captchaAbove: 3,
  lockAt: 10,
  lockMinutes: 15,
  nameCaptchaAbove: 20,
  nameClosedAt: 100,
  forgottenAfterHours: 24,
  /** How long an address from which a user has signed in counts as theirs. */
  knownAddressDays: 90,
} as const

/** The counts of one name, from one address and from all. */
export interface Counts {
  readonly pair: number
  readonly pairLocked: boolean
  readonly name: number
}

/** Whether an attempt must come with a captcha. */
export const needsCaptcha = (counts: Counts): boolean =>
  counts.pair > policy.captchaAbove || counts.name > policy.nameCaptchaAbove

/** Whether the name is closed to addresses that its user has never signed in from. */
export const closedToStrangers = (counts: Counts): boolean => counts.name >= policy.nameClosedAt
