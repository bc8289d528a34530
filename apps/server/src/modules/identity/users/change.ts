import { type RequestOf, userStatus, userUpdate } from '@atrium/contract'
import { sql } from 'kysely'
import { type EndReason, endSessions } from '../../../platform/caller/sessions.ts'
import { rejectStale } from '../../../platform/crud/index.ts'
import { type FieldIssue, fieldIssue, rejectFields } from '../../../platform/http/rejection.ts'
import { handle } from '../../../platform/http/route.ts'
import type { Audit, Services } from '../../../platform/http/work.ts'
import {
  daysIn,
  type Granting,
  keepingAnAdministrator,
  periodColumns,
  periodIssues,
  rejectUngrantableRole,
  rejectUnlessReaches,
  roleFields,
} from '../../access/index.ts'
import { regionIssues } from '../../reference-data/regions/index.ts'
import { forgetDevices } from '../attempts/index.ts'
import { type UserRow, userForUpdate } from './user-row.ts'

/** Role, status and basic information. Omitted fields keep their values. */
type Basics = Omit<RequestOf<typeof userUpdate>, 'id' | 'rowVersion'>

const regionColumns = ['countryId', 'provinceId', 'cityId'] as const

/** Days of a system role. */
interface RoleDays {
  readonly roleFrom: string
  readonly roleUntil: string
}

/**
 * Returns issues with the period of a system role.
 * @param before the period until now
 */
export const issuesOfRole = (timeZone: string, role: RoleDays, before?: RoleDays): FieldIssue[] => {
  const period = ({ roleFrom: from, roleUntil: until }: RoleDays) => ({ from, until })
  return periodIssues(roleFields, period(role), daysIn(timeZone).today(), before && period(before))
}

const roleDaysOf = ({ services }: Job, { roleFrom, roleUntil }: UserRow): RoleDays => {
  const { roleState: _, ...days } = daysIn(services.profile.timeZone).shownRole(roleFrom, roleUntil)
  return days
}

/** Returns the columns of the role's period whose days change. */
const changedPeriod = ({ services, caller }: Job, { roleFrom, roleUntil }: Basics, before: RoleDays) => {
  const from = roleFrom === before.roleFrom ? undefined : roleFrom
  const until = roleUntil === before.roleUntil ? undefined : roleUntil
  const choosing = { timeZone: services.profile.timeZone, userId: caller.userId }
  return periodColumns('role', { from, until }, choosing)
}

/** Returns the columns to write, without those of the period. Omitted fields are left out. */
function columnsOf({
  birthday,
  countryId,
  provinceId,
  cityId,
  roleFrom: _,
  roleUntil: __,
  ...plain
}: Basics): Partial<UserRow> {
  const references = Object.entries({ birthday, countryId, provinceId, cityId })
  return Object.fromEntries([
    ...Object.entries(plain).filter(([, value]) => value !== undefined),
    ...references
      .filter(([, value]) => value !== undefined)
      .map(([column, value]) => [column, value || null]),
  ])
}

/** Returns the user's new region, or undefined if it is not part of the change. */
function regionOf(fields: Basics, row: UserRow) {
  if (regionColumns.every((column) => fields[column] === undefined)) return undefined
  return {
    countryId: fields.countryId ?? row.countryId ?? '',
    provinceId: fields.provinceId ?? row.provinceId ?? '',
    cityId: fields.cityId ?? row.cityId ?? '',
  }
}

type Job = Granting & { readonly audit: Audit; readonly services: Pick<Services, 'profile'> }

/** The user to change, and the version on which the change is based, if given. */
interface Target {
  readonly id: string
  readonly rowVersion?: number
}

/** Rejects changes of one's own role, its period, and lock. */
const ownIssues = ({ caller }: Job, row: UserRow, next: UserRow): FieldIssue[] =>
  row.id !== caller.userId
    ? []
    : [
        ...(next.roleId !== row.roleId ? [fieldIssue('roleId', 'user.rule.ownRole')] : []),
        ...(next.status !== row.status ? [fieldIssue('status', 'user.rule.ownLock')] : []),
        ...(['roleFrom', 'roleUntil'] as const)
          .filter((column) => next[column]?.getTime() !== row[column]?.getTime())
          .map((column) => fieldIssue(column, 'user.rule.ownPeriod')),
      ]

const check = async (job: Job, row: UserRow, next: UserRow, fields: Basics): Promise<void> => {
  const region = regionOf(fields, row)
  rejectFields([...ownIssues(job, row, next), ...(region ? await regionIssues(job.trx, region) : [])])
  if (next.roleId !== row.roleId) await rejectUngrantableRole(job, next.roleId ?? '')
}

/** Returns why a change ends the user's sessions, or undefined if it does not. */
const endOf = (row: UserRow, next: UserRow): EndReason | undefined => {
  if (next.status !== row.status && next.status === userStatus.locked) return 'locked'
  return next.roleId !== row.roleId ? 'role' : undefined
}

const change = async (job: Job, { id, rowVersion }: Target, fields: Basics): Promise<void> => {
  const { trx, caller, audit } = job
  await rejectUnlessReaches(trx, caller, id)
  const row = await userForUpdate(trx, id)
  const before = roleDaysOf(job, row)
  const { roleFrom = before.roleFrom, roleUntil = before.roleUntil } = fields
  const basics = columnsOf(fields)
  if (rowVersion !== undefined) {
    const days = fields.roleUntil === undefined ? {} : { roleFrom, roleUntil }
    await rejectStale(trx, 'app_user', { ...row, ...before }, { ...basics, ...days }, rowVersion)
  }
  const columns = { ...basics, ...changedPeriod(job, fields, before) }
  const next = { ...row, ...columns, rowVersion: row.rowVersion + 1 }
  await check(job, row, next, fields)
  rejectFields(issuesOfRole(job.services.profile.timeZone, { roleFrom, roleUntil }, before))
  await trx
    .updateTable('appUser')
    .set({ ...columns, rowVersion: next.rowVersion, updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  const reason = endOf(row, next)
  if (reason) await endSessions(trx, id, reason)
  if (reason === 'locked') await forgetDevices(trx, id)
  audit({ entity: 'app_user', entityId: id, before: row, after: next })
}

/**
 * Changes a user's role, status and basic information. A lock or another role ends the user's sessions on every
 * server.
 * @throws Rejection of any change that the caller may not make, 409 with the changes since the given version
 */
export const changeBasics = (job: Job, target: Target, fields: Basics): Promise<void> =>
  [fields.roleId, fields.roleFrom, fields.roleUntil, fields.status].every((field) => field === undefined)
    ? change(job, target, fields)
    : keepingAnAdministrator(job.trx, () => change(job, target, fields))

/** POST /sys/user/update. */
export const userUpdateRoute = handle(userUpdate, async (job) => {
  const { id, rowVersion, ...fields } = job.input
  await changeBasics(job, { id, rowVersion }, fields)
  return null
})
