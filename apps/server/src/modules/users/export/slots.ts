import { codes } from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../../database/transaction.ts'
import { refuse } from '../../../http/index.ts'

/** How many exports may run at once, on all server processes together. */
export const mostAtOnce = 4

/** Takes a lock until the transaction ends. @returns whether it was free */
async function take(trx: Trx, name: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`users/export/${name}`}, 0)) as taken`.execute(trx)
  return rows[0]?.taken ?? false
}

/**
 * Takes one of the places for exports until the transaction ends, however that comes about.
 * @throws Refusal 20004 where the user has an export under way, or too many others have
 */
export async function takePlace(trx: Trx, userId: string): Promise<void> {
  if (!(await take(trx, `of ${userId}`))) refuse(codes.limitReached, 'refusal.exportRunning')
  for (let place = 1; place <= mostAtOnce; place += 1) {
    if (await take(trx, `place ${place}`)) return
  }
  refuse(codes.limitReached, 'refusal.exportsRunning')
}
