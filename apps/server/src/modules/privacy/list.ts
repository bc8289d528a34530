import { privacyList } from '@atrium/contract'
import { sql } from 'kysely'
import type { Caller } from '../../platform/caller/caller.ts'
import { nameIn, pageOf } from '../../platform/crud/index.ts'
import { columnsContain } from '../../platform/database/search.ts'
import { handle } from '../../platform/http/route.ts'
import { obstaclesOf } from './obstacles.ts'

/**
 * SQL condition on a `privacy_request`: it is neither by nor about the caller, whichever of their accounts it names.
 * Accounts with the same e-mail address or phone number are one person's.
 */
export const isOfOthers = ({ userId }: Pick<Caller, 'userId'>) =>
  sql<boolean>`(privacy_request.requested_by <> ${userId} and not exists (
    select from app_user me join app_user person on person.id in (privacy_request.user_id, privacy_request.requested_by)
    where me.id = ${userId} and (me.id = person.id or me.email_key = person.email_key
      or me.phone <> '' and me.phone = person.phone)))`

/** POST /privacy/list. */
export const listRoute = handle(privacyList, async ({ trx, input, caller, language }) => {
  const { state, keyWord, sortOrder = 'desc', sortBy: _, ...paging } = input
  const rows = trx
    .selectFrom('privacyRequest')
    .innerJoin('appUser', 'appUser.id', 'privacyRequest.userId')
    .where(columnsContain(['appUser.fullName', 'appUser.userName'], keyWord))
    .$if(state !== undefined, (query) => query.where('privacyRequest.state', '=', state ?? 'requested'))
  const page = await pageOf(
    trx,
    rows,
    paging,
    (matching) =>
      matching
        .selectAll('privacyRequest')
        .select([nameIn(language, 'appUser.fullName').as('fullName'), 'appUser.userName'])
        .select(isOfOthers(caller).as('isOfOthers'))
        .orderBy('privacyRequest.createdAt', sortOrder)
        .orderBy('privacyRequest.id', sortOrder),
    (row) => row,
  )
  const open = page.list.filter(({ state: reached }) => reached === 'requested')
  const obstacles = await obstaclesOf(
    trx,
    open.map(({ userId }) => userId),
  )
  return {
    ...page,
    list: page.list.map(({ createdAt, updatedAt: __, isOfOthers: ofOthers, decidedAt, ...row }) => ({
      ...{ id: row.id, userId: row.userId, fullName: row.fullName, userName: row.userName },
      ...{ ground: row.ground, reason: row.reason, state: row.state, requesterName: row.requesterName },
      requestTime: createdAt.toISOString(),
      ...{ deciderName: row.deciderName, decideTime: decidedAt?.toISOString() ?? '' },
      ...{ decisionReason: row.decisionReason, pseudonym: row.pseudonym, rowVersion: row.rowVersion },
      obstacles: row.state === 'requested' ? [...(obstacles.get(row.userId) ?? [])] : [],
      mayDecide: row.state === 'requested' && ofOthers,
      mayWithdraw: row.state === 'requested' && row.requestedBy === caller.userId,
    })),
  }
})
