import { forgotFind, forgotReset, forgotSendCode } from '@atrium/contract'
import { encryptPasswords, send } from '@atrium/shared-api'
import { asText, type Captcha } from '@atrium/ui-kit/sign-in'
import type { Draft } from './use-reset.ts'

const options = { overlay: false, quiet: true }

/** Solution of a captcha and its key. Both are '' if no captcha was required. */
export interface CaptchaFields {
  readonly captcha: string
  readonly checkKey: string
}

/** Returns the captcha fields of a form. */
export const captchaOf = (values: object, { key }: Captcha): CaptchaFields => ({
  captcha: asText(Object(values).captcha).trim(),
  checkKey: key,
})

/** Returns the masked phone number of a user. */
export async function findPhone(userName: string, captcha: CaptchaFields): Promise<string> {
  return (await send(forgotFind, { userName, ...captcha }, options)).phone
}

/** Sends a code to the phone of a user. */
export async function sendCode(userName: string, captcha: CaptchaFields): Promise<void> {
  await send(forgotSendCode, { userName, ...captcha }, options)
}

/** Sets the new password. The code authorizes the change. */
export async function resetPassword(draft: Draft): Promise<void> {
  const { userName, phone, authCode } = draft
  const sent = { purpose: 'reset', name: userName } as const
  const [password, rePassword] = await encryptPasswords(
    { ...sent, password: draft.password },
    { ...sent, password: draft.rePassword },
  )
  await send(forgotReset, { userName, phone, authCode, password, rePassword }, options)
}
