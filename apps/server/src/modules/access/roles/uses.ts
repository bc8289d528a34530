import type { Row, Uses } from '../../../crud/index.ts'
import type { Trx } from '../../../database/transaction.ts'

const holders = ['appUser', 'tenantUser'] as const

const holdersOf = (trx: Trx, table: (typeof holders)[number], roleId: string) =>
  trx.selectFrom(table).where('roleId', '=', roleId)

/** Who has a role: users of the system and users of tenants. */
export async function roleUses(trx: Trx, { id }: Row<'role'>): Promise<Uses> {
  const count = async (table: (typeof holders)[number]) => {
    const query = holdersOf(trx, table, id).select((eb) => eb.fn.countAll<number>().as('count'))
    return (await query.executeTakeFirstOrThrow()).count
  }
  return { users: await count('appUser'), tenantUsers: await count('tenantUser') }
}

/** Whether anybody has a role. */
export async function isInUse(trx: Trx, roleId: string): Promise<boolean> {
  for (const table of holders) {
    const one = await holdersOf(trx, table, roleId).select('id').limit(1).executeTakeFirst()
    if (one) return true
  }
  return false
}

/** Whether somebody has a role, on the platform or in any tenant. */
export async function isHeldBy(trx: Trx, roleId: string, userId: string): Promise<boolean> {
  const user = await trx
    .selectFrom('appUser')
    .select('appUser.id')
    .leftJoin('tenantUser', 'tenantUser.userId', 'appUser.id')
    .where('appUser.id', '=', userId)
    .where(({ or, eb }) => or([eb('appUser.roleId', '=', roleId), eb('tenantUser.roleId', '=', roleId)]))
    .limit(1)
    .executeTakeFirst()
  return user !== undefined
}
