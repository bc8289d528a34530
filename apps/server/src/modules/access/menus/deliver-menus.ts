import { deliver } from '../../../database/product-data.ts'
import type { Trx } from '../../../database/transaction.ts'
import { tenantAdministrator } from '../roles/seeded.ts'
import type { SeededMenu } from './seeded-menu.ts'
import { menuTree } from './tree.ts'

/** The parent of a group. */
const root = '0'

const toRow = ({ code, group, name, nameEn, seq, url = '', icon }: SeededMenu) => ({
  ...{ id: code, code, parentId: group ?? root, name, nameEn, seq, url, icon },
  resourceType: group ? 'menu' : 'group',
})

const write = async (trx: Trx, menus: readonly SeededMenu[]): Promise<void> => {
  await trx
    .insertInto('menu')
    .values(menus.map(toRow))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const held = menus.filter(({ forTenants }) => forTenants)
  if (held.length === 0) return
  await trx
    .insertInto('roleMenu')
    .values(held.map(({ code }) => ({ roleId: tenantAdministrator.id, menuId: code })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Adds the menus of every delivery that the database has not had yet. Needs the seeded roles. */
export const deliverMenus = async (trx: Trx, tree: readonly SeededMenu[] = menuTree): Promise<void> => {
  const deliveries = Map.groupBy(tree, ({ delivery }) => delivery)
  for (const [number, menus] of [...deliveries].sort(([one], [other]) => one - other))
    await deliver(trx, { name: `menus ${number}`, version: 1 }, () => write(trx, menus))
}
