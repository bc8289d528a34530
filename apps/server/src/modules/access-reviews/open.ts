import {
  type AccessRow,
  type AccessState,
  authorizationStyles,
  globalTenantId,
  type Language,
  type UnusualSign,
} from '@atrium/contract'
import { type Selectable, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../../platform/audit/index.ts'
import { toJson } from '../../platform/database/json.ts'
import type { AccessReviewTable } from '../../platform/database/tables/access-reviews.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import { translator } from '../../platform/texts/translator.ts'
import { daysIn, monthsLater, ordinaryUser } from '../access/index.ts'
import { presentRows, readDetails, readRows } from '../access-report/index.ts'
import { readConflictingRoles } from '../studies/duties/index.ts'
import { daysUntil, dueReminder, notifyReviewers } from './notify.ts'
import { assign } from './reviewers.ts'
import { unusualIn } from './unusual.ts'

export type Review = Selectable<AccessReviewTable>

/** Maximum number of rows that are read or written at once. */
const chunk = 1_000

/** Maximum number of accesses of a review. */
const maxItems = 1_000_000

/** States of access that can be reviewed. Access that is not accepted yet, rejected or over gives nothing. */
const reviewed: ReadonlySet<AccessState> = new Set(['current', 'upcoming', 'waiting', 'disabled', 'locked'])

/** Access in both languages. */
interface Access {
  readonly row: AccessRow
  readonly en: AccessRow
}

/** Reads the access of a tenant, or of the platform. */
async function readAccess(
  trx: Trx,
  { tenantId, studyId }: Pick<Review, 'tenantId' | 'studyId'>,
  timeZone: string,
): Promise<Access[]> {
  const filters = { tenantId, studyId, siteId: '', userId: '', softwareId: '', state: undefined, keyWord: '' }
  const read = (language: Language) =>
    readRows(trx, {
      ...{ tenants: [tenantId], at: null, compareWith: undefined, language, filters },
      ...{ caller: undefined, limit: maxItems, offset: 0 },
    })
  const showing = (language: Language) => ({
    ...{ language, timeZone, at: null, platform: translator(language)('accessReport.platform') },
  })
  const { list } = await read('zh')
  const english = new Map((await read('en')).list.map((row) => [row.id, row] as const))
  const found: Access[] = []
  for (let from = 0; from < list.length; from += chunk) {
    const part = list.slice(from, from + chunk)
    const details = await readDetails(trx, part, null)
    const rows = await presentRows(trx, part, showing('zh'), details)
    const translated = part.map((row) => english.get(row.id) ?? row)
    const others = await presentRows(trx, translated, showing('en'), details)
    found.push(...rows.map((row, index) => ({ row, en: others[index] ?? row })))
  }
  return found
}

/** Returns the ids of the platform’s users whose role has nothing to review. */
async function withoutSystemRights(trx: Trx, tenantId: string): Promise<ReadonlySet<string>> {
  if (tenantId !== globalTenantId) return new Set()
  const found = await trx.selectFrom('appUser').select('id').where('roleId', '=', ordinaryUser.id).execute()
  return new Set(found.map(({ id }) => id))
}

/** Access to review. */
interface Found extends Access {
  readonly unusual: readonly UnusualSign[]
}

/** Reads the access that a review is about. */
export async function readReviewed(
  trx: Trx,
  review: Pick<Review, 'tenantId' | 'studyId' | 'roleName'>,
  timeZone: string,
): Promise<Found[]> {
  const { tenantId, roleName } = review
  const all = await readAccess(trx, review, timeZone)
  const ordinary = await withoutSystemRights(trx, tenantId)
  const found = all.filter(
    ({ row }) =>
      reviewed.has(row.state) &&
      row.userId !== '' &&
      !ordinary.has(row.userId) &&
      // A membership that is disabled gives nothing, and cannot be ended again.
      !(row.kind === 'member' && row.state === 'disabled'),
  )
  const conflicting = new Set(
    (tenantId === globalTenantId ? [] : await readConflictingRoles(trx, tenantId)).map(
      ({ userId, studyId, softwareId }) => `${userId} ${studyId} ${softwareId}`,
    ),
  )
  const signsOf = unusualIn(
    found.map(({ row }) => row),
    Date.now(),
    ({ userId, studyId, softwareId }) => conflicting.has(`${userId} ${studyId} ${softwareId}`),
  )
  return found
    .filter(({ row }) => roleName === '' || row.roles.includes(roleName))
    .map((access) => ({ ...access, unusual: signsOf(access.row) }))
}

/** What the report shows of a row, for the item. */
const shownOf = ({ fullName, studyName, siteName, softName, roles, grantedBy }: AccessRow) => ({
  ...{ fullName, studyName, siteName, softName, roles, grantedBy },
})

async function insertItems(trx: Trx, review: Review, timeZone: string): Promise<void> {
  const { tenantId, id: reviewId } = review
  const found = await readReviewed(trx, review, timeZone)
  const products = await trx
    .selectFrom('software')
    .select('id')
    .where('authorizationStyle', '=', authorizationStyles.rtsm)
    .execute()
  const rtsm = new Set(products.map(({ id }) => id))
  const items = found.map(({ row, en, unusual }) => {
    const { studyCode, isBlind, state, accessFrom, accessUntil, since } = row
    return {
      ...{ tenantId, id: uuidv7(), reviewId, rowId: row.id, kind: row.kind, userId: row.userId },
      ...{ fullName: row.fullName, userName: row.userName },
      ...{ studyId: row.studyId || null, siteId: row.siteId || null, softwareId: row.softwareId || null },
      isRtsm: rtsm.has(row.softwareId),
      shown:
        toJson({
          ...{ studyCode, isBlind, state, accessFrom, accessUntil, since },
          ...{ zh: shownOf(row), en: shownOf(en) },
        }) ?? '{}',
      lastSignIn: row.lastSignIn === '' ? null : new Date(row.lastSignIn),
      unusual: [...unusual],
    }
  })
  const reviewers = await assign(trx, review, items)
  const assigned = items.map((item, index) => ({ ...item, reviewerId: reviewers[index] ?? null }))
  for (let from = 0; from < assigned.length; from += chunk)
    await trx
      .insertInto('accessReviewItem')
      .values(assigned.slice(from, from + chunk))
      .execute()
}

/** Returns the last day of a review. */
export function lastDayOf(firstDay: string, duration: number): string {
  const day = new Date(`${firstDay}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + duration - 1)
  return day.toISOString().slice(0, 10)
}

/** Plans the next review of a series. */
async function planNext(trx: Trx, review: Review): Promise<Review | undefined> {
  const { tenantId, name, studyId, roleName, reviewers, duration, everyMonths, unanswered } = review
  if (everyMonths === 0) return undefined
  const firstDay = monthsLater(review.firstDay, everyMonths)
  return trx
    .insertInto('accessReview')
    .values({
      ...{ tenantId, id: uuidv7(), name, studyId, roleName, reviewers, duration, everyMonths, unanswered },
      ...{ firstDay, lastDay: lastDayOf(firstDay, duration), language: review.language },
      ...{ ownerId: review.ownerId, previousId: review.id },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Key of a review. */
export type ReviewKey = Pick<Review, 'tenantId' | 'id'>

/** Reads and locks a review in a state; undefined if another process or call has changed its state. */
export const reviewIn = (trx: Trx, { tenantId, id }: ReviewKey, state: Review['state']) =>
  trx
    .selectFrom('accessReview')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .where('state', '=', state)
    .forUpdate()
    .executeTakeFirst()

/** Returns the planned reviews whose first day has come. */
export const dueToOpen = (trx: Trx, today: string): Promise<ReviewKey[]> =>
  trx
    .selectFrom('accessReview')
    .select(['tenantId', 'id'])
    .where('state', '=', 'planned')
    .where('firstDay', '<=', today)
    .orderBy('firstDay')
    .orderBy('id')
    .execute()

/**
 * Opens a review: freezes the access that it is about, assigns the reviewers, notifies them, and plans the review’s
 * repetition.
 */
export async function openReview(
  trx: Trx,
  services: Pick<Services, 'profile' | 'outbox'>,
  key: ReviewKey,
): Promise<void> {
  const { timeZone } = services.profile
  const before = await reviewIn(trx, key, 'planned')
  if (!before) return
  await insertItems(trx, before, timeZone)
  const today = daysIn(timeZone).today()
  const lastDay = lastDayOf(today, before.duration)
  const after = await trx
    .updateTable('accessReview')
    // A review that is late has all of its days.
    .set({ state: 'open', openedAt: sql<Date>`now()` })
    .set({ lastDay, reminded: dueReminder(daysUntil(lastDay, today)) })
    .set({ rowVersion: before.rowVersion + 1, updatedAt: sql<Date>`now()` })
    .where('tenantId', '=', before.tenantId)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const next = await planNext(trx, after)
  await notifyReviewers(trx, services, after)
  const { tenantId, id } = before
  await recordAudit(trx, {
    ...{ actorId: null, actorName: '', tenantId, call: '', entity: 'access_review', entityId: id },
    ...{ before: { list: [before] }, after: { list: next ? [after, next] : [after] } },
  })
}
