import { membershipStatus, type RequestOf, tenantUserUpdateBase } from '@atrium/contract'
import { sql } from 'kysely'
import type { Caller } from '../../../platform/caller/caller.ts'
import { rejectingDeletedReferences, rejectStale } from '../../../platform/crud/index.ts'
import { type FieldIssue, fieldIssue, rejectFields } from '../../../platform/http/rejection.ts'
import { handle } from '../../../platform/http/route.ts'
import type { AuditFacts, Work } from '../../../platform/http/work.ts'
import { periodColumns } from '../../access/index.ts'
import {
  issuesOfPeriods,
  type Membership,
  membershipForUpdate,
  namedIssues,
  periodsOf,
} from './membership.ts'

type Fields = Omit<RequestOf<typeof tenantUserUpdateBase>, 'id' | 'rowVersion'>

type Days = ReturnType<typeof periodsOf>

const sent = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>

/** Returns the sent values by column, without those of the periods. */
const columnsOf = ({ role, typeId, positionId, enabled }: Fields): Partial<Membership> =>
  sent({ roleId: role, typeId, positionId, enabled }) as Partial<Membership>

/** Returns the sent days. */
const daysOf = ({ accessFrom, accessUntil, roleFrom, roleUntil }: Fields): Partial<Days> =>
  sent({ accessFrom, accessUntil, roleFrom, roleUntil }) as Partial<Days>

/** Returns the columns of the periods whose days change. */
const changedPeriods = (
  days: Partial<Days>,
  before: Days,
  choosing: Parameters<typeof periodColumns>[2],
): Partial<Membership> => {
  const changed = (name: keyof Days) => (days[name] === before[name] ? undefined : days[name])
  return {
    ...periodColumns('access', { from: changed('accessFrom'), until: changed('accessUntil') }, choosing),
    ...periodColumns('role', { from: changed('roleFrom'), until: changed('roleUntil') }, choosing),
  }
}

/** Rejects changes of users' own role and periods, and disabling themselves. */
const ownIssues = (caller: Caller, row: Membership, next: Membership): FieldIssue[] =>
  row.userId !== caller.userId
    ? []
    : [
        ...(next.roleId !== row.roleId ? [fieldIssue('role', 'tenantUser.rule.ownRole')] : []),
        ...(next.enabled !== row.enabled && next.enabled === membershipStatus.disabled
          ? [fieldIssue('enabled', 'tenantUser.rule.ownDisabling')]
          : []),
        ...(['accessFrom', 'accessUntil', 'roleFrom', 'roleUntil'] as const)
          .filter((column) => next[column]?.getTime() !== row[column]?.getTime())
          .map((column) => fieldIssue(column, 'tenantUser.rule.ownPeriod')),
      ]

/** Returns the sent values that differ from the stored ones. */
const changedOf = ({ role, typeId, positionId }: Fields, row: Membership) => ({
  role: role === row.roleId ? undefined : role,
  typeId: typeId === row.typeId ? undefined : typeId,
  positionId: positionId === row.positionId ? undefined : positionId,
})

type Job = Pick<Work<typeof tenantUserUpdateBase>, 'trx' | 'as' | 'caller' | 'input' | 'services'>

/**
 * Changes a membership. Sessions continue: each call reads the caller's current rights, so a new role or a disabled
 * membership takes effect with the next call, on every server.
 * @returns what the audit trail shows of it
 */
export async function changeMembership(job: Job): Promise<AuditFacts> {
  const { input, caller, trx, services } = job
  const { timeZone } = services.profile
  const { id, rowVersion, ...fields } = input
  const row = await membershipForUpdate(job, id)
  const before = periodsOf(timeZone, row)
  const [named, days] = [columnsOf(fields), daysOf(fields)]
  if (rowVersion !== undefined) {
    const shown = { ...row, ...before }
    await rejectStale(trx, 'tenant_user', shown, { ...named, ...days }, rowVersion, {
      names: { roleId: 'role' },
    })
  }
  const columns = { ...named, ...changedPeriods(days, before, { timeZone, userId: caller.userId }) }
  const next = { ...row, ...columns, rowVersion: row.rowVersion + 1 }
  rejectFields(ownIssues(caller, row, next))
  rejectFields(issuesOfPeriods(timeZone, { ...before, ...days }, before))
  rejectFields(await namedIssues(job, row.tenantId, changedOf(fields, row)))
  await rejectingDeletedReferences(() =>
    trx
      .updateTable('tenantUser')
      .set({ ...columns, rowVersion: next.rowVersion, updatedAt: sql<Date>`now()` })
      .where('tenantId', '=', row.tenantId)
      .where('id', '=', id)
      .execute(),
  )
  return { entity: 'tenant_user', entityId: id, tenantId: row.tenantId, before: row, after: next }
}

/** POST /tenantUser/update/base. */
export const tenantUserUpdateBaseRoute = handle(tenantUserUpdateBase, async (job) => {
  job.audit(await changeMembership(job))
  return null
})
