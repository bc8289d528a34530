import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../../../database/transaction.ts'
import type { Secrets } from '../../../secrets/index.ts'
import { answerHash } from './answer.ts'

const lifeSeconds = 120
/**
 * Notes the text of a captcha for two minutes.
 * @returns the key under which it is answered
 */
export const issueCaptcha = async (trx: Trx, secrets: Secrets, text: string): Promise<string> => {
  const key = randomBytes(24).toString('base64url')
  await trx
    .insertInto('captcha')
    .values({
      key,
      answerHash: answerHash(secrets, key, text),
      expiresAt: sql<Date>`now() + make_interval(secs => ${lifeSeconds})`,
    })
    .execute()
  return key
}
