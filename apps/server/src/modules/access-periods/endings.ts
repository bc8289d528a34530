import { accessReminderDays, globalTenantId } from '@atrium/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { nameIn } from '../../platform/crud/index.ts'
import type { Trx } from '../../platform/database/transaction.ts'

/** What ends: a membership, a role of the tenant or the system, or an authorization for a study in a product. */
export type EndingKind = 'membership' | 'tenantRole' | 'systemRole' | 'study'

/** A text in both languages. */
interface Names {
  readonly zh: string
  readonly en: string
}

/** Access of a person that ends soon. */
export interface Ending {
  readonly kind: EndingKind
  /** Id of the user who chose the end; null if there was none. */
  readonly by: string | null
  /** First instant after the last day. */
  readonly until: Date
  /** Name of the person, or the invited address. */
  readonly person: Names
  /** Name of the role or the product; null for a membership. */
  readonly what: Names | null
  /** Name of the study; null for everything else. */
  readonly study: string | null
}

/** Columns of a period, without their prefix. */
type Kind = 'access' | 'role'

const [firstDays] = accessReminderDays

/** Selects the due reminder that is nearest to the end; earlier ones are skipped. */
const dueReminder = (kind: Kind): RawBuilder<number> => {
  const cases = accessReminderDays
    .toReversed()
    .map(
      (days) =>
        sql`when ${sql.ref(`${kind}Until`)} <= now() + make_interval(days => ${sql.lit(days + 1)}) then ${sql.lit(days)}`,
    )
  return sql`case ${sql.join(cases, sql` `)} end`
}

/** SQL condition: a reminder of the end is due and not yet sent. A new end resets what was sent. */
const isDue = (kind: Kind): RawBuilder<SqlBool> => sql<SqlBool>`(
  ${sql.ref(`${kind}Until`)} > now()
  and ${sql.ref(`${kind}Until`)} <= now() + make_interval(days => ${sql.lit(firstDays + 1)})
  and (${sql.ref(`${kind}Reminded`)} is null or ${sql.ref(`${kind}Reminded`)} > ${dueReminder(kind)}))`

/** Assigns the due reminder in an update. */
const reminded = (kind: Kind) => sql`${sql.ref(`${kind}Reminded`)} = ${dueReminder(kind)}`

const names = (column: Parameters<typeof nameIn>[1]) =>
  sql`jsonb_build_object('zh', ${nameIn('zh', column)}, 'en', ${nameIn('en', column)})`

const person = names('appUser.fullName')

/** SQL condition on a membership: nobody has disabled it. */
const isEnabled = sql<SqlBool>`tenant_user.enabled = 0`
/** SQL condition on a user: nobody has locked them. */
const isUnlocked = sql<SqlBool>`status = '0'`

async function takeMemberships(trx: Trx, tenantId: string): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    with due as (
      update tenant_user set ${reminded('access')}
      where tenant_id = ${tenantId} and ${isEnabled} and ${isDue('access')}
      returning user_id, access_until, access_until_by)
    select 'membership' as kind, access_until_by as by, access_until as until, ${person} as person,
      null as what, null as study
    from due join app_user on app_user.id = due.user_id`.execute(trx)
  return rows
}

async function takeTenantRoles(trx: Trx, tenantId: string): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    with due as (
      update tenant_user set ${reminded('role')}
      where tenant_id = ${tenantId} and ${isEnabled} and role_id is not null and ${isDue('role')}
      returning user_id, role_id, role_until, role_until_by)
    select 'tenantRole' as kind, due.role_until_by as by, due.role_until as until, ${person} as person,
      ${names('role.name')} as what, null as study
    from due join app_user on app_user.id = due.user_id join role on role.id = due.role_id`.execute(trx)
  return rows
}

async function takeSystemRoles(trx: Trx): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    with due as (
      update app_user set ${reminded('role')}
      where ${isUnlocked} and role_id is not null and ${isDue('role')}
      returning id, role_id, role_until, role_until_by)
    select 'systemRole' as kind, due.role_until_by as by, due.role_until as until, ${person} as person,
      ${names('role.name')} as what, null as study
    from due join app_user on app_user.id = due.id join role on role.id = due.role_id`.execute(trx)
  return rows
}

/** The sites of a study that end on the same day are one ending. Roles in products are left out because of blinding. */
async function takeAuthorizations(trx: Trx, tenantId: string): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    with due as (
      update study_user set ${reminded('access')}
      where tenant_id = ${tenantId} and ${isDue('access')}
      returning study_url_id, tenant_user_id, invitation_id, access_until, access_until_by),
    ending as (
      select distinct study_url_id, tenant_user_id, invitation_id, access_until, access_until_by from due)
    select 'study' as kind, ending.access_until_by as by, ending.access_until as until,
      coalesce(case when app_user.id is not null then ${person} end,
        jsonb_build_object('zh', invitation.email, 'en', invitation.email)) as person,
      ${names('software.softwareName')} as what, study.study_name as study
    from ending
    join study_url on study_url.tenant_id = ${tenantId} and study_url.id = ending.study_url_id
    join study on study.tenant_id = ${tenantId} and study.id = study_url.study_id
    join software on software.id = study_url.software_id
    left join tenant_user on tenant_user.tenant_id = ${tenantId} and tenant_user.id = ending.tenant_user_id
      and ${isEnabled} and in_period(null, tenant_user.access_until)
    left join app_user on app_user.id = tenant_user.user_id
    left join invitation on invitation.tenant_id = ${tenantId} and invitation.id = ending.invitation_id
      and invitation.status = 'pending' and invitation.expires_at > now()
    where app_user.id is not null or invitation.id is not null`.execute(trx)
  return rows
}

/**
 * Records the due reminders of a tenant, or of the platform and its system roles, as sent.
 * @returns what ends; nothing if another process has taken it
 */
export async function takeEndings(trx: Trx, tenantId: string): Promise<Ending[]> {
  if (tenantId === globalTenantId) return takeSystemRoles(trx)
  return [
    ...(await takeMemberships(trx, tenantId)),
    ...(await takeTenantRoles(trx, tenantId)),
    ...(await takeAuthorizations(trx, tenantId)),
  ]
}

/** Returns the ids of the tenants in which reminders are due, with that of the platform. */
export async function tenantsWithEndings(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select tenant_id as "tenantId" from tenant_user where ${isDue('access')} or ${isDue('role')}
    union select tenant_id from study_user where ${isDue('access')}
    union select ${globalTenantId} where exists (select from app_user where ${isDue('role')})
    order by 1`.execute(trx)
  return rows.map(({ tenantId }) => tenantId)
}
