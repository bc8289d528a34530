import { openStatus, roleTypes, type tenantRoles } from '@atrium/contract'
import { sql } from 'kysely'
import { checkReadable, nameIn } from '../../crud/index.ts'
import type { Work } from '../../http/work.ts'

/**
 * GET /base/tenant/user/role: the open roles of tenants that hold nothing which the caller does not hold in the tenant,
 * or, where none is named, in one of theirs.
 */
export const listTenantRoles = async (work: Work<typeof tenantRoles>) => {
  const { input, trx, as, caller, language } = work
  if (input.tenantId !== '') await checkReadable(work, input.tenantId)
  const asked = input.tenantId === '' ? as.tenants : [input.tenantId]
  return await trx
    .selectFrom('role')
    .select(['role.id as code', nameIn(language, 'role.name').as('desc')])
    .where('role.roleType', '=', roleTypes.tenant)
    .where('role.status', '=', openStatus.open)
    .where(
      sql<boolean>`exists (select from unnest(array['0'] || ${[...asked]}::text[]) place (tenant_id)
        where not exists (select from role_menu held where held.role_id = role.id and not exists (
          select from reach_of(${caller.userId}, false) mine
          where mine.tenant_id in ('0', place.tenant_id) and mine.menu_id in ('*', held.menu_id))))`,
    )
    .orderBy('role.createdAt')
    .orderBy('role.id')
    .execute()
}
