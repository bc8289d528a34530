import { sql } from 'kysely'
import type { Trx } from '../../../database/transaction.ts'
import type { Secrets } from '../../../secrets/index.ts'
import { codeHash, newCode, type Proof, policy } from './code.ts'

const now = sql<Date>`clock_timestamp()`
/** Seconds until another code may be sent. */
const pauseLeft = async (trx: Trx, { purpose, subject }: Proof): Promise<number> => {
  const { left } = await trx
    .selectFrom('oneTimeCode')
    .select(sql<number>`ceil(extract(epoch from sent_at - ${now}) + ${policy.pauseSeconds})::int`.as('left'))
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow()
  return Math.max(1, left)
}

/**
 * Makes a code, which ends the one before. Of several at once one is made and the others have to wait.
 * @returns the code, to be sent in the same transaction, or the seconds to wait
 */
export const issueCode = async (trx: Trx, secrets: Secrets, proof: Proof): Promise<string | number> => {
  const code = newCode()
  const { purpose, subject } = proof
  const fresh = {
    codeHash: codeHash(secrets, proof, code),
    sentAt: now,
    expiresAt: sql<Date>`clock_timestamp() + make_interval(secs => ${policy.lifeSeconds})`,
  }
  const issued = await trx
    .insertInto('oneTimeCode')
    .values({ purpose, subject, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['purpose', 'subject'])
        .doUpdateSet({ ...fresh, tries: 0, usedAt: null })
        .where(sql<boolean>`one_time_code.sent_at <= ${now} - make_interval(secs => ${policy.pauseSeconds})`),
    )
    .returning('subject')
    .executeTakeFirst()
  return issued ? code : pauseLeft(trx, proof)
}
