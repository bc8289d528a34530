import { codes, forgotFind, forgotReset, forgotSendCode, languageOf } from '@atrium/contract'
import type { Trx } from '../../../../platform/database/transaction.ts'
import { withMinimumDuration } from '../../../../platform/http/minimum-duration.ts'
import { reject, rejectField } from '../../../../platform/http/rejection.ts'
import { handleOwn } from '../../../../platform/http/route.ts'
import type { Audit, OwnWork, Services } from '../../../../platform/http/work.ts'
import { beginCodeTry, countsForUpdate, pairOf, rememberDevice } from '../../attempts/index.ts'
import { consumeCode, sendCode, tryCode } from '../../codes/index.ts'
import { phoneKey, unverified, userNameKey, verified, verifyContact } from '../../identifiers/index.ts'
import { consumeAddressLimit } from '../../limits/index.ts'
import { setPassword } from '../../password-change/index.ts'
import {
  checkPassword,
  decryptPasswords,
  hashPassword,
  type RunQueued,
  withHashQueue,
} from '../../passwords/index.ts'
import {
  findResettableUser,
  maskOf,
  proofOf,
  type ResettableUser,
  recipientOf,
  requireCaptcha,
  storedNameOf,
} from './user.ts'

const find = async (work: OwnWork<typeof forgotFind>) => {
  const { input, services, system } = work
  const nameKey = userNameKey(input.userName)
  await consumeAddressLimit(work, 'find')
  await requireCaptcha(work)
  const user = await system((trx) => findResettableUser(trx, services.profile, nameKey))
  return { phone: maskOf(services, nameKey, user) }
}

/** POST /account/forget/find. */
export const forgotFindRoute = handleOwn(forgotFind, (work) => withMinimumDuration(find(work)))

const send = async (work: OwnWork<typeof forgotSendCode>): Promise<null> => {
  const { input, language, services, system } = work
  const nameKey = userNameKey(input.userName)
  await consumeAddressLimit(work, 'send')
  const name = await system((trx) => storedNameOf(trx, services, nameKey))
  await requireCaptcha(work, { purpose: 'reset', key: name })
  await system(async (trx) => {
    const user = await findResettableUser(trx, services.profile, nameKey)
    const recipient = user && recipientOf(user)
    await sendCode(trx, services, {
      proof: proofOf(name, user),
      // Counts by name, whether or not the user exists. The limit of a phone would reveal its owner.
      recipient: name,
      message:
        recipient &&
        ((params) => ({
          kind: recipient.kind,
          to: recipient.to,
          language,
          template: 'passwordResetCode',
          params,
        })),
    })
  })
  return null
}

/** POST /account/forget/send/code. */
export const forgotSendCodeRoute = handleOwn(forgotSendCode, (work) => withMinimumDuration(send(work)))

type Work = OwnWork<typeof forgotReset>

/** Request for a new password, with its proof. */
interface Reset {
  readonly nameKey: string
  readonly phone: string
  readonly code: string
}

/**
 * Counts and checks a try.
 * @returns whether the code is right and the phone is the user's
 */
const attemptCode = async (trx: Trx, work: Work, { nameKey, phone, code }: Reset): Promise<boolean> => {
  const { services } = work
  const user = await findResettableUser(trx, services.profile, nameKey)
  const name = await storedNameOf(trx, services, nameKey)
  if (!(await beginCodeTry(trx, pairOf(name, work, user), services.profile.limits.signIn))) return false
  const right = await tryCode(trx, services, proofOf(name, user), code)
  const samePhone = phone === maskOf(services, nameKey, user) || phoneKey(phone) === user?.phoneKey
  return right && samePhone && user !== undefined
}

/** Notifies the user in case someone else reset the password: by e-mail or, without an address, by SMS. */
const notifyReset = async (trx: Trx, { outbox }: Services, user: ResettableUser): Promise<void> => {
  const { userName, email, phoneKey } = user
  const notice = {
    language: languageOf(user.language),
    template: 'passwordWasReset' as const,
    params: { userName, at: new Date() },
  }
  if (email !== '') await outbox.queueMessage(trx, { kind: 'email', to: email, ...notice })
  else if (phoneKey !== null) await outbox.queueMessage(trx, { kind: 'sms', to: phoneKey, ...notice })
}

/**
 * Sets the new password after the right code, which also verifies the phone that received it. If two tabs use the
 * same code, the second one finds it used.
 */
const reset = async (
  trx: Trx,
  audit: Audit,
  work: Work,
  { nameKey, code, passwordHash }: Reset & { passwordHash: string },
): Promise<string> => {
  const { services } = work
  const user = await findResettableUser(trx, services.profile, nameKey, true)
  const name = await storedNameOf(trx, services, nameKey)
  const pair = pairOf(name, work, user)
  // Locks the counters before the code, in the same order as an attempt.
  await countsForUpdate(trx, pair)
  const consumed = await consumeCode(trx, services.secrets, proofOf(name, user), code)
  if (!consumed || !user) return reject(codes.badCode)
  const proved = user.phoneValid === unverified && recipientOf(user)?.kind === 'sms'
  if (proved) await verifyContact(trx, user.id, 'phone')
  const facts = proved ? { phoneValid: verified } : {}
  const auditBoth: Audit = (event) => audit({ ...event, after: { ...event.after, ...facts } })
  await setPassword(trx, auditBoth, { user, pair }, passwordHash)
  await notifyReset(trx, services, user)
  return user.id
}

const attempt = async (work: Work, runQueued: RunQueued): Promise<null> => {
  const { input, system, services } = work
  await consumeAddressLimit(work, 'try')
  const { password, rePassword } = await decryptPasswords(services, input.userName, {
    password: { sent: input.password, purpose: 'reset' },
    rePassword: { sent: input.rePassword, purpose: 'reset' },
  })
  await checkPassword('password', password)
  if (rePassword !== password) rejectField('rePassword', 'rule.passwordMismatch')
  const wanted = { nameKey: userNameKey(input.userName), phone: input.phone, code: input.authCode }
  if (!(await system((trx) => attemptCode(trx, work, wanted)))) reject(codes.badCode)
  const passwordHash = await hashPassword(password, runQueued)
  const userId = await system((trx, audit) => reset(trx, audit, work, { ...wanted, passwordHash }))
  // Lets the user sign in from this device, even if failures by others have locked their name.
  rememberDevice(work, userId)
  return null
}

/** Handles POST /account/forget/check/auth. The response to an unknown name equals the one to a wrong code. */
export const forgotResetRoute = handleOwn(forgotReset, (work) =>
  withHashQueue(work.client, (runQueued) => attempt(work, runQueued)),
)
