import { type Department, type DepartmentBranch, rootDepartmentId } from '@atrium/contract'
import { sql } from 'kysely'
import { checkReadable, inNameOrder, type Job } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'

/** A question about a tenant's departments. */
type Asked = Job<{ readonly tenantId: string }>

/**
 * Lets changes of a tenant's department tree take turns, and wait for assignments of users: two concurrent moves that
 * are each possible could together make a circle. Take this lock before any row of the tree.
 */
export const lockTree = (trx: Trx, tenantId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('departments of ' || ${tenantId}, 0))`.execute(trx)

/** Locks a tenant's department tree against changes, shared with others that do so. */
export const holdTree = (trx: Trx, tenantId: string) =>
  sql`select pg_advisory_xact_lock_shared(hashtextextended('departments of ' || ${tenantId}, 0))`.execute(trx)

/** Returns the departments of a tenant in the order of their names. */
export async function listDepartments(job: Asked): Promise<Department[]> {
  const { tenantId } = job.input
  await checkReadable(job, tenantId)
  return await job.trx
    .selectFrom('department')
    .select(['id', 'tenantId', 'departmentName', 'rowVersion'])
    .select((eb) => eb.fn.coalesce('parentId', sql.lit(rootDepartmentId)).as('parentId'))
    .where('tenantId', '=', tenantId)
    .orderBy(inNameOrder(sql.ref('departmentName')))
    .orderBy('id')
    .execute()
}

/** Returns the same as a tree: each department with those below it. */
export async function readTree(job: Asked): Promise<DepartmentBranch[]> {
  const branches = (await listDepartments(job)).map((department) => ({
    ...department,
    list: [] as DepartmentBranch[],
  }))
  const byParent = Map.groupBy(branches, ({ parentId }) => parentId)
  for (const branch of branches) branch.list = byParent.get(branch.id) ?? []
  return byParent.get(rootDepartmentId) ?? []
}
