import { randomInt } from 'node:crypto'
import { keyAtRunTime, NewPassword, passwordPattern } from '@atrium/contract'
import { rejectField } from '../../../platform/http/rejection.ts'
import { isCommon } from './common.ts'

/** Password rules of the safe strategy, in days. Zero `expiredDay` means no expiry. */
export interface PasswordLife {
  readonly expiredDay: number
  readonly remindDay: number
}

/** Age of a password in relation to its expiry. */
interface PasswordAge {
  readonly expired: boolean
  /** Whether the password expires within the reminder period. */
  readonly isOverdue: boolean
  /** Days until the password expires, rounded up; 0 if it never does. */
  readonly nearExpiredDay: number
}

const day = 24 * 60 * 60 * 1000

/**
 * Returns the age of a password.
 * @param changedAt time of the last change; null counts as expired, but no password of ours has it
 */
export const passwordAge = (changedAt: Date | null, life: PasswordLife, now: Date): PasswordAge => {
  if (life.expiredDay === 0) return { expired: false, isOverdue: false, nearExpiredDay: 0 }
  const end = (changedAt?.getTime() ?? 0) + life.expiredDay * day
  const nearExpiredDay = Math.max(0, Math.ceil((end - now.getTime()) / day))
  const expired = end <= now.getTime()
  return { expired, isOverdue: !expired && nearExpiredDay <= life.remindDay, nearExpiredDay }
}

/** Facts that decide whether the user must change a right password. */
export interface PasswordState extends PasswordLife {
  readonly passwordChangedAt: Date | null
  /** Whether another person set the password. */
  readonly passwordMustChange: boolean
}

/**
 * Returns whether the password must be changed before the user is let in, because another person set it or it has
 * expired.
 */
export const mustChange = (state: PasswordState): boolean =>
  state.passwordMustChange || passwordAge(state.passwordChangedAt, state, new Date()).expired

/**
 * Checks a password in plain text against the password rules and the list of the most common ones.
 * @throws Rejection 422 on its field
 */
export const checkPassword = async (field: string, password: string): Promise<void> => {
  const { error } = NewPassword.safeParse(password)
  if (error) rejectField(field, keyAtRunTime(error.issues[0]?.message ?? 'rule.password'))
  if (await isCommon(password)) rejectField(field, 'rule.passwordCommon')
}

/**
 * Checks a new password in plain text against the password rules and the one it replaces.
 * @throws Rejection 422 on `newPassword`
 */
export const checkNewPassword = async (newPassword: string, oldPassword: string): Promise<void> => {
  await checkPassword('newPassword', newPassword)
  if (newPassword === oldPassword) rejectField('newPassword', 'rule.passwordSame')
}

/** Letters and digits without look-alikes, since people copy these passwords by hand. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'
const length = 16

/** Returns a random password that satisfies the rules: 16 characters, more than 90 bits. */
export const randomPassword = (): string => {
  for (;;) {
    const password = Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
    if (passwordPattern.test(password)) return password
  }
}
