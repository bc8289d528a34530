import { codes, type studyUserExtend } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import { fieldIssue, reject, rejectField, rejectFields } from '../../../platform/http/rejection.ts'
import type { AuditFacts, Work } from '../../../platform/http/work.ts'
import { accessFields, daysIn, periodIssues, remindedAt } from '../../access/index.ts'
import { hidesGrants, isUnblinding } from '../blinding/index.ts'
import { isCallerAmong, type Meant, meantBy, meantRows } from './meant.ts'
import { type Link, linkOf } from './scope.ts'

type Job = Pick<Work<typeof studyUserExtend>, 'trx' | 'as' | 'caller' | 'input' | 'services'>
type Rows = Awaited<ReturnType<typeof meantRows>>

/** Reads and locks the product grants of users in a study. */
const grantsOf = ({ trx }: Job, { tenantId, studyUrlId, people }: Meant) =>
  trx
    .selectFrom('productAuthorization')
    .select(['id', 'tenantUserId', 'grants', 'acceptedGrants'])
    .where('tenantId', '=', tenantId)
    .where('studyUrlId', '=', studyUrlId)
    .where('tenantUserId', '=', sql<string>`any(${people})`)
    .orderBy('id')
    .forUpdate()
    .execute()

type Grants = Awaited<ReturnType<typeof grantsOf>>

const isUnblinded = ({ authorizationStyle }: Link, { grants, acceptedGrants }: Grants[number]): boolean =>
  [grants, acceptedGrants].some((grant) => grant !== null && isUnblinding(authorizationStyle, grant))

/**
 * Rejects a later end for people with an unblinded role, because a second person approves unblinded access with its
 * period.
 */
function rejectUnapproved(rows: Rows, grants: Grants, link: Link, until: Date | null): void {
  const unblinded = new Set(
    grants.filter((row) => isUnblinded(link, row)).map(({ tenantUserId }) => tenantUserId),
  )
  const isLater = ({ accessUntil }: Rows[number]) => accessUntil !== null && (!until || until > accessUntil)
  if (rows.some((row) => unblinded.has(row.tenantUserId) && isLater(row)))
    reject(codes.conflict, 'studyUser.refusal.unblindedPeriod')
}

/** SQL for a grant with the end that the user's authorizations have: the latest one. */
const withEnd = (column: string, until: RawBuilder<unknown>) => sql<string>`case
  when ${sql.ref(column)} is null then null
  when ${until} is null then ${sql.ref(column)} - 'accessUntil'
  else jsonb_set(${sql.ref(column)}, '{accessUntil}', to_jsonb(${until})) end`

/**
 * Stores the end in the product grants too, with which the product is notified. A delivery in progress starts again.
 * Unblinded grants stay as they were approved.
 */
async function extendGrants({ trx, services }: Job, { tenantId, studyUrlId }: Meant, grants: Grants) {
  const until = sql`(select case when not bool_or(access_until is null) then to_char(
      (max(access_until) - interval '1 microsecond') at time zone ${services.profile.timeZone}, 'YYYY-MM-DD') end
    from study_user where tenant_id = ${tenantId} and study_url_id = ${studyUrlId}
      and tenant_user_id = product_authorization.tenant_user_id)`
  await trx
    .updateTable('productAuthorization')
    .set({ grants: withEnd('grants', until), acceptedGrants: withEnd('acceptedGrants', until) })
    .set({ rowVersion: sql<number>`row_version + 1`, updatedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', sql<string>`any(${grants.map(({ id }) => id)})`)
    .execute()
}

/**
 * Changes the last day of authorizations.
 * @returns what the audit trail shows of it
 */
export async function extendAuthorizations(job: Job): Promise<AuditFacts> {
  const { trx, input, caller, services } = job
  const meant = await meantBy(job)
  const { tenantId, studyUrlId } = meant
  const link = await linkOf(job, studyUrlId)
  if (await hidesGrants(trx, caller, link)) reject(codes.forbidden, 'studyUser.refusal.blindedPeriod')
  if (await isCallerAmong(job, meant.people)) rejectField('ids', 'studyUser.rule.yourself')
  const grants = await grantsOf(job, meant)
  const rows = await meantRows(job, meant)
  const days = daysIn(services.profile.timeZone)
  const lastDay = input.unlimited ? '' : input.accessUntil
  const until = days.end(lastDay)
  rejectFields(periodIssues(accessFields, { from: '', until: lastDay }, days.today()))
  if (until && rows.some(({ accessFrom }) => accessFrom && accessFrom >= until))
    rejectFields([fieldIssue('accessUntil', 'rule.periodOrder')])
  rejectUnapproved(rows, grants, link, until)
  const list = await trx
    .updateTable('studyUser')
    .set({
      accessUntil: until,
      accessUntilBy: until && caller.userId,
      accessReminded: remindedAt(until),
      updatedAt: sql<Date>`now()`,
      rowVersion: sql<number>`row_version + 1`,
    })
    .where('tenantId', '=', tenantId)
    .where('id', '=', sql<string>`any(${rows.map(({ id }) => id)})`)
    .returningAll()
    .execute()
  const others = grants.filter((row) => !isUnblinded(link, row))
  if (others.length > 0) await extendGrants(job, meant, others)
  return { entity: 'study_user', entityId: studyUrlId, tenantId, before: { list: rows }, after: { list } }
}

/** Handles POST /studyUser/extend/batch. */
export async function extend(job: Work<typeof studyUserExtend>): Promise<null> {
  job.audit(await extendAuthorizations(job))
  return null
}
