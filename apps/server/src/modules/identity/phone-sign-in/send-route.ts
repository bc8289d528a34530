import { codes, sendSignInCode } from '@atrium/contract'
import type { Trx } from '../../../database/transaction.ts'
import { refuse } from '../../../http/refusal.ts'
import { handleOwn } from '../../../http/route.ts'
import type { OwnWork } from '../../../http/work.ts'
import { captchaAnswer } from '../captcha/index.ts'
import { sendCode } from '../codes/index.ts'
import { phoneKey } from '../contacts/index.ts'
import { evenly } from '../evenly.ts'
import { askCaptcha, holdCounts } from '../failures/index.ts'
import { spendAddress } from '../limits/index.ts'
import { pairOf, proofOf } from './subject.ts'

/** The number as the user wrote it; undefined where nobody who may sign in has it. */
const knownPhone = async (trx: Trx, key: string): Promise<string | undefined> => {
  const user = await trx
    .selectFrom('appUser')
    .select('phone')
    .where('phoneKey', '=', key)
    .where('status', '=', '0')
    .executeTakeFirst()
  return user?.phone
}

const send = async ({ input, client, language, services, system }: OwnWork<typeof sendSignInCode>) => {
  const key = phoneKey(input.phone)
  await spendAddress(system, 'send', client)
  const captcha = captchaAnswer(services.secrets, input)
  const asked = await system(async (trx) =>
    askCaptcha(trx, await holdCounts(trx, pairOf(key, client)), captcha),
  )
  if (asked === 'captcha needed') refuse(codes.captchaNeeded)
  if (asked === 'captcha wrong') refuse(codes.badCredentials)
  await system(async (trx) => {
    const to = await knownPhone(trx, key)
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

/** POST /sys/login/sendAuthCode. After failures with the number a captcha is asked for. */
export const sendSignInCodeRoute = handleOwn(sendSignInCode, (work) => evenly(send(work)))
