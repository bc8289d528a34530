import { changePassword, changePasswordByName, PasswordChangeForm, requiredText } from '@atrium/contract'
import {
  encryptPasswords,
  endSession,
  failedSignIns,
  isSignedIn,
  lastSignIn,
  presentUser,
  type Rejection,
  send,
  useGo,
} from '@atrium/shared-api'
import { type FormInstance, Message } from '@atrium/ui-kit'
import { asText, type Captcha, countFailure, useAttempt, useRejection } from '@atrium/ui-kit/sign-in'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useAccountTexts } from '../texts/accounts/index.ts'

/** Returns the fields of a valid form. Missing fields are ''. */
export const fieldsOf = (values: Readonly<Record<string, unknown>>) => ({
  /** Only in the form without a session. */
  username: asText(values.username).trim(),
  password: asText(values.password),
  newPassword: asText(values.newPassword),
  captcha: asText(values.captcha).trim(),
})
type ModifyPwdFields = ReturnType<typeof fieldsOf>

/** Schema of the form without a session, which also asks for the user name. */
export const OutsideForm = z.safeExtend(PasswordChangeForm, { username: requiredText(64) })
const OutsideFormWithCaptcha = z.safeExtend(OutsideForm, { captcha: requiredText(8) })

/**
 * Returns the form's schema.
 * @param own whether a signed-in user changes their own password
 * @param captcha whether a captcha is required; never with a session
 */
export function schemaFor(own: boolean, captcha: boolean) {
  if (own) return PasswordChangeForm
  return captcha ? OutsideFormWithCaptcha : OutsideForm
}

const options = { overlay: false, quiet: true }

/** Changes the password of the signed-in user. */
async function changeOwn(fields: ModifyPwdFields): Promise<void> {
  const { userName: name } = await presentUser()
  const [password, newPassword] = await encryptPasswords(
    { password: fields.password, purpose: 'change-old', name },
    { password: fields.newPassword, purpose: 'change-new', name },
  )
  await send(changePassword, { password, newPassword }, options)
}

/**
 * Changes a password that must be changed before signing in.
 * @param checkKey the captcha's key, '' without a captcha
 */
async function changeByName(fields: ModifyPwdFields, checkKey: string): Promise<void> {
  const { username, captcha } = fields
  const [password, newPassword] = await encryptPasswords(
    { password: fields.password, purpose: 'due-change-old', name: username },
    { password: fields.newPassword, purpose: 'due-change-new', name: username },
  )
  await send(changePasswordByName, { username, password, newPassword, captcha, checkKey }, options)
}

/** State of a password change. */
export interface ModifyPwdState {
  /** Whether a signed-in user changes their own password. */
  readonly own: boolean
  readonly busy: boolean
  /** The server's message if it belongs to no field, else ''. */
  readonly rejected: string
  readonly submit: (fields: ModifyPwdFields) => Promise<void>
}

/**
 * Changes a password. The user then signs in with the new one.
 * @param captcha the form's captcha, renewed after an error
 */
export function useModifyPwd(form: FormInstance, captcha: Captcha): ModifyPwdState {
  const t = useAccountTexts()
  const go = useGo()
  const [own] = useState(isSignedIn)
  const [rejected, setRejected] = useRejection()
  const onRejection = (rejection: Rejection): boolean => {
    countFailure(rejection)
    captcha.renew(rejection)
    return false
  }
  const [busy, run] = useAttempt(form, { setRejected, onRejection: onRejection })

  const done = (username: string): void => {
    failedSignIns.reset()
    if (username) lastSignIn.keep('password', username)
    Message.success(t('modifyPwd.done'))
    go('signInIndex', { replace: true })
    endSession()
  }
  const submit = (fields: ModifyPwdFields): Promise<void> =>
    run(async () => {
      await (own ? changeOwn(fields) : changeByName(fields, captcha.key))
      done(fields.username)
    })
  return { own, busy, rejected, submit }
}
