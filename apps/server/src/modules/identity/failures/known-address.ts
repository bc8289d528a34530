import { sql } from 'kysely'
import type { Trx } from '../../../database/transaction.ts'
import { addressGroup } from './address-group.ts'
import { policy } from './policy.ts'

/** Whether a user has signed in from an address lately, or from its network where addresses change by the day. */
export const isKnownAddress = async (trx: Trx, userId: string, address: string): Promise<boolean> => {
  const sessions = await trx
    .selectFrom('session')
    .select('address')
    .distinct()
    .where('userId', '=', userId)
    .where('createdAt', '>', sql<Date>`now() - make_interval(days => ${policy.knownAddressDays})`)
    .execute()
  const group = addressGroup(address)
  return sessions.some((session) => addressGroup(session.address) === group)
}
