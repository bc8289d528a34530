import { type Department, type DepartmentBranch, rootDepartmentId } from '@atrium/contract'
import { sql } from 'kysely'
import { checkReadable, inNameOrder, type Job } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'

/** Call about the departments of one tenant. */
type Asked = Job<{ readonly tenantId: string }>

/**
 * Serialises changes of a tenant's department tree, and waits for changes of its members. Without it, two concurrent
 * moves could form a cycle. Take this lock before any row of the tree.
 */
export const lockTree = (trx: Trx, tenantId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('departments of ' || ${tenantId}, 0))`.execute(trx)

/** Locks a tenant's department tree against changes; several transactions can hold this lock at the same time. */
export const lockTreeShared = (trx: Trx, tenantId: string) =>
  sql`select pg_advisory_xact_lock_shared(hashtextextended('departments of ' || ${tenantId}, 0))`.execute(trx)

/** Returns the departments of a tenant, sorted by name. */
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

/** Returns the departments of a tenant as a tree. */
export async function readTree(job: Asked): Promise<DepartmentBranch[]> {
  const branches = (await listDepartments(job)).map((department) => ({
    ...department,
    list: [] as DepartmentBranch[],
  }))
  const byParent = Map.groupBy(branches, ({ parentId }) => parentId)
  for (const branch of branches) branch.list = byParent.get(branch.id) ?? []
  return byParent.get(rootDepartmentId) ?? []
}
