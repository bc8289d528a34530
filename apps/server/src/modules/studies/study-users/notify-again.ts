import { codes, type studyUserNotify } from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import type { OwnWork } from '../../../platform/http/work.ts'
import { requeueFailed } from '../../products/access-notices/index.ts'
import { spendCalling } from '../calling.ts'
import { unconfirmedRemovals } from './removals.ts'
import { type Link, linkOf } from './scope.ts'

/** Finds the users who are authorized in a study, or whose removal the product has not confirmed, with the domains. */
async function listedIn(trx: Trx, link: Link, userIds: readonly string[]) {
  const named = sql<string>`any(${userIds})`
  const removed = await unconfirmedRemovals(trx, link)
    .innerJoin('tenantUrl', (join) =>
      join
        .onRef('tenantUrl.tenantId', '=', 'productAccess.tenantId')
        .onRef('tenantUrl.id', '=', 'productAccess.tenantUrlId'),
    )
    .select(['productAccess.userId', 'productAccess.tenantUrlId', 'tenantUrl.hasApi'])
    .where('productAccessRemoval.userId', '=', named)
    .execute()
  const authorized = await trx
    .selectFrom('studyUser')
    .innerJoin('tenantUser', (join) =>
      join
        .onRef('tenantUser.tenantId', '=', 'studyUser.tenantId')
        .onRef('tenantUser.id', '=', 'studyUser.tenantUserId'),
    )
    .innerJoin('studyUrl', (join) =>
      join
        .onRef('studyUrl.tenantId', '=', 'studyUser.tenantId')
        .onRef('studyUrl.id', '=', 'studyUser.studyUrlId'),
    )
    .innerJoin('tenantUrl', (join) =>
      join
        .onRef('tenantUrl.tenantId', '=', 'studyUrl.tenantId')
        .onRef('tenantUrl.id', '=', 'studyUrl.tenantUrlId'),
    )
    .select(['tenantUser.userId', 'studyUrl.tenantUrlId', 'tenantUrl.hasApi'])
    .distinct()
    .where('studyUser.tenantId', '=', link.tenantId)
    .where('studyUser.studyUrlId', '=', link.studyUrlId)
    .where('tenantUser.userId', '=', named)
    .execute()
  return [...removed, ...authorized]
}

/** Handles POST /studyUser/notify. The worker for access notices calls the product within seconds. */
export async function notifyAgain(work: OwnWork<typeof studyUserNotify>): Promise<null> {
  const { input, asCaller, system } = work
  const { studyUrlId, userIds } = input
  const { tenantId, users } = await asCaller(async (trx) => {
    const link = await linkOf({ ...work, trx }, studyUrlId)
    return { tenantId: link.tenantId, users: await listedIn(trx, link, userIds) }
  })
  if (users.length < userIds.length) reject(codes.notFound, 'studyUser.refusal.notListed')
  const reachable = users.filter(({ hasApi }) => hasApi)
  if (reachable.length === 0) reject(codes.conflict, 'refusal.tenantWithoutUrl')
  await spendCalling(work)
  await system(async (trx, audit) => {
    const before = await requeueFailed(trx, tenantId, reachable)
    if (before.length === 0) reject(codes.conflict, 'studyUser.refusal.notFailed')
    const after = before.map((row) => ({ ...row, state: 'waiting', attempts: 0 }))
    audit({
      entity: 'product_access',
      entityId: studyUrlId,
      tenantId,
      before: { list: before },
      after: { list: after },
    })
  })
  return null
}
