import type { studyUserRemovals } from '@atrium/contract'
import { type SqlBool, sql } from 'kysely'
import { inOrder, keysOfPage, nameIn, type Order } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import type { OwnWork } from '../../../platform/http/work.ts'
import { notificationOf } from './notification.ts'
import { type Link, linkOf } from './scope.ts'

type Work = OwnWork<typeof studyUserRemovals>

/** SQL condition: a product that has the call has not confirmed a removal. */
const isUnconfirmed = sql<SqlBool>`product_access.state in ('waiting', 'failed')
  and product_access_removal.version > coalesce(product_access.notified_version, 0)`

/** Selects the users who are no longer authorized in a study, which the product has not confirmed. */
export const unconfirmedRemovals = (trx: Trx, { tenantId, studyUrlId }: Link) =>
  trx
    .selectFrom('productAccessRemoval')
    .innerJoin('productAccess', (join) =>
      join
        .onRef('productAccess.tenantId', '=', 'productAccessRemoval.tenantId')
        .onRef('productAccess.tenantUrlId', '=', 'productAccessRemoval.tenantUrlId')
        .onRef('productAccess.userId', '=', 'productAccessRemoval.userId'),
    )
    .where('productAccessRemoval.tenantId', '=', tenantId)
    .where('productAccessRemoval.studyUrlId', '=', studyUrlId)
    .where(isUnconfirmed)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('tenantUser')
            .innerJoin('studyUser', (join) =>
              join
                .onRef('studyUser.tenantId', '=', 'tenantUser.tenantId')
                .onRef('studyUser.tenantUserId', '=', 'tenantUser.id'),
            )
            .select('studyUser.id')
            .where('studyUser.studyUrlId', '=', studyUrlId)
            .where('tenantUser.tenantId', '=', tenantId)
            .whereRef('tenantUser.userId', '=', 'productAccessRemoval.userId'),
        ),
      ),
    )

const latestFirst: Order = {
  column: 'productAccessRemoval.removedAt',
  byName: false,
  key: 'productAccessRemoval.userId',
  direction: 'desc',
}

/** Reads a page of removals, under the caller's tenants. */
async function readPage({ input }: Pick<Work, 'input'>, trx: Trx, link: Link) {
  const rows = unconfirmedRemovals(trx, link)
  const { list: ids, ...counts } = await keysOfPage(trx, { rows, searches: [], order: latestFirst }, input)
  const page = rows.where('productAccessRemoval.userId', '=', sql<string>`any(${ids})`)
  const removals = await inOrder(page, latestFirst)
    .select(['productAccessRemoval.userId', 'productAccessRemoval.removedAt'])
    .select(['productAccess.state', 'productAccess.notifiedAt', 'productAccess.failure'])
    .execute()
  return { removals, counts }
}

/**
 * Reads the names of users whose removals are noted in a study. A user who has left the tenant is no longer visible to
 * its sessions, so the server itself reads them.
 */
async function namesOf({ language }: Work, trx: Trx, { tenantId, studyUrlId }: Link, userIds: string[]) {
  const people = await trx
    .selectFrom('productAccessRemoval')
    .innerJoin('appUser', 'appUser.id', 'productAccessRemoval.userId')
    .select(['appUser.id', 'appUser.userName'])
    .select(nameIn(language, 'appUser.fullName').as('displayName'))
    .where('productAccessRemoval.tenantId', '=', tenantId)
    .where('productAccessRemoval.studyUrlId', '=', studyUrlId)
    .where('productAccessRemoval.userId', '=', sql<string>`any(${userIds})`)
    .execute()
  return new Map(people.map((person) => [person.id, person]))
}

/** POST /studyUser/removal/list. */
export async function listRemovals(work: Work) {
  const { input, t, asCaller, system } = work
  const { link, removals, counts } = await asCaller(async (trx) => {
    const link = await linkOf({ ...work, trx }, input.studyUrlId)
    return { link, ...(await readPage(work, trx, link)) }
  })
  const userIds = removals.map(({ userId }) => userId)
  const names = await system((trx) => namesOf(work, trx, link, userIds))
  const list = removals.flatMap(({ userId, removedAt, ...noted }) => {
    const person = names.get(userId)
    // The product has confirmed this one since the page was read.
    if (!person) return []
    return [{ ...person, removedAt: removedAt.toISOString(), notification: notificationOf(noted, t) }]
  })
  return { list, ...counts }
}
