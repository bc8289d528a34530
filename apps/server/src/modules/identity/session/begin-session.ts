import { sql } from 'kysely'
import type { Trx } from '../../../database/transaction.ts'
import type { Client } from '../../../http/work.ts'
import { newToken, tokenHash } from './token.ts'

/**
 * Begins a session, which lasts for the safe strategy's minutes after its last call, and no longer than its lifetime.
 * @returns the token, which is nowhere but in the answer to the browser
 */
export const beginSession = async (trx: Trx, userId: string, client: Client): Promise<string> => {
  const token = newToken()
  await trx
    .insertInto('session')
    .columns(['tokenHash', 'userId', 'address', 'userAgent', 'expiresAt'])
    .expression((from) =>
      from
        .selectFrom('safeStrategy')
        .select([
          sql.val(tokenHash(token)).as('tokenHash'),
          sql.val(userId).as('userId'),
          sql.val(client.address).as('address'),
          sql.val(client.userAgent.slice(0, 500)).as('userAgent'),
          sql<Date>`case when validity_time > 0 then now() + make_interval(mins => validity_time)
                    else 'infinity' end`.as('expiresAt'),
        ])
        .where('id', '=', 1),
    )
    .execute()
  return token
}
