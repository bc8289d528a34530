import { changePassword, changePasswordByName, codes, type RequestOf, userStatus } from '@atrium/contract'
import type { Caller } from '../../caller/caller.ts'
import { endSessions } from '../../caller/sessions.ts'
import type { Trx } from '../../database/transaction.ts'
import { refuse } from '../../http/refusal.ts'
import { handleOwn, type Route } from '../../http/route.ts'
import type { Audit, OwnWork, Services } from '../../http/work.ts'
import { refuseUnlessReaches } from '../access/index.ts'
import {
  type Attempt,
  type AttemptedUser,
  beginAttempt,
  clearFailures,
  comparePassword,
  type FailureKey,
  forgetDevices,
  lockUnchangedUser,
  openPasswordsOfAttempt,
  verifyAttempt,
} from '../attempts/index.ts'
import { captchaAnswer } from '../captcha/index.ts'
import { recordingFailures } from '../failed-sign-ins/index.ts'
import { isExternal } from '../identifiers/index.ts'
import {
  checkNewPassword,
  hashPassword,
  type InTurn,
  mustChange,
  openPasswords,
  withTurns,
} from '../passwords/index.ts'

/** Whose password it is, and whose failures end with it. */
interface Owner {
  readonly user: Pick<AttemptedUser, 'id' | 'userName'>
  readonly pair: FailureKey
}

/** Who set the password. */
type Setter = Pick<Caller, 'userId' | 'userName'>

/**
 * Stores a new password, ends all the user's sessions and clears their failures.
 * @param by who chose it in their stead: then they choose one of their own when they next sign in, and no device is
 *   theirs any more
 */
export const setPassword = async (
  trx: Trx,
  audit: Audit,
  { user, pair }: Owner,
  passwordHash: string,
  by?: Setter,
): Promise<void> => {
  const before = await trx
    .selectFrom('appUser')
    .select(['passwordChangedAt', 'passwordMustChange', 'passwordValidUntil'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  const after = {
    passwordChangedAt: new Date(),
    passwordMustChange: by !== undefined,
    passwordValidUntil: null,
  }
  await trx
    .updateTable('appUser')
    .set({ passwordHash, ...after })
    .where('id', '=', user.id)
    .execute()
  await endSessions(trx, user.id, 'password')
  if (by) await forgetDevices(trx, user.id)
  await clearFailures(trx, pair)
  audit({
    entity: 'app_user',
    entityId: user.id,
    before,
    after,
    actor: by ?? { userId: user.id, userName: user.userName },
  })
}

/** Whose password is to be changed. */
interface Subject {
  readonly userName: string
  /** Whether it is the caller's. */
  readonly own: boolean
}

/**
 * Whose password is to be changed: one's own or, for the platform's user administrators, that of anybody who
 * reaches no more than they do.
 * @param id '' for oneself
 */
const subjectOf = async (trx: Trx, caller: Caller, id: string): Promise<Subject> => {
  if (id === '' || id === caller.userId) return { userName: caller.userName, own: true }
  await refuseUnlessReaches(trx, caller, id)
  const user = await trx
    .selectFrom('appUser')
    .select(['userName', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (user.status !== userStatus.normal) refuse(codes.conflict, 'user.refusal.passwordOfLocked')
  return { userName: user.userName, own: false }
}

const changeByName = async (work: OwnWork<typeof changePasswordByName>, inTurn: InTurn): Promise<null> => {
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
  const right = await verifyAttempt(work, { userName: input.username, captcha, open }, inTurn)
  // Before the new password is hashed: the time of a second hash would tell that the password was right.
  if (!mustChange(right.user) || isExternal(services.profile, right.user.org)) refuse(codes.badCredentials)
  const passwordHash = await hashPassword(right.passwords.newPassword, inTurn)
  return system(async (trx, audit) => {
    if (!(await lockUnchangedUser(trx, right))) refuse(codes.badCredentials)
    await setPassword(trx, audit, right, passwordHash)
    return null
  })
}

/**
 * POST /sys/user/username/password. It serves only those whom sign-in sends here; anybody else is refused
 * as for a wrong password, and the attempt stays counted.
 */
const changePasswordByNameRoute = handleOwn(changePasswordByName, (work) =>
  withTurns(work.client, (inTurn) => changeByName(work, inTurn)),
)

const wrong = (): never => refuse(codes.badCredentials, 'identity.refusal.oldPasswordWrong')

/** The attempt where it may go on. */
const openOf = (attempt: Attempt, { profile }: Services, { own }: Subject) => {
  if (attempt.kind === 'locked') refuse(codes.limitReached)
  if (attempt.kind !== 'open') return wrong()
  if (isExternal(profile, attempt.user?.org ?? ''))
    refuse(codes.forbidden, own ? 'identity.refusal.externalPassword' : 'refusal.externalUser')
  return attempt
}

const changeInSession = async (work: OwnWork<typeof changePassword>, inTurn: InTurn): Promise<null> => {
  const { input, caller, system, services } = work
  const subject = await system((trx) => subjectOf(trx, caller, input.id))
  const { userName, own } = subject
  const attempt = await system((trx) => beginAttempt(trx, { userName, visitor: work, captcha: 'not asked' }))
  const begun = openOf(attempt, services, subject)
  const { password, newPassword } = await openPasswordsOfAttempt(system, begun, async () => {
    const passwords = await openPasswords(services, userName, {
      password: { sent: input.password, purpose: 'change-old' },
      newPassword: { sent: input.newPassword, purpose: 'change-new' },
    })
    checkNewPassword(passwords.newPassword, passwords.password)
    return passwords
  })
  const right = (await comparePassword(begun, password, inTurn)) ?? wrong()
  const passwordHash = await hashPassword(newPassword, inTurn)
  return system(async (trx, audit) => {
    if (!own) await refuseUnlessReaches(trx, caller, input.id)
    if (!(await lockUnchangedUser(trx, right))) wrong()
    await setPassword(trx, audit, right, passwordHash, own ? undefined : caller)
    return null
  })
}

/**
 * POST /sys/user/password. A session alone is no proof, nor is being an administrator: the old password is, and
 * guessing it is counted. A password that an administrator chose is to be changed at the next sign-in.
 */
const changePasswordRoute = handleOwn(changePassword, (work) =>
  withTurns(work.client, (inTurn) => changeInSession(work, inTurn)),
)

type ByName = RequestOf<typeof changePasswordByName>
type InSession = RequestOf<typeof changePassword>

/** Changing a password by the old one. */
export const passwordChangeRoutes: readonly Route[] = [
  recordingFailures(changePasswordRoute, ({ id }: InSession, { userId }) => ({ userId: id || userId })),
  recordingFailures(changePasswordByNameRoute, ({ username: userName }: ByName) => ({ userName })),
]
