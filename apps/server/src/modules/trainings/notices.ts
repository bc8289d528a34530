import { type Language, type OwnTraining, trainingReminderDays } from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/transaction.ts'
import { lastDayBefore } from './days.ts'
import { memberAccess } from './people.ts'

/** Maximum number of trainings on the first page. */
const maxNotices = 20

interface Reader {
  readonly userId: string
  readonly language: Language
  readonly timeZone: string
}

/** A notice as read. */
interface Found extends Omit<OwnTraining, 'lastDay'> {
  /** When access stops; null if it waits or has stopped. */
  readonly until: Date | null
}

/**
 * Returns the trainings for which a user's access waits, and those without which it stops soon: evidence or an override
 * ends, or a requirement begins. Runs as the system, restricted to the user.
 */
export async function ownTrainings(trx: Trx, { userId, language, timeZone }: Reader): Promise<OwnTraining[]> {
  const { rows } = await sql<Found>`
    with mine as (
      select distinct * from ${memberAccess} access where access.user_id = ${userId}
    ), needed as (
      select mine.*, r.training_id, case
          when not has_training(mine.tenant_id, r.training_id, mine.member_id) then (
            select o.valid_until from training_override o
            where o.tenant_id = mine.tenant_id and o.study_url_id = mine.study_url_id
              and o.tenant_user_id = mine.member_id and o.ended_at is null and o.valid_until > now())
          else (
            select max(coalesce(e.valid_until, 'infinity')) from training_evidence e
            where e.tenant_id = mine.tenant_id and e.training_id = r.training_id and e.user_id = mine.user_id
              and e.revoked_at is null) end as until
      from mine
      cross join lateral (
        select training_id from required_trainings(mine.tenant_id, mine.study_url_id, mine.applied)
        union
        select training_id from required_trainings(mine.tenant_id, mine.study_url_id, mine.waiting)
        where mine.waiting is not null) r
      union all
      select mine.*, r.training_id, r.applies_at
      from mine
      join training_requirement r on r.tenant_id = mine.tenant_id and r.study_url_id = mine.study_url_id
        and r.applies_at > now() and grants_role(mine.applied, r.role_id)
      where not has_training(mine.tenant_id, r.training_id, mine.member_id)
    )
    select distinct tenant.id as "tenantId", tenant.tenant_name as "tenantName", needed.study as "studyName",
      needed.${sql.ref(language)} as "softName", training.name as training, needed.until
    from needed
    join tenant on tenant.id = needed.tenant_id
    join training on training.tenant_id = needed.tenant_id and training.id = needed.training_id
    where needed.until is null or needed.until <= now() + make_interval(days => ${sql.lit(trainingReminderDays[0] + 1)})
    order by needed.until nulls first, 2, 3, 4, 5
    limit ${sql.lit(maxNotices)}`.execute(trx)
  return rows.map(({ until, ...row }) => ({ ...row, lastDay: lastDayBefore(timeZone, until) }))
}
