import { randomInt } from 'node:crypto'
import { keyAtRunTime, NewPassword, passwordPattern } from '@atrium/contract'
import { rejectField } from '../../../platform/http/rejection.ts'

/** The safe strategy's rule of passwords; in days, 0 days of life standing for no end. */
export interface PasswordLife {
  readonly expiredDay: number
  readonly remindDay: number
}

/** State of a password. */
interface PasswordAge {
  readonly expired: boolean
  /** Whether it ends within the reminder's days. */
  readonly isOverdue: boolean
  /** Days until it ends, begun ones counted whole; 0 for one that never ends. */
  readonly nearExpiredDay: number
}

const day = 24 * 60 * 60 * 1000

/**
 * Returns the state of a password.
 * @param changedAt when it was set; null, which no password of ours has, counts as expired
 */
export const passwordAge = (changedAt: Date | null, life: PasswordLife, now: Date): PasswordAge => {
  if (life.expiredDay === 0) return { expired: false, isOverdue: false, nearExpiredDay: 0 }
  const end = (changedAt?.getTime() ?? 0) + life.expiredDay * day
  const nearExpiredDay = Math.max(0, Math.ceil((end - now.getTime()) / day))
  const expired = end <= now.getTime()
  return { expired, isOverdue: !expired && nearExpiredDay <= life.remindDay, nearExpiredDay }
}

/** Facts that decide whether a right password lets its user in. */
export interface PasswordState extends PasswordLife {
  readonly passwordChangedAt: Date | null
  /** True when somebody else set it. */
  readonly passwordMustChange: boolean
}

/** Whether the password must be changed before its user is let in: it was set by somebody else, or has expired. */
export const mustChange = (state: PasswordState): boolean =>
  state.passwordMustChange || passwordAge(state.passwordChangedAt, state, new Date()).expired

/**
 * Checks a password that somebody chose, in the clear, against the rule of passwords.
 * @throws Rejection 422 on its field
 */
export const checkPassword = (field: string, password: string): void => {
  const { error } = NewPassword.safeParse(password)
  if (error) rejectField(field, keyAtRunTime(error.issues[0]?.message ?? 'rule.password'))
}

/**
 * Checks a new password, in the clear, against the rule of passwords and the one that it replaces.
 * @throws Rejection 422 on `newPassword`
 */
export const checkNewPassword = (newPassword: string, oldPassword: string): void => {
  checkPassword('newPassword', newPassword)
  if (newPassword === oldPassword) rejectField('newPassword', 'rule.passwordSame')
}

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
