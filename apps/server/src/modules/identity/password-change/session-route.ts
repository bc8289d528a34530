import { changePassword, codes } from '@atrium/contract'
import { refuse } from '../../../http/refusal.ts'
import { handleOwn } from '../../../http/route.ts'
import type { OwnWork, Services } from '../../../http/work.ts'
import { refuseUnlessReaches } from '../../access/granting/index.ts'
import { isExternal } from '../external.ts'
import { type Attempt, beginAttempt } from '../failures/index.ts'
import { checkNewPassword, hashPassword, type InTurn, openPasswords, withTurns } from '../passwords/index.ts'
import { compare } from '../sign-in/compare.ts'
import { holdUser } from '../sign-in/hold-user.ts'
import { openAttempted } from '../sign-in/prove.ts'
import { setPassword } from './set-password.ts'
import { type Subject, subjectOf } from './subject.ts'

const wrong = (): never => refuse(codes.badCredentials, 'refusal.oldPasswordWrong')

/** The attempt where it may go on. */
const openOf = (attempt: Attempt, { profile }: Services, { own }: Subject) => {
  if (attempt.kind === 'locked') refuse(codes.limitReached)
  if (attempt.kind !== 'open') return wrong()
  if (isExternal(profile, attempt.user?.org ?? ''))
    refuse(codes.forbidden, own ? 'refusal.externalPassword' : 'refusal.externalUser')
  return attempt
}

const change = async (work: OwnWork<typeof changePassword>, inTurn: InTurn): Promise<null> => {
  const { input, caller, as, system, services } = work
  const subject = await system((trx) => subjectOf(trx, { caller, as }, input.id))
  const { userName, own } = subject
  const attempt = await system((trx) => beginAttempt(trx, { userName, visitor: work, captcha: 'not asked' }))
  const begun = openOf(attempt, services, subject)
  const { password, newPassword } = await openAttempted(system, begun, async () => {
    const passwords = await openPasswords(services, userName, {
      password: { sent: input.password, purpose: 'change-old' },
      newPassword: { sent: input.newPassword, purpose: 'change-new' },
    })
    checkNewPassword(passwords.newPassword, passwords.password)
    return passwords
  })
  const right = (await compare(begun, password, inTurn)) ?? wrong()
  const passwordHash = await hashPassword(newPassword, inTurn)
  return system(async (trx, audit) => {
    if (!own) await refuseUnlessReaches(trx, caller, input.id)
    if (!(await holdUser(trx, right))) wrong()
    await setPassword(trx, audit, right, passwordHash, own ? undefined : caller)
    return null
  })
}

/**
 * POST /sys/user/password. A session alone is no proof, nor is being an administrator: the old password is, and
 * guessing it is counted. A password that an administrator chose is to be changed at the next sign-in.
 */
export const changePasswordRoute = handleOwn(changePassword, (work) =>
  withTurns(work.client, (inTurn) => change(work, inTurn)),
)
