import { forgotFind, forgotReset, forgotSendCode } from '@atrium/contract'
import { encryptPasswords, send } from '@atrium/shared-api'
import { asText, type Captcha } from '@atrium/ui-kit/sign-in'
import type { Draft } from './use-reset.ts'

const options = { overlay: false, quiet: true }

/** A captcha as it was answered: '' and '' where none was asked for. */
export interface CaptchaFields {
  readonly captcha: string
  readonly checkKey: string
}

/** The captcha that a form's values answer. */
export const captchaOf = (values: object, { key }: Captcha): CaptchaFields => ({
  captcha: asText(Object(values).captcha).trim(),
  checkKey: key,
})

/** @returns the masked phone of a user name */
export async function findPhone(userName: string, captcha: CaptchaFields): Promise<string> {
  return (await send(forgotFind, { userName, ...captcha }, options)).phone
}

/** Has a code sent to the phone of a user name. */
export async function sendCode(userName: string, captcha: CaptchaFields): Promise<void> {
  await send(forgotSendCode, { userName, ...captcha }, options)
}

/** Sets the new password with the code. */
export async function resetPassword(draft: Draft): Promise<void> {
  const { userName, phone, authCode } = draft
  const sent = { purpose: 'reset', name: userName } as const
  const [password, rePassword] = await encryptPasswords(
    { ...sent, password: draft.password },
    { ...sent, password: draft.rePassword },
  )
  await send(forgotReset, { userName, phone, authCode, password, rePassword }, options)
}
