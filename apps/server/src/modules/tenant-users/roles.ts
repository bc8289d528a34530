import { globalTenantId, type tenantRoles } from '@atrium/contract'
import { checkReadable, nameIn } from '../../crud/index.ts'
import type { Work } from '../../http/work.ts'
import { grantableRolesIn } from '../access/index.ts'

/**
 * GET /base/tenant/user/role: the open roles of tenants that hold nothing which the caller does not hold in the tenant.
 * Where none is named it is their first; for the platform what their system role holds counts in every one.
 */
export const listTenantRoles = async (work: Work<typeof tenantRoles>) => {
  const { input, trx, as, caller, language } = work
  if (input.tenantId !== '') await checkReadable(work, input.tenantId)
  const [first = globalTenantId] = as.tenants
  return await grantableRolesIn({ caller, trx }, input.tenantId || first)
    .select(['role.id as code', nameIn(language, 'role.name').as('desc')])
    .orderBy('role.createdAt')
    .orderBy('role.id')
    .execute()
}
