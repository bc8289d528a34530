import { codes, type departmentsOfUser, type departmentUserSave, idsIn } from '@atrium/contract'
import { sql } from 'kysely'
import { checkReadable, checkWritable } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject, rejectField } from '../../../platform/http/rejection.ts'
import type { Work } from '../../../platform/http/work.ts'
import { rejectUnlessReachesIn } from '../../access/index.ts'
import { lockTreeShared } from './tree.ts'

interface Membership {
  readonly tenantId: string
  readonly userId: string
}

/** Selects a membership, enabled or not. */
const membershipOf = (trx: Trx, { tenantId, userId }: Membership) =>
  trx.selectFrom('tenantUser').select('id').where('tenantId', '=', tenantId).where('userId', '=', userId)

/** Returns the ids of a tenant user's departments. */
const departmentsOf = async (trx: Trx, tenantId: string, tenantUserId: string): Promise<string[]> => {
  const rows = await trx
    .selectFrom('departmentUser')
    .select('departmentId')
    .where('tenantId', '=', tenantId)
    .where('tenantUserId', '=', tenantUserId)
    .orderBy('departmentId')
    .execute()
  return rows.map(({ departmentId }) => departmentId)
}

/** Returns the departments of a tenant's user. */
export async function readDepartments(work: Work<typeof departmentsOfUser>): Promise<string[]> {
  const { trx, input } = work
  await checkReadable(work, input.tenantId)
  const membership = (await membershipOf(trx, input).executeTakeFirst()) ?? reject(codes.notFound)
  return departmentsOf(trx, input.tenantId, membership.id)
}

/** Replaces a user's departments in the tenant. */
export async function saveDepartments(work: Work<typeof departmentUserSave>): Promise<null> {
  const { trx, input, caller, audit } = work
  const { tenantId, userId } = input
  const ids = idsIn(input.departmentId)
  await checkWritable(work, tenantId)
  const unknown = () => rejectField('userId', 'rule.reference')
  if (!(await membershipOf(trx, input).executeTakeFirst())) unknown()
  await rejectUnlessReachesIn(trx, caller, { tenantId, userId })
  await lockTreeShared(trx, tenantId)
  // The lock serialises changes for the same user, so that the result is one set of departments rather than a
  // mixture.
  const membership = (await membershipOf(trx, input).forNoKeyUpdate().executeTakeFirst()) ?? unknown()
  const chosen = await trx
    .selectFrom('department')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('id', '=', sql<string>`any(${ids})`)
    .orderBy('id')
    // Prevents deletion of these departments until the transaction ends.
    .forKeyShare()
    .execute()
  if (chosen.length < ids.length) rejectField('departmentId', 'rule.reference')
  const before = await departmentsOf(trx, tenantId, membership.id)
  await trx
    .deleteFrom('departmentUser')
    .where('tenantId', '=', tenantId)
    .where('tenantUserId', '=', membership.id)
    .where('departmentId', '<>', sql<string>`all(${ids})`)
    .execute()
  await trx
    .insertInto('departmentUser')
    .values(chosen.map(({ id }) => ({ tenantId, departmentId: id, tenantUserId: membership.id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const about = { tenantId, userId, tenantUserId: membership.id }
  audit({
    entity: 'department_user',
    entityId: membership.id,
    tenantId,
    before: { ...about, departmentId: before },
    after: { ...about, departmentId: chosen.map(({ id }) => id) },
  })
  return null
}
