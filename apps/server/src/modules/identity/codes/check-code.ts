import { timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../../../database/transaction.ts'
import type { Secrets } from '../../../secrets/index.ts'
import { codeHash, type Proof, policy } from './code.ts'

const unused = (trx: Trx, { purpose, subject }: Proof) =>
  trx
    .updateTable('oneTimeCode')
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`clock_timestamp()`)

const same = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/**
 * Tries a code: counted before it is compared, so that tries at once count like tries one by one. Must be
 * committed whatever comes of it; whoever was right goes on with `burnCode`.
 */
export const tryCode = async (trx: Trx, secrets: Secrets, proof: Proof, code: string): Promise<boolean> => {
  const tried = await unused(trx, proof)
    .set({ tries: sql<number>`tries + 1` })
    .where('tries', '<', policy.tries)
    .returning('codeHash')
    .executeTakeFirst()
  return same(codeHash(secrets, proof, code), tried?.codeHash ?? '')
}

/**
 * Uses up a code that was right, in the transaction of what it was for.
 * @returns false where somebody was faster, or it has expired or been replaced since
 */
export const burnCode = async (trx: Trx, secrets: Secrets, proof: Proof, code: string): Promise<boolean> => {
  const burnt = await unused(trx, proof)
    .set({ usedAt: sql<Date>`clock_timestamp()` })
    .where('codeHash', '=', codeHash(secrets, proof, code))
    .returning('subject')
    .executeTakeFirst()
  return burnt !== undefined
}
