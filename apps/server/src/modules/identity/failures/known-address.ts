import { sql } from 'kysely'
import type { Trx } from '../../../database/transaction.ts'
import { policy } from './policy.ts'

/** Whether a user has signed in from an address lately. */
export const isKnownAddress = async (trx: Trx, userId: string, address: string): Promise<boolean> => {
  const session = await trx
    .selectFrom('session')
    .select('userId')
    .where('userId', '=', userId)
    .where('address', '=', address)
    .where('createdAt', '>', sql<Date>`now() - make_interval(days => ${policy.knownAddressDays})`)
    .limit(1)
    .executeTakeFirst()
  return session !== undefined
}
