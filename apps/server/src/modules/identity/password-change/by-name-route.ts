import { changePasswordByName, codes } from '@atrium/contract'
import { refuse } from '../../../http/refusal.ts'
import { handleOwn } from '../../../http/route.ts'
import { captchaAnswer } from '../captcha/index.ts'
import { isExternal } from '../external.ts'
import { checkNewPassword, hashPassword, mustChange, openPasswords } from '../passwords/index.ts'
import { holdUser } from '../sign-in/hold-user.ts'
import { prove } from '../sign-in/prove.ts'
import { setPassword } from './set-password.ts'

/**
 * POST /sys/user/username/password. It serves only those whom sign-in sends here; anybody else is refused
 * as for a wrong password, and the attempt stays counted.
 */
export const changePasswordByNameRoute = handleOwn(
  changePasswordByName,
  async ({ input, client, system, services }) => {
    const { password, newPassword } = await openPasswords(services, input.username, {
      password: { sent: input.password, purpose: 'due-change-old' },
      newPassword: { sent: input.newPassword, purpose: 'due-change-new' },
    })
    checkNewPassword(newPassword, password)
    const right = await prove(system, client, {
      userName: input.username,
      password,
      captcha: captchaAnswer(services.secrets, input),
    })
    // Before the new password is hashed: the time of a second hash would tell that the password was right.
    if (!mustChange(right.user) || isExternal(services.profile, right.user.org)) refuse(codes.badCredentials)
    const passwordHash = await hashPassword(newPassword)
    return system(async (trx, audit) => {
      if (!(await holdUser(trx, right))) refuse(codes.badCredentials)
      await setPassword(trx, audit, right, passwordHash)
      return null
    })
  },
)
