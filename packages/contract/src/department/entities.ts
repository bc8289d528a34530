import * as z from 'zod/mini'
import { entityOf, inputOf } from '../core/entity.ts'
import { optionalId, reference, requiredName } from '../core/fields.ts'

/** The parent of the departments at the top. */
export const rootDepartmentId = '0'

/** The most levels of departments, those at the top included. */
export const mostDepartmentLevels = 20

const fields = {
  tenantId: reference,
  /** The department that it stands below; the root or '' for one at the top. */
  parentId: optionalId,
  departmentName: requiredName(100),
}

export const DepartmentInput = inputOf(fields).check(
  z.overwrite((department) => ({
    ...department,
    parentId: department.parentId === rootDepartmentId ? '' : department.parentId,
  })),
)

/** A department of a tenant. One at the top has the root as its parent. */
export const Department = entityOf(fields, {})
export type Department = z.output<typeof Department>

/** A department with those below it. */
export interface DepartmentBranch extends Department {
  readonly list: DepartmentBranch[]
}

export const DepartmentBranch: z.ZodMiniType<DepartmentBranch> = z.extend(Department, {
  get list() {
    return z.array(DepartmentBranch)
  },
})
