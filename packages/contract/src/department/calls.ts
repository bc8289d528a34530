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
  summary: 'The departments of a tenant as a tree, by name',
  access: menu('department', 'userDepartment'),
  effect: 'read',
  request: z.object({ tenantId: reference }),
  response: z.array(DepartmentBranch),
})

export const departmentList = call({
  method: 'POST',
  path: '/department/listByTenantId',
  summary: 'The departments of a tenant, by name',
  access: menu('department', 'userDepartment'),
  effect: 'read',
  request: z.object({ tenantId: reference }),
  response: z.array(Department),
})

export const departmentSave = call({
  method: 'POST',
  path: '/department/save',
  summary: 'Add a department of a tenant, or rename or move it where an id is sent',
  access: menu('department'),
  effect: 'write',
  request: DepartmentInput,
  response: z.string(),
})

export const departmentDelete = call({
  method: 'GET',
  path: '/department/delete',
  summary: 'Delete a department that nobody is in and that has none below it',
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
  summary: 'Say in which departments of a tenant somebody is, instead of those before',
  access: menu('userDepartment'),
  effect: 'write',
  request: z.object({ tenantId: reference, userId: reference, departmentId: joinedIds }),
  response: noData,
  done: 'done.edited',
})

export const departmentsOfUser = call({
  method: 'GET',
  path: '/departmentUser/getDepartmentByUserId',
  summary: 'The ids of the departments of a tenant that somebody is in',
  access: menu('userDepartment'),
  effect: 'read',
  request: z.object({ tenantId: reference, userId: reference }),
  response: z.array(z.string()),
})
