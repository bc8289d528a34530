import {
  codes,
  departmentSave,
  globalTenantId,
  maxDepartmentLevels,
  type RequestOf,
  rootDepartmentId,
} from '@atrium/contract'
import { sql } from 'kysely'
import { checkWritable, entity, type Job, type Row, type Uses } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { type FieldIssue, fieldIssue, reject } from '../../../platform/http/rejection.ts'

type DepartmentFields = RequestOf<typeof departmentSave>

/**
 * Returns the number of levels that a department and its descendants span, and whether another department is among
 * them.
 */
async function extentOf(trx: Trx, { tenantId, id }: Row<'department'>, otherId: string) {
  const { rows } = await sql<{ levels: number; holdsOther: boolean }>`
    with recursive branch as (
      select id, level from department where tenant_id = ${tenantId} and id = ${id}
      union all
      select below.id, below.level from department below
      join branch on below.tenant_id = ${tenantId} and below.parent_id = branch.id
    )
    select max(level) - min(level) + 1 as levels, bool_or(id = ${otherId}) as holds_other from branch`.execute(
    trx,
  )
  return rows[0] ?? { levels: 1, holdsOther: false }
}

/** Returns issues with the new parent of a department. The result is valid while the tenant's tree is locked. */
async function parentIssues(
  { trx, input }: Job<DepartmentFields>,
  row: Row<'department'> | undefined,
): Promise<FieldIssue<'tenantId' | 'parentId'>[]> {
  const { tenantId, parentId } = input
  if (row && row.tenantId !== tenantId) return [fieldIssue('tenantId', 'rule.fixed')]
  if (parentId === rootDepartmentId || parentId === row?.parentId) return []
  const parent = await trx
    .selectFrom('department')
    .select('level')
    .where('tenantId', '=', tenantId)
    .where('id', '=', parentId)
    // Prevents deletion of the parent until the transaction ends.
    .forKeyShare()
    .executeTakeFirst()
  if (!parent) return [fieldIssue('parentId', 'rule.reference')]
  const moved = row ? await extentOf(trx, row, parentId) : { levels: 1, holdsOther: false }
  if (moved.holdsOther) return [fieldIssue('parentId', 'department.rule.belowItself')]
  return parent.level + moved.levels > maxDepartmentLevels
    ? [fieldIssue('parentId', 'department.rule.tooDeep', { levels: maxDepartmentLevels })]
    : []
}

/** Counts the direct children and the members of a department. */
async function departmentUses(trx: Trx, { tenantId, id }: Row<'department'>): Promise<Uses> {
  const below = await trx
    .selectFrom('department')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenantId', '=', tenantId)
    .where('parentId', '=', id)
    .executeTakeFirstOrThrow()
  const people = await trx
    .selectFrom('departmentUser')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenantId', '=', tenantId)
    .where('departmentId', '=', id)
    .executeTakeFirstOrThrow()
  return { 'department.use.below': below.count, 'department.use.people': people.count }
}

/** A department of a tenant. Save it only while the tenant's tree is locked. */
export const departments = entity('department', departmentSave, {
  tenantOf: ({ tenantId }) => tenantId,
  guard: (job, { tenantId }) => {
    // There are no global departments.
    if (tenantId === globalTenantId) reject(codes.notFound)
    return checkWritable(job, tenantId)
  },
  rules: parentIssues,
  unique: { department_name_unique: 'departmentName' },
  taken: 'department.rule.taken',
  uses: departmentUses,
})
