import { sql } from 'kysely'
import type { Trx } from '../../../database/transaction.ts'
import type { CaptchaAnswer } from './answer.ts'

/** Uses a captcha up, right or wrong, and says whether it was answered rightly and in time. */
export const burnCaptcha = async (trx: Trx, { key, hash }: CaptchaAnswer): Promise<boolean> => {
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
