import { codes, globalTenantId, type Trainee, traineeList } from '@atrium/contract'
import { sql } from 'kysely'
import { checkReadable, nameIn } from '../../platform/crud/index.ts'
import { columnsContain } from '../../platform/database/search.ts'
import { reject } from '../../platform/http/rejection.ts'
import { handle } from '../../platform/http/route.ts'
import { isShownTo } from '../studies/blinding/index.ts'
import { lastDayBefore } from './days.ts'
import { isOneself } from './people.ts'

/** A person as read, with instants instead of days. */
interface Found extends Omit<Trainee, 'since' | 'validUntil'> {
  readonly since: string | null
  readonly validUntil: string | null
}

/** SQL for the instants at which a person's evidence of each required training ends; infinity for never. */
const ends = sql`
  select max(coalesce(e.valid_until, 'infinity')) as ends_at
  from required_trainings(part.tenant_id, part.study_url_id, part.applied) r
  join training_evidence e on e.tenant_id = part.tenant_id and e.training_id = r.training_id
    and e.user_id = part.user_id and e.revoked_at is null and in_period(null, e.valid_until)
  group by r.training_id`

/** POST /training/people/list: those who cannot work first, then by study and person. */
export const traineesRoute = handle(traineeList, async (work) => {
  const { trx, input, caller, language, services } = work
  const { tenantId, studyUrlId, state, keyWord, limit, page } = input
  if (tenantId === globalTenantId) reject(codes.notFound)
  await checkReadable(work, tenantId)
  const { rows } = await sql<{ total: number; list: Found[] | null }>`
    with held as (
      select study_user.tenant_id, study_user.study_url_id, study_user.tenant_user_id,
        min(study_user.untrained_since) as untrained_since,
        bool_or(study_user.untrained_since > study_user.created_at) as has_stopped
      from study_user
      where study_user.tenant_id = ${tenantId} and study_user.tenant_user_id is not null
        and (${studyUrlId} = '' or study_user.study_url_id = ${studyUrlId})
        and ${isShownTo(caller, 'study_user.study_url_id')}
      group by 1, 2, 3
    ), person as (
      select held.*, tenant_user.user_id, app_user.user_name,
        ${nameIn(language, 'appUser.fullName')} as person_name, a.grants,
        applied_grants(a) as applied,
        coalesce(held.untrained_since, a.untrained_since) as since, o.id as override_id,
        o.last_day, o.reason,
        case when held.untrained_since is not null
            and case when a.id is null then held.has_stopped else a.accepted_grants is not null end then 'suspended'
          when held.untrained_since is not null or a.untrained_since is not null then 'waiting'
          when o.id is not null then 'overridden' else 'complete' end as state
      from held
      join tenant_user on tenant_user.tenant_id = held.tenant_id and tenant_user.id = held.tenant_user_id
      join app_user on app_user.id = tenant_user.user_id
      left join product_authorization a on a.tenant_id = held.tenant_id and a.study_url_id = held.study_url_id
        and a.tenant_user_id = held.tenant_user_id
      left join training_override o on o.tenant_id = held.tenant_id
        and o.study_url_id = held.study_url_id and o.tenant_user_id = held.tenant_user_id
        and o.ended_at is null and o.valid_until > now()
      where exists (select from training_requirement r
          where r.tenant_id = held.tenant_id and r.study_url_id = held.study_url_id
            and (grants_role(applied_grants(a), r.role_id) or grants_role(a.grants, r.role_id)))
        and ${columnsContain(['appUser.fullName', 'appUser.fullNameEn', 'appUser.userName'], keyWord)}
    ), chosen as (
      select person.*, array_position(array['suspended', 'waiting', 'overridden', 'complete'], state) as rank
      from person where ${state ?? ''} in ('', state)
    ), part as (
      select chosen.*, study.study_name, study.study_code,
        ${nameIn(language, 'software.softwareName')} as soft_name
      from chosen
      join study_url on study_url.tenant_id = chosen.tenant_id and study_url.id = chosen.study_url_id
      join study on study.tenant_id = study_url.tenant_id and study.id = study_url.study_id
      join software on software.id = study_url.software_id
      order by rank, study_name, study_url_id, person_name, tenant_user_id limit ${limit} offset ${(page - 1) * limit}
    )
    select (select count(*) from chosen) as total, (select jsonb_agg(jsonb_build_object(
      'id', concat_ws(' ', tenant_user_id, study_url_id), 'tenantUserId', tenant_user_id, 'userId', user_id,
      'personName', person_name, 'userName', user_name, 'studyUrlId', study_url_id, 'studyName', study_name,
      'studyCode', study_code, 'softName', soft_name, 'state', state, 'since', since,
      'missing', (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.name), '[]')
        from training t where t.tenant_id = part.tenant_id and t.id = any (
          missing_trainings(part.tenant_id, study_url_id, tenant_user_id, applied)
          || missing_trainings(part.tenant_id, study_url_id, tenant_user_id, grants))),
      'validUntil', (select min(ends_at) from (${ends}) ending where ends_at < 'infinity'),
      'overrideId', coalesce(override_id, ''), 'overrideUntil', coalesce(last_day, ''),
      'overrideReason', coalesce(reason, ''),
      'mayOverride', not ${isOneself(caller, 'part.user_id')}
    ) order by rank, study_name, study_url_id, person_name, tenant_user_id) from part) as list`.execute(trx)
  const { total = 0, list } = rows[0] ?? {}
  const { timeZone } = services.profile
  return {
    list: (list ?? []).map(({ since, validUntil, ...row }) => ({
      ...row,
      since: since === null ? '' : new Date(since).toISOString(),
      validUntil: lastDayBefore(timeZone, validUntil === null ? null : new Date(validUntil)),
    })),
    totalCount: total,
  }
})
