import {
  authorizationStyles,
  blinding,
  builtInDuty,
  codes,
  type DutyConflict,
  dutyConflicts,
  globalTenantId,
  type Language,
} from '@atrium/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { checkReadable, nameIn } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { handle } from '../../../platform/http/route.ts'
import { isShownTo } from '../blinding/index.ts'

/**
 * SQL for each role that a member of a tenant has in a study: those that the product has accepted.
 * @param isShown condition on `link`
 */
const heldRoles = (tenantId: string, isShown: RawBuilder<SqlBool>) => sql`
  select a.tenant_user_id, a.updated_at, link.id as study_url_id, link.study_id, link.software_id,
    product.authorization_style = ${authorizationStyles.rtsm} and role.is_unblinded is not null as has_blinding,
    role.is_unblinded, role.id as role_id, coalesce(nullif(role.name, ''), role.id) as role_name
  from product_authorization a
  join study_url link on link.tenant_id = a.tenant_id and link.id = a.study_url_id
  join software product on product.id = link.software_id
  cross join lateral (
    select a.accepted_grants ->> 'generalRoleId' as id, a.accepted_grants ->> 'generalRoleName' as name,
      null::boolean as is_unblinded
    union all
    select each ->> 'roleId', each ->> 'roleName', (each ->> 'isBlind')::int = ${blinding.unblinded}
    from jsonb_array_elements(a.accepted_grants -> 'roles') as each
  ) role
  where a.tenant_id = ${tenantId} and a.tenant_user_id is not null and a.accepted_grants is not null
    and role.id <> '' and ${isShown}`

/** SQL for one side of a conflict. */
const sideOf = (side: 'one' | 'other') => {
  const column = (name: string) => sql.ref(`${side}.${name}`)
  return sql`jsonb_build_object('softwareId', min(${column('software_id')}), 'studyUrlId', min(${column('study_url_id')}),
    'roleNames', jsonb_agg(distinct ${column('role_name')}))`
}

const conflict = sql`one.tenant_user_id, one.study_id, ${sideOf('one')} as one, ${sideOf('other')} as other,
  greatest(max(one.updated_at), max(other.updated_at)) as since`

/** Both roles are of the same person in the same study. */
const inOneStudy = sql`other.tenant_user_id = one.tenant_user_id and other.study_id = one.study_id`

/** SQL for the conflicts of a tenant, as `conflict` of a WITH clause. */
const conflictsIn = (tenantId: string, isShown: RawBuilder<SqlBool>) => sql`
    held as materialized (${heldRoles(tenantId, isShown)}),
    conflict as materialized (
      select ${builtInDuty} as rule, ${builtInDuty} as origin, '' as reason, ${conflict}
      from held one join held other on ${inOneStudy}
      where one.has_blinding and one.is_unblinded and other.has_blinding and not other.is_unblinded
      group by one.tenant_user_id, one.study_id
      union all
      select rule.id, case rule.tenant_id when ${globalTenantId} then 'platform' else 'tenant' end, rule.reason, ${conflict}
      from role_conflict rule
      join held one on one.software_id = rule.software_id and one.role_id = rule.role_id
      join held other on ${inOneStudy}
        and other.software_id = rule.other_software_id and other.role_id = rule.other_role_id
      where rule.tenant_id in (${tenantId}, ${globalTenantId})
      group by rule.tenant_id, rule.id, one.tenant_user_id, one.study_id)`

/** A person with a role that conflicts with another one in the study. */
export interface ConflictingRole {
  readonly userId: string
  readonly studyId: string
  readonly softwareId: string
}

/**
 * Returns whose roles conflict in a tenant. If a role in RTSM is involved, only that one is returned, so that it can be
 * kept from people who are blinded.
 */
export async function readConflictingRoles(trx: Trx, tenantId: string): Promise<ConflictingRole[]> {
  const { rows } = await sql<ConflictingRole>`
    with ${conflictsIn(tenantId, sql<SqlBool>`true`)},
    side as (
      select conflict.tenant_user_id, conflict.study_id, each.value ->> 'softwareId' as software_id,
        bool_or(product.authorization_style = ${authorizationStyles.rtsm})
          over (partition by conflict.rule, conflict.tenant_user_id, conflict.study_id) as has_rtsm,
        product.authorization_style is not distinct from ${authorizationStyles.rtsm} as is_rtsm
      from conflict cross join lateral (values (conflict.one), (conflict.other)) as each (value)
      join software product on product.id = each.value ->> 'softwareId'
    )
    select distinct tenant_user.user_id as "userId", side.study_id as "studyId", side.software_id as "softwareId"
    from side join tenant_user on tenant_user.tenant_id = ${tenantId} and tenant_user.id = side.tenant_user_id
    where side.is_rtsm or side.has_rtsm is not true`.execute(trx)
  return rows
}

/** SQL for a side with the name of its product. */
const withName = (side: 'one' | 'other', language: Language) => sql`
  ${sql.ref(`part.${side}`)} || jsonb_build_object('softName', (
    select ${nameIn(language, 'software.softwareName')} from software
    where software.id = ${sql.ref(`part.${side}`)} ->> 'softwareId'))`

/** POST /duty/conflict/list: sorted by study and person. */
export const dutyConflictsRoute = handle(dutyConflicts, async (work) => {
  const { trx, input, caller, language } = work
  const { tenantId, limit, page } = input
  if (tenantId === globalTenantId) reject(codes.notFound)
  await checkReadable(work, tenantId)
  const { rows } = await sql<{ total: number; list: DutyConflict[] | null }>`
    with ${conflictsIn(tenantId, isShownTo(caller, 'link.id'))},
    part as (
      select conflict.*, study.study_name, study.study_code, ${nameIn(language, 'appUser.fullName')} as person_name
      from conflict
      join study on study.tenant_id = ${tenantId} and study.id = conflict.study_id
      join tenant_user on tenant_user.tenant_id = ${tenantId} and tenant_user.id = conflict.tenant_user_id
      join app_user on app_user.id = tenant_user.user_id
      order by study_name, study_id, person_name, tenant_user_id, rule limit ${limit} offset ${(page - 1) * limit}
    )
    select (select count(*) from conflict) as total, (select jsonb_agg(jsonb_build_object(
      'id', concat_ws(' ', rule, tenant_user_id, study_id), 'origin', origin, 'reason', reason, 'since', since,
      'tenantUserId', tenant_user_id, 'personName', person_name,
      'studyId', study_id, 'studyName', study_name, 'studyCode', study_code,
      'one', ${withName('one', language)}, 'other', ${withName('other', language)}
    ) order by study_name, study_id, person_name, tenant_user_id, rule) from part) as list`.execute(trx)
  const { total = 0, list } = rows[0] ?? {}
  return {
    list: (list ?? []).map((row) => ({ ...row, since: new Date(row.since).toISOString() })),
    totalCount: total,
  }
})
