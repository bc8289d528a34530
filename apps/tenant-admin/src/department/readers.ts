import { departmentList, departmentsOfUser, departmentTree, tenantUserList } from '@atrium/contract'

/** Calls whose results change with a tenant's departments. */
export const departmentReaders = [departmentTree, departmentList, departmentsOfUser, tenantUserList]
