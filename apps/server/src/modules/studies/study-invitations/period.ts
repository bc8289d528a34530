import type { ProductGrant } from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/transaction.ts'
import type { FieldIssue } from '../../../platform/http/rejection.ts'
import type { Services } from '../../../platform/http/work.ts'
import { daysIn, type Period, periodIssues, remindedAt } from '../../access/index.ts'
import type { StudyInvitation } from './invitation.ts'

interface Job {
  readonly services: Pick<Services, 'profile'>
}

/** Returns the first and last day of a grant. */
const periodOf = ({ accessFrom: from = '', accessUntil: until = '' }: ProductGrant): Period => ({
  from,
  until,
})

/** Returns the first instant of a grant, and the first instant after it; null for no limit. */
export function instantsOf({ services }: Job, grant: ProductGrant) {
  const days = daysIn(services.profile.timeZone)
  const { from, until } = periodOf(grant)
  return { begin: days.begin(from), end: days.end(until) }
}

/** Returns whether the first day of a grant is yet to come. The product gets the grant then. */
export const isPlanned = ({ services }: Job, grant: ProductGrant): boolean =>
  periodOf(grant).from > daysIn(services.profile.timeZone).today()

/** Returns issues with the periods of a new grant. */
export function issuesOfPeriods(
  { services }: Job,
  { grant, memberPeriod, fields }: StudyInvitation,
): FieldIssue[] {
  const today = daysIn(services.profile.timeZone).today()
  return [
    ...periodIssues(fields, periodOf(grant), today),
    ...periodIssues({ from: 'memberFrom', until: 'memberUntil' }, memberPeriod, today),
  ]
}

/** Returns an issue with a stored grant whose last day is over. */
export function endedIssues({ services }: Job, { grant, fields }: StudyInvitation): FieldIssue[] {
  const { until } = periodOf(grant)
  return periodIssues(fields, { from: '', until }, daysIn(services.profile.timeZone).today())
}

interface Target {
  readonly tenantId: string
  /** Ids of the product authorizations with the grant. */
  readonly ids: readonly string[]
  /** All authorizations of the people in the study, or only those that the pending change adds. */
  readonly of: 'all' | 'pending'
}

/** Gives study authorizations the period of a grant. */
export async function setPeriods(
  trx: Trx,
  job: Job,
  grant: ProductGrant,
  { tenantId, ids, of }: Target,
): Promise<void> {
  const { begin, end } = instantsOf(job, grant)
  await sql`update study_user set access_from = ${begin}, access_until = ${end}, updated_at = now(),
      row_version = study_user.row_version + 1, access_reminded = ${remindedAt(end)},
      access_until_by = case when ${end}::timestamptz is not null then a.granted_by end
    from product_authorization a
    where a.tenant_id = ${tenantId} and a.id = any(${ids})
      and study_user.tenant_id = a.tenant_id and study_user.study_url_id = a.study_url_id
      and ${of === 'all' ? sql`study_user.tenant_user_id = a.tenant_user_id` : sql`study_user.id = any(a.study_user_ids)`}
      and (study_user.access_from, study_user.access_until)
        is distinct from (${begin}::timestamptz, ${end}::timestamptz)`.execute(trx)
}
