import {
  type AccessReviewNotice,
  accessReviewInfo,
  accessReviewItems,
  accessReviewList,
  accessReviewNotices,
  accessReviewWork,
  codes,
  globalTenantId,
  type RequestOf,
} from '@atrium/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../platform/caller/caller.ts'
import { checkReadable, inTenants, inTenantsAsked, pageOf } from '../../platform/crud/index.ts'
import { columnsContain } from '../../platform/database/search.ts'
import { isPlatform } from '../../platform/database/transaction.ts'
import { reject } from '../../platform/http/rejection.ts'
import { handle } from '../../platform/http/route.ts'
import type { Work } from '../../platform/http/work.ts'
import { holdsIn } from '../access/index.ts'
import { unsigned } from '../audit-trail/index.ts'
import { masked } from '../pseudonyms/index.ts'
import {
  isItemShownTo,
  itemsShown,
  presentItem,
  presentReview,
  type Reading,
  signatureShown,
  withColumns,
  withNumbers,
} from './present.ts'
import { resultOf, signatureOf } from './result.ts'

/** Rejects a tenant that is not one of the caller's, and the platform's own reviews unless the caller is of the platform. */
export async function checkReviewed(work: Pick<Work<never>, 'trx' | 'as'>, tenantId: string): Promise<void> {
  if (tenantId === globalTenantId && !isPlatform(work.as)) reject(codes.notFound)
  await checkReadable(work, tenantId)
}

/** POST /accessReview/list: latest first day first. */
export const listRoute = handle(accessReviewList, async (work) => {
  const { trx, input } = work
  const { tenantId, state, keyWord, ...paging } = input
  await checkReviewed(work, tenantId)
  const rows = trx
    .selectFrom('accessReview')
    .where('accessReview.tenantId', '=', tenantId)
    .where(columnsContain(['accessReview.name'], keyWord))
    .$if(state !== undefined, (query) => query.where('accessReview.state', '=', state ?? 'open'))
  const page = await pageOf(
    trx,
    rows,
    paging,
    (matching) =>
      withNumbers(matching, work).orderBy('accessReview.firstDay', 'desc').orderBy('accessReview.id', 'desc'),
    (row) => row,
  )
  return { ...page, list: (await masked(trx, page.list)).map(presentReview) }
})

/** Reads a review for the caller. @throws Rejection 404 if it is not in one of the caller's tenants */
export async function readReview(reading: Reading, id: string) {
  const rows = reading.trx
    .selectFrom('accessReview')
    .where('accessReview.id', '=', id)
    .where(inTenants(reading.as, 'accessReview.tenantId'))
  const found = await withNumbers(rows, reading).executeTakeFirst()
  return found ?? reject(codes.notFound)
}

/** GET /accessReview/info. */
export const infoRoute = handle(accessReviewInfo, async (work) => {
  const row = await readReview(work, work.input.id)
  const signature =
    row.state === 'closed' ? await signatureOf(work, row, await resultOf(work.trx, row)) : unsigned
  const [shown = row] = await masked(work.trx, [row])
  return { ...presentReview(shown), signature: signatureShown(row, signature) }
})

type Filters = Pick<RequestOf<typeof accessReviewItems>, 'answer' | 'onlyUnusual' | 'keyWord'>

/** Selects the items that match the filters. */
const matching = (reading: Reading, { answer, onlyUnusual, keyWord }: Filters) =>
  itemsShown(reading)
    .where(columnsContain(['accessReviewItem.fullName', 'accessReviewItem.userName'], keyWord))
    // Former names of pseudonymised people find nothing.
    .$if(keyWord !== '', (query) =>
      query.where(
        sql<boolean>`not exists (select from pseudonym where pseudonym.user_id = access_review_item.user_id)`,
      ),
    )
    .$if(answer !== undefined, (query) =>
      answer === 'none'
        ? query.where('accessReviewItem.answer', 'is', null)
        : query.where('accessReviewItem.answer', '=', answer ?? 'confirm'),
    )
    .$if(onlyUnusual, (query) => query.where(sql<boolean>`cardinality(access_review_item.unusual) > 0`))

const byName = sql`access_review_item.full_name collate "zh-x-icu"`

