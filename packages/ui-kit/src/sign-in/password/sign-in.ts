import { type SignInAnswer, signIn } from '@atrium/contract'
import { encryptPasswords, failedSignIns, lastSignIn, send } from '@atrium/shared-api'
import type { fieldsOf } from './schema.ts'

/**
 * Signs in by password, and notes who did.
 * @param checkKey the captcha's key, '' where none was asked for
 */
export async function signInByPassword(
  { userName, password, captcha }: ReturnType<typeof fieldsOf>,
  checkKey: string,
): Promise<SignInAnswer> {
  const [encrypted] = await encryptPasswords({ password, purpose: 'sign-in', name: userName })
  const request = { userName, password: encrypted, captcha, checkKey }
  const answer = await send(signIn, request, { overlay: false, quiet: true })
  failedSignIns.reset()
  lastSignIn.keep('password', userName)
  return answer
}
