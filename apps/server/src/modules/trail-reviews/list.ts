import {
  codes,
  globalTenantId,
  type TrailReviewState,
  trailReviewList,
  trailReviewNotices,
  trailReviewReminderDays,
} from '@atrium/contract'
import { sql } from 'kysely'
import { checkReadable, inNameOrder, type Page, pageOf } from '../../platform/crud/index.ts'
import { columnsContain } from '../../platform/database/search.ts'
import { isPlatform } from '../../platform/database/transaction.ts'
import { reject } from '../../platform/http/rejection.ts'
import { handle } from '../../platform/http/route.ts'
import type { Work } from '../../platform/http/work.ts'
import { daysIn } from '../access/index.ts'
import { presentReviews, withColumns } from './present.ts'
import { mayReviewIn, tenantsOf } from './reviewers.ts'

/** States in which a review can be due. */
export const dueStates: readonly TrailReviewState[] = ['planned', 'open']

/** Rejects a tenant that is not one of the caller's, and the platform's own reviews unless the caller is of the platform. */
async function checkReviewed(work: Pick<Work<never>, 'trx' | 'as'>, tenantId: string): Promise<void> {
  if (tenantId === globalTenantId && !isPlatform(work.as)) reject(codes.notFound)
  await checkReadable(work, tenantId)
}

/** POST /trailReview/list. */
export const listRoute = handle(trailReviewList, async (work) => {
  const { trx, input, services } = work
  const { tenantId, state, keyWord, ...paging } = input
  await checkReviewed(work, tenantId)
  const today = daysIn(services.profile.timeZone).today()
  const rows = trx
    .selectFrom('trailReview')
    .where('trailReview.tenantId', '=', tenantId)
    .where(columnsContain(['trailReview.name'], keyWord))
    .$if(state !== undefined, (query) =>
      state === 'overdue'
        ? query.where('trailReview.state', 'in', dueStates).where('trailReview.dueDay', '<', today)
        : query.where('trailReview.state', '=', state ?? 'open'),
    )
  const page: Page<Parameters<typeof presentReviews>[0][number]> = await pageOf(
    trx,
    rows,
    paging,
    (matching) =>
      withColumns(matching, work).orderBy('trailReview.dueDay', 'desc').orderBy('trailReview.id', 'desc'),
    (row) => row,
  )
  return { ...page, list: await presentReviews(page.list, work) }
})

/** Maximum number of tenants on the first page. */
const maxNotices = 20

const dayLength = 86_400_000

/** Returns the day some days later. */
export const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayLength).toISOString().slice(0, 10)

/** Handles POST /trailReview/notices. Runs as the system, restricted to the caller. */
export const noticesRoute = handle(
  trailReviewNotices,
  async ({ trx, caller, services, t }) => {
    const { userId } = caller
    const today = daysIn(services.profile.timeZone).today()
    const due = trx
      .selectFrom('trailReview')
      .select('trailReview.tenantId')
      .select(sql<number>`count(*) filter (where trail_review.due_day >= ${today})`.as('due'))
      .select(sql<number>`count(*) filter (where trail_review.due_day < ${today})`.as('overdue'))
      .select((eb) => eb.fn.min('trailReview.dueDay').as('dueDay'))
      .where('trailReview.state', 'in', dueStates)
      .where('trailReview.dueDay', '<=', daysLater(today, trailReviewReminderDays[0]))
      .where((eb) =>
        eb.or([
          sql<boolean>`${userId} = any (trail_review.reviewers)`,
          eb.and([
            sql<boolean>`trail_review.reviewers = '{}'`,
            eb.or([
              eb('trailReview.tenantId', '=', globalTenantId),
              eb('trailReview.tenantId', 'in', tenantsOf(trx, userId)),
            ]),
          ]),
        ]),
      )
      .groupBy('trailReview.tenantId')
    const rows = await trx
      // OFFSET 0 makes PostgreSQL check rights once per tenant instead of once per row.
      .selectFrom(due.offset(0).as('due'))
      .innerJoin('tenant', 'tenant.id', 'due.tenantId')
      .select(['due.tenantId', 'tenant.tenantName', 'due.due', 'due.overdue', 'due.dueDay'])
      .where(mayReviewIn(sql.val(userId), sql.ref('due.tenant_id')))
      .orderBy(inNameOrder(sql.ref('tenant.tenant_name')))
      .orderBy('tenant.id')
      .limit(maxNotices)
      .execute()
    return rows.map(({ tenantName, ...row }) => ({
      ...row,
      tenantName: row.tenantId === globalTenantId ? t('trailReview.platform') : tenantName,
    }))
  },
  { asSystem: true },
)
