import { sql } from 'kysely'
import type { Row, Uses } from '../../crud/index.ts'
import type { Trx } from '../../database/transaction.ts'

/** What belongs to a tenant. */
export async function tenantUses(trx: Trx, { id }: Row): Promise<Uses> {
  const count = (table: 'tenantUser' | 'dictionary') =>
    trx
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('tenantId', '=', id)
      .executeTakeFirstOrThrow()
  const open = await trx
    .selectFrom('invitation')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenantId', '=', id)
    .where('status', '=', 'pending')
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  const users = await count('tenantUser')
  const entries = await count('dictionary')
  return { tenantUsers: users.count, dictionaries: entries.count, invitations: open.count }
}
