import { inspectorMenus, type Language, type MenuEntry, type MenuGroup, rootMenuId } from '@atrium/contract'
import { nameIn } from '../../platform/crud/index.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { isCurrent } from './periods.ts'

interface MenuRow extends Omit<MenuEntry, 'parentId'> {
  readonly parent: string
}

/**
 * Returns the open menus in order, limited to those of the user's open roles unless a role has every menu. Inspectors
 * have menus of their own.
 * @param tenantIds limits the roles to those in these tenants; '0' is the system role
 */
export const heldMenus = (trx: Trx, userId: string, language: Language, tenantIds?: readonly string[]) => {
  const roles = trx
    .selectFrom('openRole')
    .where('userId', '=', userId)
    .$if(tenantIds !== undefined, (query) => query.where('tenantId', 'in', tenantIds ?? []))
  const inspections = trx
    .selectFrom('inspection')
    .where('userId', '=', userId)
    .where('closedAt', 'is', null)
    .where(isCurrent('inspection.accessFrom', 'inspection.accessUntil'))
    .$if(tenantIds !== undefined, (query) => query.where('tenantId', 'in', tenantIds ?? []))
  return trx
    .selectFrom('openMenu')
    .select(['id', 'parentId as parent', nameIn(language, 'openMenu.name').as('name'), 'url', 'icon'])
    .where((where) =>
      where.or([
        where.exists(roles.select('roleId').where('superAdmin', '=', true)),
        where('parentId', '=', rootMenuId),
        where.and([where('code', 'in', inspectorMenus), where.exists(inspections.select('id'))]),
        where(
          'id',
          'in',
          trx.selectFrom('roleMenu').select('menuId').where('roleId', 'in', roles.select('roleId')),
        ),
      ]),
    )
    .orderBy('seq')
    .orderBy('id')
}

/** Builds the menu from rows: groups in order, each with its entries. Leaves out groups without entries. */
export const menuListOf = (rows: readonly MenuRow[]): MenuGroup[] => {
  const entries = Map.groupBy(
    rows.map(({ parent, ...row }): MenuEntry => ({ ...row, parentId: parent })),
    ({ parentId }) => parentId,
  )
  return (entries.get(rootMenuId) ?? []).flatMap((group) => {
    const list = entries.get(group.id) ?? []
    return list.length > 0 ? [{ ...group, list }] : []
  })
}
