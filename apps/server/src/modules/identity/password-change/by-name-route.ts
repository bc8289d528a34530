import { changePasswordByName, codes } from '@atrium/contract'
import { refuse } from '../../../http/refusal.ts'
import { handleOwn } from '../../../http/route.ts'
import type { OwnWork } from '../../../http/work.ts'
import { captchaAnswer } from '../captcha/index.ts'
import { isExternal } from '../external.ts'
import {
  checkNewPassword,
  hashPassword,
  type InTurn,
  mustChange,
  openPasswords,
  withTurns,
} from '../passwords/index.ts'
import { holdUser } from '../sign-in/hold-user.ts'
import { prove } from '../sign-in/prove.ts'
import { setPassword } from './set-password.ts'

const change = async (work: OwnWork<typeof changePasswordByName>, inTurn: InTurn): Promise<null> => {
  const { input, system, services } = work
  const open = async () => {
    const passwords = await openPasswords(services, input.username, {
      password: { sent: input.password, purpose: 'due-change-old' },
      newPassword: { sent: input.newPassword, purpose: 'due-change-new' },
    })
    checkNewPassword(passwords.newPassword, passwords.password)
    return passwords
  }
  const captcha = captchaAnswer(services.secrets, input)
  const right = await prove(work, { userName: input.username, captcha, open }, inTurn)
  // Before the new password is hashed: the time of a second hash would tell that the password was right.
  if (!mustChange(right.user) || isExternal(services.profile, right.user.org)) refuse(codes.badCredentials)
  const passwordHash = await hashPassword(right.passwords.newPassword, inTurn)
  return system(async (trx, audit) => {
    if (!(await holdUser(trx, right))) refuse(codes.badCredentials)
    await setPassword(trx, audit, right, passwordHash)
    return null
  })
}

/**
 * POST /sys/user/username/password. It serves only those whom sign-in sends here; anybody else is refused
 * as for a wrong password, and the attempt stays counted.
 */
export const changePasswordByNameRoute = handleOwn(changePasswordByName, (work) =>
  withTurns(work.client, (inTurn) => change(work, inTurn)),
)
