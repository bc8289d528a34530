import { categories, codes } from '@atrium/contract'
import { inTenants } from '../../../platform/crud/index.ts'
import type { RunAs, Trx } from '../../../platform/database/transaction.ts'
import { type FieldIssue, fieldIssue, refuse } from '../../../platform/http/refusal.ts'
import { type Granting, refuseUngrantableRoleIn, refuseUnlessReachesIn } from '../../access/index.ts'
import { wrongEntries } from '../../reference-data/dictionaries/index.ts'

interface Job extends Granting {
  readonly as: RunAs
}

const places = ({ trx, as }: Job, id: string) =>
  trx
    .selectFrom('tenantUser')
    .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
    .selectAll('tenantUser')
    .select('appUser.userName')
    .where('tenantUser.id', '=', id)
    .where(inTenants(as, 'tenantUser.tenantId'))

/** The tenant and the person of a tenant user. @throws Refusal 404 where it is none of a tenant of the caller's */
export const placeOf = async (job: Job, id: string) =>
  (await places(job, id).executeTakeFirst()) ?? refuse(codes.notFound)

/** Somebody's place in a tenant, with their user name for the trail. */
export type Place = Awaited<ReturnType<typeof placeOf>>

/**
 * Reads a tenant user whom the caller may change, and keeps everybody else from changing them until the transaction
 * ends.
 * @throws Refusal 404 where they are none of a tenant of the caller's, 403 where they hold more there than the caller
 */
export async function placeForUpdate(job: Job, id: string): Promise<Place> {
  await refuseUnlessReachesIn(job.trx, job.caller, await placeOf(job, id))
  return (await places(job, id).forUpdate('tenantUser').executeTakeFirst()) ?? refuse(codes.notFound)
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
 * @throws Refusal 422 or 403 where the role is none that the caller can give there
 * @returns the fields that name no entry of the tenant's or a global one
 */
export async function namedIssues(granting: Granting, tenantId: string, named: Named): Promise<FieldIssue[]> {
  const issues = await entryIssues(granting.trx, tenantId, named)
  if (issues.length === 0 && named.role !== undefined)
    await refuseUngrantableRoleIn(granting, { tenantId, roleId: named.role })
  return issues
}
