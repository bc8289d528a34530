import * as z from 'zod/mini'
import { entityOf, inputOf } from '../core/entity.ts'
import { reference, requiredName, text } from '../core/fields.ts'

/** Parent id of top-level departments. */
export const rootDepartmentId = '0'

/** Maximum number of department levels, the top level included. */
export const maxDepartmentLevels = 20

/** Id of the parent department. '' means the root, as for a top-level department. */
export const parentDepartmentId = text(64).check(z.overwrite((id) => (id === '' ? rootDepartmentId : id)))

const fields = {
  tenantId: reference,
  parentId: parentDepartmentId,
  departmentName: requiredName(100),
}

export const DepartmentInput = inputOf(fields)

/** A department of a tenant. */
export const Department = entityOf(fields, {})
export type Department = z.output<typeof Department>

/** A department with its child departments. */
export interface DepartmentBranch extends Department {
  readonly list: DepartmentBranch[]
}

export const DepartmentBranch: z.ZodMiniType<DepartmentBranch> = z.extend(Department, {
  get list() {
    return z.array(DepartmentBranch)
  },
})
