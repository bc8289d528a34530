import type { Row, Uses } from '../../../crud/index.ts'
import type { Trx } from '../../../database/transaction.ts'

/** How many entries a group has. */
export async function childrenOf(trx: Trx, id: string): Promise<number> {
  const query = trx.selectFrom('menu').select((eb) => eb.fn.countAll<number>().as('count'))
  return (await query.where('parentId', '=', id).executeTakeFirstOrThrow()).count
}

/** What relies on a menu: the entries of a group, and the roles that hold it. */
export async function menuUses(trx: Trx, { id }: Row<'menu'>): Promise<Uses> {
  const roles = await trx
    .selectFrom('roleMenu')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('menuId', '=', id)
    .executeTakeFirstOrThrow()
  return { menuChildren: await childrenOf(trx, id), roles: roles.count }
}
