import type { DepartmentBranch } from '@atrium/contract'
import { storageKeys } from '@atrium/shared-api'
import { useFolding } from '@atrium/ui-kit/tree'

/** What a department is called in a tree. */
export const nameOf = ({ departmentName }: DepartmentBranch): string => departmentName

/** Which of a tenant's departments show those below them. @param tree undefined until it is there */
export const useOpenDepartments = (tenantId: string, tree: readonly DepartmentBranch[] | undefined) =>
  useFolding({ storage: storageKeys.openDepartments, of: tenantId }, tree)
