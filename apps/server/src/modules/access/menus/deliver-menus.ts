import { rootMenuId } from '@atrium/contract'
import { deliver } from '../../../database/product-data.ts'
import type { Trx } from '../../../database/transaction.ts'
import { tenantAdministrator } from '../roles/seeded.ts'
import type { SeededMenu } from './seeded-menu.ts'
import { menuTree } from './tree.ts'

const toRow = ({ code, group, name, nameEn, seq, url, icon }: SeededMenu) => ({
  ...{ id: code, code, parentId: group ?? rootMenuId, name, nameEn, seq, url, icon },
  resourceType: group ? 'menu' : 'group',
})

const placeOf = (parentId: string, name: string) => `${parentId} ${name.normalize('NFKC').toLowerCase()}`

/** Menus, and the groups of theirs that an administrator has deleted: without these nobody would see them. */
const withGroups = (
  menus: readonly SeededMenu[],
  tree: readonly SeededMenu[],
  present: ReadonlySet<string>,
) => {
  const wanted = new Set(menus.map(({ group }) => group))
  const groups = tree.filter(({ code }) => wanted.has(code) && !present.has(code))
  return [...new Set([...groups, ...menus])]
}

/** Adds menus; where an administrator has given a sibling the same name, the product's bears its code too. */
const add = async (trx: Trx, menus: readonly SeededMenu[], tree: readonly SeededMenu[]): Promise<void> => {
  const rows = await trx.selectFrom('menu').select(['id', 'parentId', 'name']).execute()
  const taken = new Set(rows.map(({ parentId, name }) => placeOf(parentId, name)))
  const named = (row: ReturnType<typeof toRow>) =>
    taken.has(placeOf(row.parentId, row.name)) ? { ...row, name: `${row.name} ${row.code}` } : row
  await trx
    .insertInto('menu')
    .values(
      withGroups(menus, tree, new Set(rows.map(({ id }) => id)))
        .map(toRow)
        .map(named),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

const write = async (trx: Trx, menus: readonly SeededMenu[], tree: readonly SeededMenu[]): Promise<void> => {
  await add(trx, menus, tree)
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
    await deliver(trx, { name: `menus ${number}`, version: 1 }, () => write(trx, menus, tree))
}
