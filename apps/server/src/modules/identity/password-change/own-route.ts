import { changePassword, codes } from '@atrium/contract'
import { refuse } from '../../../http/refusal.ts'
import { handleOwn } from '../../../http/route.ts'
import { isExternal } from '../external.ts'
import { beginAttempt } from '../failures/index.ts'
import { checkNewPassword, hashPassword } from '../passwords/index.ts'
import { compare } from '../sign-in/compare.ts'
import { holdUser } from '../sign-in/hold-user.ts'
import { openFields } from '../sign-in/open-fields.ts'
import { setPassword } from './set-password.ts'

const wrong = (): never => refuse(codes.badCredentials, 'refusal.oldPasswordWrong')

/** POST /sys/user/password. A session alone is no proof: the old password is, and guessing it is counted. */
export const changePasswordRoute = handleOwn(
  changePassword,
  async ({ input, caller, client, system, services }) => {
    const { password, newPassword } = await openFields(services, input)
    checkNewPassword(newPassword, password)
    const { userName } = caller
    const attempt = await system((trx) =>
      beginAttempt(trx, { userName, address: client.address, captcha: 'not asked' }),
    )
    if (attempt.kind === 'locked') refuse(codes.limitReached)
    if (attempt.kind !== 'open') return wrong()
    if (isExternal(services.profile, attempt.user?.org ?? ''))
      refuse(codes.forbidden, 'refusal.externalPassword')
    const right = (await compare(attempt, password)) ?? wrong()
    const passwordHash = await hashPassword(newPassword)
    return system(async (trx, audit) => {
      if (!(await holdUser(trx, right))) wrong()
      await setPassword(trx, audit, right, passwordHash)
      return null
    })
  },
)
