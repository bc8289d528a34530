import * as z from 'zod/mini'
import { entityOf, inputOf } from '../core/entity.ts'
import { reference, requiredName, text } from '../core/fields.ts'

/** The parent of the departments at the top. */
export const rootDepartmentId = '0'

/** The most levels of departments, those at the top included. */
export const maxDepartmentLevels = 20

/** The id of the parent department: the root's for one at the top. '' means the root too. */
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

/** A department with those below it. */
export interface DepartmentBranch extends Department {
  readonly list: DepartmentBranch[]
}

export const DepartmentBranch: z.ZodMiniType<DepartmentBranch> = z.extend(Department, {
  get list() {
    return z.array(DepartmentBranch)
  },
})
