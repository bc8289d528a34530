import type { Language } from '@atrium/contract'
import { type Caller, tenantsOf } from '../../../caller/caller.ts'
import type { Trx } from '../../../database/transaction.ts'

/** The caller's tenants with their names, in the order of joining. */
export const findTenants = async (
  trx: Trx,
  caller: Caller,
): Promise<{ id: string; tenantName: string }[]> => {
  const ids = tenantsOf(caller)
  if (ids.length === 0) return []
  const rows = await trx.selectFrom('tenant').select(['id', 'tenantName']).where('id', 'in', ids).execute()
  return rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

/**
 * The name of the caller's role in a language: the system role's; without one, that in the tenant joined
 * first; '' without any.
 */
export const findRoleName = async (trx: Trx, caller: Caller, language: Language): Promise<string> => {
  const places = ['0', ...tenantsOf(caller)]
  const rows = await trx
    .selectFrom('openRole')
    .innerJoin('role', 'role.id', 'openRole.roleId')
    .select(['openRole.tenantId', 'role.name', 'role.nameEn'])
    .where('openRole.userId', '=', caller.userId)
    .where('openRole.tenantId', 'in', places)
    .execute()
  const [first] = rows.sort((one, other) => places.indexOf(one.tenantId) - places.indexOf(other.tenantId))
  return (language === 'en' && first?.nameEn) || (first?.name ?? '')
}
