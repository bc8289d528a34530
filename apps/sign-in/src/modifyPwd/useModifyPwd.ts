import { endSession, failedSignIns, lastSignIn, type Refusal, signedIn, useGo } from '@atrium/shared-api'
import { type FormInstance, Message } from '@atrium/ui-kit'
import { type Captcha, countFailure, useAttempt, useRefusal } from '@atrium/ui-kit/sign-in'
import { useState } from 'react'
import { useAccountTexts } from '../texts/accounts/index.ts'
import { changeByName, changeOwn } from './change.ts'
import type { ModifyPwdFields } from './schema.ts'

/** How a password change stands. */
export interface ModifyPwdState {
  /** Whether a signed-in user changes their own password. */
  readonly own: boolean
  readonly busy: boolean
  /** Why the server refused, where it is not about one field; '' otherwise. */
  readonly refused: string
  readonly submit: (fields: ModifyPwdFields) => Promise<void>
}

/**
 * Changes a password; afterwards the user signs in with the new one.
 * @param captcha the form's captcha, renewed after a refusal
 */
export function useModifyPwd(form: FormInstance, captcha: Captcha): ModifyPwdState {
  const t = useAccountTexts()
  const go = useGo()
  const [own] = useState(signedIn)
  const [refused, setRefused] = useRefusal()
  const onRefusal = (refusal: Refusal): boolean => {
    countFailure(refusal)
    captcha.renew()
    return false
  }
  const [busy, run] = useAttempt(form, { setRefused, onRefusal })

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
  return { own, busy, refused, submit }
}
