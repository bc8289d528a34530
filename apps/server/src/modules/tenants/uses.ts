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
  const users = await count('tenantUser')
  const entries = await count('dictionary')
  return { tenantUsers: users.count, dictionaries: entries.count }
}
