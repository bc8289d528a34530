import { type PasswordLife, passwordAge } from './expiry.ts'

/** What decides whether a right password lets its user in. */
export interface PasswordState extends PasswordLife {
  readonly passwordChangedAt: Date | null
  /** True when somebody else set it. */
  readonly passwordMustChange: boolean
}

/** Whether the password must be changed before its user is let in: set by somebody else, or past its time. */
export const mustChange = (state: PasswordState): boolean =>
  state.passwordMustChange || passwordAge(state.passwordChangedAt, state, new Date()).expired
