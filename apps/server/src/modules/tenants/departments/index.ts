import {
  departmentDelete,
  departmentList,
  departmentSave,
  departmentsOfUser,
  departmentTree,
  departmentUserSave,
} from '@atrium/contract'
import { checkWritable, deleting, saving } from '../../../platform/crud/index.ts'
import { handle, type Route } from '../../../platform/http/route.ts'
import type { Work } from '../../../platform/http/work.ts'
import { departments } from './entity.ts'
import { readDepartments, saveDepartments } from './people.ts'
import { listDepartments, lockTree, readTree } from './tree.ts'

/** Adds, renames or moves a department. */
async function saveDepartment(work: Work<typeof departmentSave>): Promise<string> {
  const { tenantId } = work.input
  await checkWritable(work, tenantId)
  await lockTree(work.trx, tenantId)
  return saving(departments)(work)
}

export const departmentRoutes: readonly Route[] = [
  handle(departmentTree, readTree),
  handle(departmentList, listDepartments),
  handle(departmentSave, saveDepartment),
  handle(departmentDelete, deleting(departments)),
  handle(departmentUserSave, saveDepartments),
  handle(departmentsOfUser, readDepartments),
]
