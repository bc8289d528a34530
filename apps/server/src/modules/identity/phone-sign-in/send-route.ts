import { codes, sendSignInCode } from '@atrium/contract'
import type { Trx } from '../../../database/transaction.ts'
import { refuse } from '../../../http/refusal.ts'
import { handleOwn } from '../../../http/route.ts'
import type { OwnWork } from '../../../http/work.ts'
import { askCaptcha, type CaptchaOutcome, captchaAnswer } from '../captcha/index.ts'
import { sendCode } from '../codes/index.ts'
import { phoneKey } from '../contacts/index.ts'
import { evenly } from '../evenly.ts'
import { holdCounts, needsCaptcha, pairOf, type TriedUser, triedUsers } from '../failures/index.ts'
import { dayLimit, freePerDay, spendAddress, usedOf } from '../limits/index.ts'
import { failuresOf, proofOf } from './subject.ts'

type Work = OwnWork<typeof sendSignInCode>

/** Whoever may sign in by a number, with the number as they wrote it. */
const userOf = (trx: Trx, key: string): Promise<(TriedUser & { phone: string }) | undefined> =>
  triedUsers(trx).select('phone').where('phoneKey', '=', key).where('status', '=', '0').executeTakeFirst()

/** Asks for a captcha after failures with the number, and where it has been sent many codes today. */
const checkCaptcha = async (trx: Trx, work: Work, key: string): Promise<CaptchaOutcome> => {
  const { input, services } = work
  const counts = await holdCounts(trx, pairOf(failuresOf(key), work, await userOf(trx, key)))
  const sent = await usedOf(trx, dayLimit('sign-in', key, services.profile.timeZone))
  const needed = needsCaptcha(counts) || sent >= freePerDay
  return needed ? askCaptcha(trx, captchaAnswer(services.secrets, input)) : 'captcha right'
}

const send = async (work: Work): Promise<null> => {
  const { input, client, language, services, system } = work
  const key = phoneKey(input.phone)
  await spendAddress(system, 'send', client)
  const asked = await system((trx) => checkCaptcha(trx, work, key))
  if (asked === 'captcha needed') refuse(codes.captchaNeeded, 'refusal.captchaOften')
  if (asked === 'captcha wrong') refuse(codes.badCredentials, 'refusal.captchaWrong')
  await system(async (trx) => {
    const to = (await userOf(trx, key))?.phone
    await sendCode(trx, services, {
      proof: proofOf(key),
      recipient: key,
      message:
        to === undefined
          ? undefined
          : (params) => ({ kind: 'sms', to, language, template: 'signInCode', params }),
    })
  })
  return null
}

/** POST /sys/login/sendAuthCode. */
export const sendSignInCodeRoute = handleOwn(sendSignInCode, (work) => evenly(send(work)))
