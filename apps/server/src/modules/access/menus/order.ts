import { codes, type menuOrder } from '@atrium/contract'
import { sql } from 'kysely'
import { refuse, type Work } from '../../../http/index.ts'
import { lockTree } from './tree-lock.ts'

/** Between neighbours, so that a menu can be put between two by its number alone. */
const gap = 10

/** Puts the children of a menu into an order, all of them; refused where others have come or gone meanwhile. */
export async function orderMenus({ input, trx, audit }: Work<typeof menuOrder>): Promise<null> {
  const { parentId, ids } = input
  await lockTree(trx)
  const rows = await trx
    .selectFrom('menu')
    .select('id')
    .where('parentId', '=', parentId)
    .orderBy('seq')
    .orderBy('id')
    .execute()
  const before = rows.map(({ id }) => id)
  if (!new Set(before).isSubsetOf(new Set(ids)) || before.length !== ids.length) {
    refuse(codes.conflict, 'refusal.menusChanged')
  }
  await sql`update menu set seq = wanted.place * ${gap}::int, row_version = row_version + 1, updated_at = now()
    from unnest(${ids}::text[]) with ordinality as wanted (id, place)
    where menu.id = wanted.id and menu.seq <> wanted.place * ${gap}::int`.execute(trx)
  audit({ entity: 'menu', entityId: parentId, before: { ids: before }, after: { ids } })
  return null
}
