import type { Trx } from '../../../database/transaction.ts'
import { burnCaptcha, type CaptchaAnswer } from '../captcha/index.ts'
import { type Counts, needsCaptcha } from './policy.ts'

/**
 * Asks for the captcha where the counts of failures say so, and uses the answer up.
 * @returns whether one is needed and missing, or wrong; otherwise the way is free
 */
export const askCaptcha = async (
  trx: Trx,
  counts: Counts,
  captcha: CaptchaAnswer,
): Promise<'captcha needed' | 'captcha wrong' | 'free'> => {
  if (!needsCaptcha(counts)) return 'free'
  if (!captcha.given) return 'captcha needed'
  return (await burnCaptcha(trx, captcha)) ? 'free' : 'captcha wrong'
}
