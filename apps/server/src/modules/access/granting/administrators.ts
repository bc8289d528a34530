import { codes, userStatus } from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../../database/transaction.ts'
import { refuse } from '../../../http/refusal.ts'

/** Whether somebody can sign in whose open system role holds every menu. */
const oneIsLeft = async (trx: Trx): Promise<boolean> => {
  const found = await trx
    .selectFrom('openRole')
    .innerJoin('appUser', 'appUser.id', 'openRole.userId')
    .select('appUser.id')
    .where('openRole.superAdmin', '=', true)
    .where('appUser.status', '=', userStatus.normal)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Makes a change that may take an administrator of the platform away: by a lock, by another role, by what
 * becomes of a role. Such changes take turns, so that the last two administrators cannot remove each other.
 *
 * @param change what is done, in this transaction
 * @throws Refusal 409 where nobody would be left to administer the platform
 */
export async function keepingAnAdministrator<Result>(
  trx: Trx,
  change: () => Promise<Result>,
): Promise<Result> {
  await sql`select pg_advisory_xact_lock(hashtextextended('platform administrators', 0))`.execute(trx)
  const result = await change()
  if (!(await oneIsLeft(trx))) refuse(codes.conflict, 'refusal.lastAdministrator')
  return result
}
