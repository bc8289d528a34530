import type { TestDatabase } from '../../../../../test-support/index.ts'
import { asSystem, inTransaction } from '../../../../platform/database/transaction.ts'
import { issueCaptcha } from '../../captcha/index.ts'
import { secrets } from './server.ts'

/** Issues a captcha with known text and returns its solution as fields of an attempt. */
export const solvedCaptcha = async ({ db }: TestDatabase): Promise<{ captcha: string; checkKey: string }> => {
  const captcha = 'A3CE'
  const checkKey = await inTransaction(db, asSystem, (trx) => issueCaptcha(trx, secrets, captcha))
  return { captcha, checkKey }
}
