import type { studyUserSave } from '@atrium/contract'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { rejectingDeletedReferences } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { type FieldIssue, fieldIssue, rejectFields } from '../../../platform/http/rejection.ts'
import type { Work } from '../../../platform/http/work.ts'
import { accessFields, daysIn, isUsableMember, periodIssues, remindedAt } from '../../access/index.ts'
import { claimLicence } from '../../products/licences/index.ts'
import { isCallerAmong } from './meant.ts'
import { type Link, linkOf } from './scope.ts'

type Job = Work<typeof studyUserSave>

/** Counts the ids that belong to users of the tenant who are enabled, and whose membership has not ended. */
const countPeople = async (trx: Trx, { tenantId }: Link, ids: readonly string[]): Promise<number> => {
  const { count } = await trx
    .selectFrom('tenantUser')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenantId', '=', tenantId)
    .where('id', '=', sql<string>`any(${ids})`)
    .where(isUsableMember())
    .executeTakeFirstOrThrow()
  return count
}

/** Counts the ids that belong to sites of the study. */
const countSites = async (trx: Trx, { tenantId, studyId }: Link, ids: readonly string[]): Promise<number> => {
  const { count } = await trx
    .selectFrom('studySite')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenantId', '=', tenantId)
    .where('studyId', '=', studyId)
    .where('id', '=', sql<string>`any(${ids})`)
    .executeTakeFirstOrThrow()
  return count
}

async function issuesOf(job: Job, link: Link): Promise<FieldIssue[]> {
  const { trx, input, services } = job
  const { studySiteIds, tenantUserIds, accessFrom: from, accessUntil: until } = input
  const issues = periodIssues(accessFields, { from, until }, daysIn(services.profile.timeZone).today())
  if ((await countSites(trx, link, studySiteIds)) < studySiteIds.length)
    issues.push(fieldIssue('studySiteIds', 'studyUser.rule.noSite'))
  if ((await countPeople(trx, link, tenantUserIds)) < tenantUserIds.length)
    issues.push(fieldIssue('tenantUserIds', 'studyUser.rule.unavailable'))
  if (await isCallerAmong(job, tenantUserIds))
    issues.push(fieldIssue('tenantUserIds', 'studyUser.rule.yourself'))
  return issues
}

/**
 * Authorizes each person at each site or, without sites, in the whole study. It skips people who have the whole study
 * already.
 */
function insert({ trx, input, caller, services }: Job, { tenantId, studyUrlId }: Link) {
  const days = daysIn(services.profile.timeZone)
  const until = days.end(input.accessUntil)
  const sites = input.studySiteIds.length > 0 ? input.studySiteIds : [null]
  const pairs = input.tenantUserIds.flatMap((person) => sites.map((site) => ({ person, site })))
  const asked = sql<{
    id: string
    site: string | null
    person: string
  }>`unnest(${pairs.map(() => uuidv7())}::text[],
    ${pairs.map(({ site }) => site)}::text[], ${pairs.map(({ person }) => person)}::text[])`
  return trx
    .insertInto('studyUser')
    .columns([
      ...(['tenantId', 'id', 'studyUrlId', 'studySiteId', 'tenantUserId'] as const),
      ...(['accessFrom', 'accessUntil', 'accessUntilBy', 'accessReminded'] as const),
    ])
    .expression((eb) =>
      eb
        .selectFrom(asked.as<'asked'>(sql`asked(id, site, person)`))
        .select([
          sql<string>`${tenantId}`.as('tenantId'),
          'asked.id',
          sql<string>`${studyUrlId}`.as('studyUrlId'),
          'asked.site',
          'asked.person',
          sql<Date | null>`${days.begin(input.accessFrom)}::timestamptz`.as('accessFrom'),
          sql<Date | null>`${until}::timestamptz`.as('accessUntil'),
          sql<string | null>`${until && caller.userId}::text`.as('accessUntilBy'),
          sql<number | null>`${remindedAt(until)}::smallint`.as('accessReminded'),
        ])
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('studyUser')
                .select('studyUser.id')
                .where('studyUser.tenantId', '=', tenantId)
                .where('studyUser.studyUrlId', '=', studyUrlId)
                .where('studyUser.studySiteId', 'is', null)
                .whereRef('studyUser.tenantUserId', '=', 'asked.person'),
            ),
          ),
        ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute()
}

/**
 * Handles POST /studyUser/save. A caller with the screen's menu can authorize any colleague of the tenant, even one
 * with more menus. This changes neither the colleague's rights in the suite nor the caller's. Users cannot authorize
 * themselves.
 */
export async function authorize(job: Job): Promise<null> {
  const link = await linkOf(job, job.input.studyUrlId)
  rejectFields(await issuesOf(job, link))
  const { tenantId, softwareId, studyUrlId } = link
  const list = await claimLicence(job, { tenantId, softwareId, counted: 'users' }, () =>
    rejectingDeletedReferences(() => insert(job, link)),
  )
  job.audit({ entity: 'study_user', entityId: studyUrlId, tenantId, after: { list } })
  return null
}
