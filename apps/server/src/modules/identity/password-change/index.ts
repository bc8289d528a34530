import { changePassword, changePasswordByName, codes, type RequestOf, userStatus } from '@atrium/contract'
import type { Caller } from '../../../platform/caller/caller.ts'
import { endSessions } from '../../../platform/caller/sessions.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { handleOwn, type Route } from '../../../platform/http/route.ts'
import type { Audit, OwnWork, Services } from '../../../platform/http/work.ts'
import { rejectUnlessReaches } from '../../access/index.ts'
import {
  type Attempt,
  type AttemptedUser,
  beginAttempt,
  clearFailures,
  comparePassword,
  decryptPasswordsOfAttempt,
  type FailureKey,
  forgetDevices,
  lockUnchangedUser,
  verifyAttempt,
} from '../attempts/index.ts'
import { captchaAnswer } from '../captcha/index.ts'
import { recordingFailures } from '../failed-sign-ins/index.ts'
import { isExternal, userNameKey } from '../identifiers/index.ts'
import {
  checkNewPassword,
  decryptPasswords,
  hashPassword,
  mustChange,
  type RunQueued,
  withHashQueue,
} from '../passwords/index.ts'

/** The owner of the new password, and the failure counts to clear. */
interface Owner {
  readonly user: Pick<AttemptedUser, 'id' | 'userName'>
  readonly pair: FailureKey
}

/** The administrator who set the password. */
type Setter = Pick<Caller, 'userId' | 'userName'>

/**
 * Stores a new password, ends all the user's sessions and clears the failures of the user who confirmed the change.
 * @param by the administrator who chose the password; the user must then choose another at the next sign-in, and all
 * known devices and failures of the user are forgotten
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
  if (by) {
    await forgetDevices(trx, user.id)
    await trx.deleteFrom('loginFailure').where('nameKey', '=', userNameKey(user.userName)).execute()
  }
  await clearFailures(trx, pair)
  audit({
    entity: 'app_user',
    entityId: user.id,
    before,
    after,
    actor: by ?? { userId: user.id, userName: user.userName },
  })
}

type Changing = OwnWork<typeof changePassword>

/** The user whose password is to be changed. */
interface Subject {
  readonly id: string
  readonly userName: string
  /** Whether the subject is the caller. */
  readonly own: boolean
}

/**
 * Returns the user whose password is to be changed: the caller or, for user administrators of the platform, any user
 * without rights that they lack.
 * @param id '' for the caller
 */
const subjectOf = async (trx: Trx, { caller, input, services }: Changing): Promise<Subject> => {
  const { id } = input
  if (id === '' || id === caller.userId) return { id: caller.userId, userName: caller.userName, own: true }
  await rejectUnlessReaches(trx, caller, id)
  const user = await trx
    .selectFrom('appUser')
    .select(['userName', 'status', 'org'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (user.status !== userStatus.normal) reject(codes.conflict, 'user.refusal.passwordOfLocked')
  if (isExternal(services.profile, user.org)) reject(codes.forbidden, 'refusal.externalUser')
  return { id, userName: user.userName, own: false }
}

const changeByName = async (
  work: OwnWork<typeof changePasswordByName>,
  runQueued: RunQueued,
): Promise<null> => {
  const { input, system, services } = work
  const open = async () => {
    const passwords = await decryptPasswords(services, input.username, {
      password: { sent: input.password, purpose: 'due-change-old' },
      newPassword: { sent: input.newPassword, purpose: 'due-change-new' },
    })
    await checkNewPassword(passwords.newPassword, passwords.password)
    return passwords
  }
  const captcha = captchaAnswer(services.secrets, input)
  const right = await verifyAttempt(work, { userName: input.username, captcha, open }, runQueued)
  // Check this before hashing the new password: the time of a second hash would reveal that the old password was
  // right.
  if (!mustChange(right.user) || isExternal(services.profile, right.user.org)) reject(codes.badCredentials)
  const passwordHash = await hashPassword(right.passwords.newPassword, runQueued)
  return system(async (trx, audit) => {
    if (!(await lockUnchangedUser(trx, right))) reject(codes.badCredentials)
    await setPassword(trx, audit, right, passwordHash)
    return null
  })
}

/**
 * Handles POST /sys/user/username/password, for users whom sign-in sends here. Other users get the response to a
 * wrong password, and the attempt stays counted.
 */
const changePasswordByNameRoute = handleOwn(changePasswordByName, (work) =>
  withHashQueue(work.client, (runQueued) => changeByName(work, runQueued)),
)

const wrong = ({ own }: Subject): never =>
  reject(codes.badCredentials, own ? 'identity.refusal.oldPasswordWrong' : 'user.refusal.ownPasswordWrong')

/** Returns the attempt if its password may be compared. */
const openOf = (attempt: Attempt, { profile }: Services, subject: Subject) => {
  if (attempt.kind === 'locked') reject(codes.limitReached)
  if (attempt.kind !== 'open') return wrong(subject)
  if (isExternal(profile, attempt.user?.org ?? ''))
    reject(codes.forbidden, 'identity.refusal.externalPassword')
  return attempt
}

/** Decrypts both passwords. The caller's own is encrypted under the caller's name, the new one under the subject's. */
const openChange = async ({ input, caller, services }: Changing, { userName }: Subject) => {
  const passwords = await decryptPasswords(services, caller.userName, {
    password: { sent: input.password, purpose: 'change-old' },
    newPassword: { sent: input.newPassword, purpose: 'change-new', name: userName },
  })
  await checkNewPassword(passwords.newPassword, passwords.password)
  return passwords
}

const changeInSession = async (work: Changing, runQueued: RunQueued): Promise<null> => {
  const { caller, system, services } = work
  const subject = await system((trx) => subjectOf(trx, work))
  const { id, own } = subject
  const { userName } = caller
  const attempt = await system((trx) => beginAttempt(trx, { userName, visitor: work, captcha: 'not asked' }))
  const begun = openOf(attempt, services, subject)
  const { password, newPassword } = await decryptPasswordsOfAttempt(work, begun, () =>
    openChange(work, subject),
  )
  const right = (await comparePassword(begun, password, runQueued)) ?? wrong(subject)
  const passwordHash = await hashPassword(newPassword, runQueued)
  return system(async (trx, audit) => {
    if (!own) await rejectUnlessReaches(trx, caller, id)
    if (!(await lockUnchangedUser(trx, right))) wrong(subject)
    const owner = { user: subject, pair: right.pair }
    await setPassword(trx, audit, owner, passwordHash, own ? undefined : caller)
    return null
  })
}

/**
 * Handles POST /sys/user/password. The caller must prove their own password, even as an administrator, and wrong
 * guesses are counted. The old password of another user is not needed. A password chosen by an administrator must be
 * changed at the next sign-in.
 */
const changePasswordRoute = handleOwn(changePassword, (work) =>
  withHashQueue(work.client, (runQueued) => changeInSession(work, runQueued)),
)

type ByName = RequestOf<typeof changePasswordByName>
type InSession = RequestOf<typeof changePassword>

/** Password changes: users change their own with the old one, administrators change others' with their own. */
export const passwordChangeRoutes: readonly Route[] = [
  recordingFailures(changePasswordRoute, (_: InSession, { userId }) => ({ userId })),
  recordingFailures(changePasswordByNameRoute, ({ username: userName }: ByName) => ({ userName })),
]
