import { categories, codes } from '@atrium/contract'
import { inTenants } from '../../../platform/crud/index.ts'
import type { RunAs, Trx } from '../../../platform/database/transaction.ts'
import { type FieldIssue, fieldIssue, reject } from '../../../platform/http/rejection.ts'
import {
  accessFields,
  daysIn,
  type Granting,
  type Period,
  periodIssues,
  rejectUngrantableRoleIn,
  rejectUnlessReachesIn,
  roleFields,
} from '../../access/index.ts'
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

/** Reads a membership. @throws Rejection 404 if it is not in one of the caller's tenants */
export const membershipOf = async (job: Job, id: string) =>
  (await memberships(job, id).executeTakeFirst()) ?? reject(codes.notFound)

/** Membership, with the user name for the audit trail. */
export type Membership = Awaited<ReturnType<typeof membershipOf>>

/**
 * Reads and locks a tenant user whom the caller may change, until the transaction ends.
 * @throws Rejection 404 if they are not in one of the caller's tenants, 403 if they have more rights there than the
 * caller
 */
export async function membershipForUpdate(job: Job, id: string): Promise<Membership> {
  await rejectUnlessReachesIn(job.trx, job.caller, await membershipOf(job, id))
  return (await memberships(job, id).forUpdate('tenantUser').executeTakeFirst()) ?? reject(codes.notFound)
}

/** Fields of a membership; undefined ones are unchanged. */
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
 * Returns issues with fields of a membership that refer neither to an entry of the tenant nor to a global one.
 * @throws Rejection 422 or 403 if the caller cannot grant the role there
 */
export async function namedIssues(granting: Granting, tenantId: string, named: Named): Promise<FieldIssue[]> {
  const issues = await entryIssues(granting.trx, tenantId, named)
  if (issues.length === 0 && named.role !== undefined)
    await rejectUngrantableRoleIn(granting, { tenantId, roleId: named.role })
  return issues
}

/** Days of a membership and of its role. */
interface Periods {
  readonly accessFrom: string
  readonly accessUntil: string
  readonly roleFrom: string
  readonly roleUntil: string
}

const accessOf = ({ accessFrom: from, accessUntil: until }: Periods): Period => ({ from, until })
const roleOf = ({ roleFrom: from, roleUntil: until }: Periods): Period => ({ from, until })

const none: Periods = { accessFrom: '', accessUntil: '', roleFrom: '', roleUntil: '' }

/**
 * Returns issues with the periods of a membership and of its role.
 * @param before the periods until now
 */
export function issuesOfPeriods(timeZone: string, periods: Periods, before = none): FieldIssue[] {
  const today = daysIn(timeZone).today()
  return [
    ...periodIssues(accessFields, accessOf(periods), today, accessOf(before)),
    ...periodIssues(roleFields, roleOf(periods), today, roleOf(before)),
  ]
}

/** Returns the periods of a membership and of its role, in days. */
export function periodsOf(
  timeZone: string,
  { accessFrom, accessUntil, roleFrom, roleUntil }: Pick<Membership, keyof Periods>,
): Periods {
  const days = daysIn(timeZone)
  const { accessState: _, ...access } = days.shownAccess(accessFrom, accessUntil)
  const { roleState: __, ...role } = days.shownRole(roleFrom, roleUntil)
  return { ...access, ...role }
}
