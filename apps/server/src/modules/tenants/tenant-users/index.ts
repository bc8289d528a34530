import { tenantRoles, tenantUserInfo, tenantUserList } from '@atrium/contract'
import { handle, type Route } from '../../../platform/http/route.ts'
import { tenantUserSaveRoute } from './add.ts'
import { tenantUserUpdateBaseRoute } from './change.ts'
import { tenantUserUpdateImportantRoute } from './change-important.ts'
import { tenantUserExtendRoute } from './extend.ts'
import { findTenantUser, listTenantUsers } from './list.ts'
import { tenantUserDeleteRoute } from './remove.ts'
import { listTenantRoles } from './roles.ts'
import { unassignedRoute } from './unassigned.ts'

export { changeMembership } from './change.ts'

/** Routes of tenant users. */
export const tenantUserRoutes: readonly Route[] = [
  handle(tenantUserList, listTenantUsers),
  handle(tenantUserInfo, findTenantUser),
  handle(tenantRoles, listTenantRoles),
  unassignedRoute,
  tenantUserSaveRoute,
  tenantUserUpdateBaseRoute,
  tenantUserUpdateImportantRoute,
  tenantUserExtendRoute,
  tenantUserDeleteRoute,
]
