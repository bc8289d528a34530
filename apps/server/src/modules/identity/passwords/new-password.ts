import { NewPassword } from '@atrium/contract'
import { refuseField } from '../../../http/refusal.ts'

/**
 * Checks a password that somebody chose, in the clear, against the rule of passwords.
 * @throws Refusal 422 on its field
 */
export const checkPassword = (field: string, password: string): void => {
  const { error } = NewPassword.safeParse(password)
  if (error) refuseField(field, error.issues[0]?.message ?? 'rule.password')
}

/**
 * Checks a new password, in the clear, against the rule of passwords and the one that it replaces.
 * @throws Refusal 422 on `newPassword`
 */
export const checkNewPassword = (newPassword: string, oldPassword: string): void => {
  checkPassword('newPassword', newPassword)
  if (newPassword === oldPassword) refuseField('newPassword', 'rule.passwordSame')
}
