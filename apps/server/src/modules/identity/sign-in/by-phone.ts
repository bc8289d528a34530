import { codes, type SignInResponse, sendSignInCode, signInByPhone, userStatus } from '@atrium/contract'
import type { Trx } from '../../../platform/database/transaction.ts'
import { withMinimumDuration } from '../../../platform/http/minimum-duration.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { handleOwn } from '../../../platform/http/route.ts'
import type { Audit, OwnWork } from '../../../platform/http/work.ts'
import {
  type AttemptedUser,
  beginCodeTry,
  clearFailures,
  countsForUpdate,
  needsCaptcha,
  pairOf,
  rememberDevice,
  triedUsers,
} from '../attempts/index.ts'
import { askCaptcha, type CaptchaOutcome, captchaAnswer } from '../captcha/index.ts'
import { consumeCode, type Proof, sendCode, tryCode } from '../codes/index.ts'
import { hasPhoneAlone, phoneKey, unverified, verified, verifyContact } from '../identifiers/index.ts'
import { consumeAddressLimit, dayLimit, usedOf } from '../limits/index.ts'
import { completeSignIn } from './complete.ts'

/** Returns the proof by a sign-in code. */
const proofOf = (phoneKey: string): Proof => ({ purpose: 'sign-in', subject: phoneKey })

/** Returns the name under which failures of a number are counted. No user name looks like it. */
const failuresOf = (phoneKey: string): string => `@phone ${phoneKey}`

type Sending = OwnWork<typeof sendSignInCode>

/** Selects the user who may sign in by a number. */
const usersByPhone = (trx: Trx, key: string) =>
  triedUsers(trx).select('phoneValid').where(hasPhoneAlone(key)).where('status', '=', userStatus.normal)

/** Requires a captcha after failures with the number, or if it was sent many codes today. */
const checkCaptcha = async (trx: Trx, work: Sending, key: string): Promise<CaptchaOutcome> => {
  const { input, services } = work
  const { limits } = services.profile
  const counts = await countsForUpdate(
    trx,
    pairOf(failuresOf(key), work, await usersByPhone(trx, key).executeTakeFirst()),
  )
  const sent = await usedOf(trx, dayLimit('sign-in', key, services.profile.timeZone))
  const needed = needsCaptcha(counts, limits.signIn) || sent >= limits.codes.withoutCaptchaADay
  return needed ? askCaptcha(trx, captchaAnswer(services.secrets, input)) : 'captcha right'
}

const send = async (work: Sending): Promise<null> => {
  const { input, language, services, system } = work
  const key = phoneKey(input.phone)
  await consumeAddressLimit(work, 'send')
  const asked = await system((trx) => checkCaptcha(trx, work, key))
  if (asked === 'captcha needed') reject(codes.captchaNeeded, 'refusal.captchaOften')
  if (asked === 'captcha wrong') reject(codes.badCredentials, 'refusal.captchaWrong')
  await system(async (trx) => {
    const user = await usersByPhone(trx, key).executeTakeFirst()
    await sendCode(trx, services, {
      proof: proofOf(key),
      recipient: key,
      message: user && ((params) => ({ kind: 'sms', to: key, language, template: 'signInCode', params })),
    })
  })
  return null
}

/** POST /sys/login/sendAuthCode. */
export const sendSignInCodeRoute = handleOwn(sendSignInCode, (work) => withMinimumDuration(send(work)))

type SigningIn = OwnWork<typeof signInByPhone>

interface Attempt {
  readonly key: string
  readonly code: string
}

/**
 * Counts the attempt and tries the code.
 * @returns the user if the code is right and the user exists
 */
const attemptCode = async (
  trx: Trx,
  work: SigningIn,
  { key, code }: Attempt,
): Promise<AttemptedUser | undefined> => {
  const user = await usersByPhone(trx, key).executeTakeFirst()
  if (!(await beginCodeTry(trx, pairOf(failuresOf(key), work, user), work.services.profile.limits.signIn)))
    return undefined
  return (await tryCode(trx, work.services, proofOf(key), code)) ? user : undefined
}

interface PhoneSignIn {
  readonly userId: string
  readonly outcome: SignInResponse | 'must change'
}

/**
 * Completes a sign-in after the right code, which is used up even if the password must be changed first. It also
 * verifies the number.
 */
const consumeCodeAndComplete = async (
  trx: Trx,
  audit: Audit,
  work: SigningIn,
  { key, code }: Attempt,
): Promise<PhoneSignIn | undefined> => {
  const user = await usersByPhone(trx, key).forNoKeyUpdate('appUser').executeTakeFirst()
  const pair = pairOf(failuresOf(key), work, user)
  // Locks the counters before the code, in the same order as an attempt.
  await countsForUpdate(trx, pair)
  if (!user || !(await consumeCode(trx, work.services.secrets, proofOf(key), code))) return undefined
  await clearFailures(trx, pair)
  const proved = user.phoneValid === unverified
  const outcome = await completeSignIn(
    trx,
    audit,
    work.client,
    user,
    ['sms'],
    proved ? { phoneValid: verified } : {},
  )
  if (proved && outcome !== 'must change') await verifyContact(trx, user.id, 'phone')
  return { userId: user.id, outcome }
}

/** Handles POST /sys/login/checkAuthCode. The response does not distinguish an unknown number, a lock and a wrong code. */
export const signInByPhoneRoute = handleOwn(signInByPhone, async (work) => {
  const { input, system } = work
  const attempt = { key: phoneKey(input.phone), code: input.phoneCaptcha || input.captcha }
  await consumeAddressLimit(work, 'try')
  if (!(await system((trx) => attemptCode(trx, work, attempt)))) reject(codes.badCode)
  const result =
    (await system((trx, audit) => consumeCodeAndComplete(trx, audit, work, attempt))) ?? reject(codes.badCode)
  if (result.outcome === 'must change') reject(codes.mustChangePassword)
  rememberDevice(work, result.userId)
  return result.outcome
})
