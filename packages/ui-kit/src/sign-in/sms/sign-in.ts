import { type SignInAnswer, sendSignInCode, signInByPhone } from '@atrium/contract'
import { failedSignIns, lastSignIn, send } from '@atrium/shared-api'
import type { fieldsOf } from './schema.ts'

type Fields = ReturnType<typeof fieldsOf>

const options = { overlay: false, quiet: true }

/**
 * Has a sign-in code sent.
 * @param checkKey the captcha's key, '' where none was asked for
 */
export async function askForCode({ phone, captcha }: Fields, checkKey: string): Promise<void> {
  await send(sendSignInCode, { phone, captcha, checkKey }, options)
}

/** Signs in with a code, and notes who did. */
export async function signInBySms({ phone, phoneCaptcha }: Fields): Promise<SignInAnswer> {
  const answer = await send(signInByPhone, { phone, phoneCaptcha }, options)
  failedSignIns.reset()
  lastSignIn.keep('phone', phone)
  return answer
}
