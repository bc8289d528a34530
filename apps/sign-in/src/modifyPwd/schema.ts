import { PasswordChangeForm, requiredText } from '@atrium/contract'
import { typed } from '@atrium/ui-kit/sign-in'
import * as z from 'zod/mini'

/** The fields of a form that its schema has let pass; those that it did not ask for are ''. */
export const fieldsOf = (values: Readonly<Record<string, unknown>>) => ({
  /** Of somebody who is not signed in. */
  username: typed(values.username).trim(),
  password: typed(values.password),
  newPassword: typed(values.newPassword),
  captcha: typed(values.captcha).trim(),
})
export type ModifyPwdFields = ReturnType<typeof fieldsOf>

/** Without a session one says who one is. */
const OutsideForm = z.safeExtend(PasswordChangeForm, { username: requiredText(64) })
const OutsideFormWithCaptcha = z.safeExtend(OutsideForm, { captcha: requiredText(8) })

/**
 * What the form asks for.
 * @param own whether a signed-in user changes their own password
 * @param captcha whether the captcha is asked for; never of a signed-in user
 */
export function schemaFor(own: boolean, captcha: boolean) {
  if (own) return PasswordChangeForm
  return captcha ? OutsideFormWithCaptcha : OutsideForm
}
