import { tenantUserList, tenantUserUnassigned, userInfo } from '@atrium/contract'

/** Lists of tenant users: the list itself, the users who can be added, and the signed-in user in the top bar. */
export const tenantUserLists = [tenantUserList, tenantUserUnassigned, userInfo]
