import { tenantUserList, tenantUserUnassigned, userInfo } from '@atrium/contract'

/** What shows the users of tenants: the list, who can still be added, and the top bar the one who is signed in. */
export const tenantUserLists = [tenantUserList, tenantUserUnassigned, userInfo]
