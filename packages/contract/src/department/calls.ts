import * as z from 'zod/mini'
import { callOf, menu } from '../core/call.ts'
import { id, noData, reference, requiredText } from '../core/fields.ts'
import { lookupLimit } from '../core/lists.ts'
import { textKey } from '../core/texts.ts'
import { Department, DepartmentBranch, DepartmentInput } from './entities.ts'

const call = callOf('department')

export const departmentTree = call({
  method: 'GET',
  path: '/department/getDepartmentTree',
  summary: 'Department tree of a tenant, sorted by name',
  access: menu('department', 'userDepartment'),
  effect: 'read',
  request: z.object({ tenantId: reference }),
  response: z.array(DepartmentBranch),
})

export const departmentList = call({
  method: 'POST',
  path: '/department/listByTenantId',
  summary: 'Departments of a tenant, sorted by name',
  access: menu('department', 'userDepartment'),
  effect: 'read',
  request: z.object({ tenantId: reference }),
  response: z.array(Department),
})

export const departmentSave = call({
  method: 'POST',
  path: '/department/save',
  summary: 'Add a department, or rename or move an existing one by id',
  access: menu('department'),
  effect: 'write',
  request: DepartmentInput,
  response: z.string(),
})

export const departmentDelete = call({
  method: 'GET',
  path: '/department/delete',
  summary: 'Delete a department that has no users and no child departments',
  access: menu('department'),
  effect: 'write',
  request: z.object({ id }),
  response: noData,
})

/** Splits a comma-separated list of ids and removes duplicates. */
export const idsIn = (joined: string): string[] => [
  ...new Set(
    joined
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
]

/** Comma-separated ids, at least one. */
const joinedIds = z.pipe(
  requiredText(100_000, textKey('rule.choose')).check(
    z.refine((joined) => joined === '' || idsIn(joined).length > 0, textKey('rule.choose')),
    z.refine((joined) => idsIn(joined).length <= lookupLimit, textKey('rule.tooMany')),
  ),
  z.transform((joined: string) => idsIn(joined).join(',')),
)

export const departmentUserSave = call({
  method: 'POST',
  path: '/departmentUser/save',
  summary: 'Replace the departments of a tenant user',
  access: menu('userDepartment'),
  effect: 'write',
  request: z.object({ tenantId: reference, userId: reference, departmentId: joinedIds }),
  response: noData,
  done: 'done.edited',
})

export const departmentsOfUser = call({
  method: 'GET',
  path: '/departmentUser/getDepartmentByUserId',
  summary: 'Ids of the departments of a tenant user',
  access: menu('userDepartment'),
  effect: 'read',
  request: z.object({ tenantId: reference, userId: reference }),
  response: z.array(z.string()),
})
