import { forgotFind, forgotReset, forgotSendCode } from '@atrium/contract'
import { encryptPasswords, send } from '@atrium/shared-api'
import type { Draft } from './draft.ts'

const options = { overlay: false, quiet: true }

/** @returns the masked phone of a user name */
export async function findPhone(userName: string): Promise<string> {
  return (await send(forgotFind, { userName }, options)).phone
}

/** Has a code sent to the phone of a user name. */
export async function sendCode(userName: string): Promise<void> {
  await send(forgotSendCode, { userName }, options)
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
