import { changePassword, changePasswordByName } from '@atrium/contract'
import { encryptPasswords, presentUser, send } from '@atrium/shared-api'
import type { ModifyPwdFields } from './schema.ts'

const options = { overlay: false, quiet: true }

/** Changes the password of the signed-in user. */
export async function changeOwn(fields: ModifyPwdFields): Promise<void> {
  const { userName: name } = await presentUser()
  const [password, newPassword] = await encryptPasswords(
    { password: fields.password, purpose: 'change-old', name },
    { password: fields.newPassword, purpose: 'change-new', name },
  )
  await send(changePassword, { password, newPassword }, options)
}

/**
 * Changes a password that must be changed before signing in.
 * @param checkKey the captcha's key, '' where none was asked for
 */
export async function changeByName(fields: ModifyPwdFields, checkKey: string): Promise<void> {
  const { username, captcha } = fields
  const [password, newPassword] = await encryptPasswords(
    { password: fields.password, purpose: 'due-change-old', name: username },
    { password: fields.newPassword, purpose: 'due-change-new', name: username },
  )
  await send(changePasswordByName, { username, password, newPassword, captcha, checkKey }, options)
}
