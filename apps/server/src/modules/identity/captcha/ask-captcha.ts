import { sql } from 'kysely'
import type { Trx } from '../../../database/transaction.ts'
import type { CaptchaAnswer } from './answer.ts'

/** Uses a captcha up, right or wrong, and says whether it was answered rightly and in time. */
const burnCaptcha = async (trx: Trx, { key, hash }: CaptchaAnswer): Promise<boolean> => {
  const burnt = await trx
    .updateTable('captcha')
    .set({ usedAt: sql<Date>`clock_timestamp()` })
    .where('key', '=', key)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`clock_timestamp()`)
    .returning('answerHash')
    .executeTakeFirst()
  return burnt?.answerHash === hash
}

/** What came of asking for a captcha. */
export type CaptchaOutcome = 'captcha right' | 'captcha needed' | 'captcha wrong'

/** Asks for the captcha, and uses the answer up. Must be committed whatever comes of it. */
export const askCaptcha = async (trx: Trx, captcha: CaptchaAnswer): Promise<CaptchaOutcome> => {
  if (!captcha.given) return 'captcha needed'
  return (await burnCaptcha(trx, captcha)) ? 'captcha right' : 'captcha wrong'
}