/** POST /accessReview/items: by name. */
export const itemsRoute = handle(accessReviewItems, async (work) => {
  const { trx, input } = work
  const { reviewId, limit, page, ...filters } = input
  const { tenantId } = await readReview(work, reviewId)
  const rows = matching(work, filters)
    .where('accessReviewItem.tenantId', '=', tenantId)
    .where('accessReviewItem.reviewId', '=', reviewId)
  const found = await pageOf(
    trx,
    rows,
    { limit, page },
    (matched) => withColumns(matched, work).orderBy(byName).orderBy('accessReviewItem.id'),
    (row) => row,
  )
  return { ...found, list: (await masked(trx, found.list)).map((row) => presentItem(row, work)) }
})

/** POST /accessReview/work: those without a decision first, then by the last day of their reviews. */
export const workRoute = handle(accessReviewWork, async (work) => {
  const { trx, input, caller } = work
  const { tenantId, limit, page, ...filters } = input
  if (tenantId !== '') await checkReviewed(work, tenantId)
  const rows = matching(work, filters)
    .where(await inTenantsAsked(work, 'accessReviewItem.tenantId', tenantId))
    .where('accessReviewItem.reviewerId', '=', caller.userId)
    .where('accessReview.state', '=', 'open')
  const found = await pageOf(
    trx,
    rows,
    { limit, page },
    (matched) =>
      withColumns(matched, work)
        .orderBy(sql`access_review_item.answer is not null`)
        .orderBy('accessReview.lastDay')
        .orderBy(byName)
        .orderBy('accessReviewItem.id'),
    (row) => row,
  )
  return { ...found, list: (await masked(trx, found.list)).map((row) => presentItem(row, work)) }
})

/** Maximum number of tenants on the first page. */
const maxNotices = 20

/** Returns the condition that a review is over, or that everything in it is decided and in effect. */
const isReadyToClose = (caller: Pick<Caller, 'userId'>): RawBuilder<SqlBool> => sql<SqlBool>`(
  access_review.state = 'ended' or access_review.state = 'open' and not exists (
    select from access_review_item
    where access_review_item.tenant_id = access_review.tenant_id
      and access_review_item.review_id = access_review.id
      and (access_review_item.answer is null or access_review_item.applied = 'pending')
      and ${isItemShownTo(caller)}))`

/** Handles POST /accessReview/notices. Runs as the system, restricted to the caller. */
export const noticesRoute = handle(
  accessReviewNotices,
  async ({ trx, caller, t }) => {
    const open = trx
      .selectFrom('accessReviewItem')
      .innerJoin('accessReview', (join) =>
        join
          .onRef('accessReview.tenantId', '=', 'accessReviewItem.tenantId')
          .onRef('accessReview.id', '=', 'accessReviewItem.reviewId'),
      )
      .select(['accessReviewItem.tenantId', (eb) => eb.fn.countAll<number>().as('count')])
      .select((eb) => eb.fn.min('accessReview.lastDay').as('lastDay'))
      .where('accessReviewItem.reviewerId', '=', caller.userId)
      .where('accessReviewItem.answer', 'is', null)
      .where('accessReview.state', '=', 'open')
      .where(isItemShownTo(caller))
      .groupBy('accessReviewItem.tenantId')
      .limit(maxNotices)
    const ended = trx
      .selectFrom('accessReview')
      .select(['accessReview.tenantId', (eb) => eb.fn.countAll<number>().as('ended')])
      .where(isReadyToClose(caller))
      .groupBy('accessReview.tenantId')
    const closing = await trx
      // OFFSET 0 makes PostgreSQL check rights once per tenant instead of once per row.
      .selectFrom(ended.offset(0).as('ended'))
      .select(['ended.tenantId', 'ended.ended'])
      .where(
        holdsIn({ userId: sql.val(caller.userId), tenantId: sql.ref('ended.tenant_id') }, 'accessReviews'),
      )
      .limit(maxNotices)
      .execute()
    const answering = await open.execute()
    const tenants = [...new Set([...answering, ...closing].map(({ tenantId }) => tenantId))]
    const named = await trx
      .selectFrom('tenant')
      .select(['id', 'tenantName'])
      .where('id', 'in', ['', ...tenants])
      .execute()
    const names = new Map(named.map(({ id, tenantName }) => [id, tenantName]))
    return tenants.map((tenantId): AccessReviewNotice => {
      const mine = answering.find((one) => one.tenantId === tenantId)
      return {
        tenantId,
        tenantName: tenantId === globalTenantId ? t('accessReport.platform') : (names.get(tenantId) ?? ''),
        ...{ count: mine?.count ?? 0, lastDay: mine?.lastDay ?? '' },
        ended: closing.find((one) => one.tenantId === tenantId)?.ended ?? 0,
      }
    })
  },
  { asSystem: true },
)
