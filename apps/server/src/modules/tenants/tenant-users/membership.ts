import { categories, codes } from '@atrium/contract'
import { inTenants } from '../../../platform/crud/index.ts'
import type { RunAs, Trx } from '../../../platform/database/transaction.ts'
import { type FieldIssue, fieldIssue, reject } from '../../../platform/http/rejection.ts'
import { type Granting, rejectUngrantableRoleIn, rejectUnlessReachesIn } from '../../access/index.ts'
import { wrongEntries } from '../../reference-data/dictionaries/index.ts'

interface Job extends Granting {
  readonly as: RunAs
}

const memberships = ({ trx, as }: Job, id: string) =>
  trx
    .selectFrom('tenantUser')
    .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
    .selectAll('tenantUser')
    .select('appUser.userName')
    .where('tenantUser.id', '=', id)
    .where(inTenants(as, 'tenantUser.tenantId'))

/** The tenant and the person of a tenant user. @throws Rejection 404 if it is none of a tenant of the caller's */
export const membershipOf = async (job: Job, id: string) =>
  (await memberships(job, id).executeTakeFirst()) ?? reject(codes.notFound)

/** Somebody's place in a tenant, with their user name for the trail. */
export type Membership = Awaited<ReturnType<typeof membershipOf>>

/**
 * Reads a tenant user whom the caller may change, and keeps everybody else from changing them until the transaction
 * ends.
 * @throws Rejection 404 if they are none of a tenant of the caller's, 403 if they hold more there than the caller
 */
export async function membershipForUpdate(job: Job, id: string): Promise<Membership> {
  await rejectUnlessReachesIn(job.trx, job.caller, await membershipOf(job, id))
  return (await memberships(job, id).forUpdate('tenantUser').executeTakeFirst()) ?? reject(codes.notFound)
}

/** What somebody is in a tenant. What is undefined is not spoken of. */
interface Named {
  readonly role?: string | undefined
  readonly typeId?: string | undefined
  readonly positionId?: string | undefined
}

const entryIssues = async (
  trx: Trx,
  tenantId: string,
  { typeId = '', positionId = '' }: Named,
): Promise<FieldIssue[]> => {
  const wrong = await wrongEntries(trx, tenantId, {
    typeId: { categoryId: categories.userType, id: typeId },
    positionId: { categoryId: categories.position, id: positionId },
  })
  return wrong.map((field) => fieldIssue(field, 'rule.reference'))
}

/**
 * What is wrong with what somebody is to be in a tenant.
 * @throws Rejection 422 or 403 if the role is none that the caller can give there
 * @returns the fields that name no entry of the tenant's or a global one
 */
export async function namedIssues(granting: Granting, tenantId: string, named: Named): Promise<FieldIssue[]> {
  const issues = await entryIssues(granting.trx, tenantId, named)
  if (issues.length === 0 && named.role !== undefined)
    await rejectUngrantableRoleIn(granting, { tenantId, roleId: named.role })
  return issues
}
