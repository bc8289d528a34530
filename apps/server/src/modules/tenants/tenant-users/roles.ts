import { globalTenantId, type Language, type tenantRoles } from '@atrium/contract'
import { sql } from 'kysely'
import { checkReadable, nameIn } from '../../../platform/crud/index.ts'
import type { Work } from '../../../platform/http/work.ts'
import { grantableRolesIn } from '../../access/index.ts'

/**
 * SQL for the names of the screens that a role opens, in menu order. Closed screens are included, because they may be
 * opened again.
 */
const menusOfRole = (language: Language) => sql<string[]>`array(
  select ${nameIn(language, 'menu.name')} from role_menu
  join menu on menu.id = role_menu.menu_id
  join menu parent on parent.id = menu.parent_id
  where role_menu.role_id = role.id
  order by parent.seq, menu.seq, menu.id)`

/**
 * Handles GET /base/tenant/user/role: the open tenant roles without menus that the caller lacks in the tenant, by
 * default the caller's first tenant. For the platform, the menus of the caller's system role count in every tenant.
 */
export const listTenantRoles = async (work: Work<typeof tenantRoles>) => {
  const { input, trx, as, caller, language } = work
  if (input.tenantId !== '') await checkReadable(work, input.tenantId)
  const [first = globalTenantId] = as.tenants
  return await grantableRolesIn({ caller, trx }, input.tenantId || first)
    .select(['role.id as code', nameIn(language, 'role.name').as('desc')])
    .select(menusOfRole(language).as('menus'))
    .orderBy('role.createdAt')
    .orderBy('role.id')
    .execute()
}
