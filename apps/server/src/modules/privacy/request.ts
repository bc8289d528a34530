import {
  type Call,
  codes,
  type PrivacyRequestState,
  privacyDecline,
  privacyRequest,
  privacyWithdraw,
} from '@atrium/contract'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { reject } from '../../platform/http/rejection.ts'
import { handle } from '../../platform/http/route.ts'
import type { Work } from '../../platform/http/work.ts'
import { rejectUnlessReaches } from '../access/index.ts'
import { fullNameOf } from '../identity/identifiers/index.ts'
import { isOfOthers } from './list.ts'

export type Deciding = Pick<Work<Call>, 'trx' | 'caller'>

/**
 * Returns and locks an open request. Of two concurrent decisions, the second is rejected.
 * @throws Rejection 404 if it does not exist, 409 if it is no longer open
 */
export async function requestForUpdate({ trx, caller }: Deciding, id: string) {
  const found = await trx
    .selectFrom('privacyRequest')
    .selectAll('privacyRequest')
    .select(isOfOthers(caller).as('isOfOthers'))
    .where('privacyRequest.id', '=', id)
    .forUpdate('privacyRequest')
    .executeTakeFirst()
  if (!found) return reject(codes.notFound)
  if (found.state !== 'requested') reject(codes.conflict, 'privacy.refusal.decided')
  const { isOfOthers: ofOthers, ...row } = found
  return { row, ofOthers }
}

/** Returns and locks an open request on which the caller may decide. @throws Rejection 403 if it is their own */
export async function decidableRequest(deciding: Deciding, id: string) {
  const { row, ofOthers } = await requestForUpdate(deciding, id)
  if (!ofOthers) reject(codes.forbidden, 'privacy.refusal.own')
  return row
}

interface End {
  readonly state: Exclude<PrivacyRequestState, 'requested'>
  readonly decisionReason?: string
  readonly pseudonym?: string
}

/** Stores the end of a request that is locked. */
export async function endRequest({ trx, caller }: Deciding, id: string, end: End) {
  const deciderName = await fullNameOf(trx, caller.userId)
  return trx
    .updateTable('privacyRequest')
    .set({ ...end, decidedBy: caller.userId, deciderName, decidedAt: sql<Date>`now()` })
    .set({ updatedAt: sql<Date>`now()`, rowVersion: sql<number>`row_version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** POST /privacy/request. */
export const requestRoute = handle(privacyRequest, async ({ trx, input, caller, audit }) => {
  await rejectUnlessReaches(trx, caller, input.userId)
  const person = await trx
    .selectFrom('appUser')
    .select('pseudonymisedAt')
    .where('id', '=', input.userId)
    .executeTakeFirst()
  if (!person) reject(codes.notFound)
  if (person.pseudonymisedAt) reject(codes.conflict, 'privacy.refusal.done')
  const after = await trx
    .insertInto('privacyRequest')
    .values({
      ...input,
      id: uuidv7(),
      requestedBy: caller.userId,
      requesterName: await fullNameOf(trx, caller.userId),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!after) return reject(codes.conflict, 'privacy.refusal.open')
  audit({ entity: 'privacy_request', entityId: after.id, after })
  return null
})

/** POST /privacy/decline. */
export const declineRoute = handle(privacyDecline, async (work) => {
  const { id, decisionReason } = work.input
  const before = await decidableRequest(work, id)
  const after = await endRequest(work, id, { state: 'declined', decisionReason })
  work.audit({ entity: 'privacy_request', entityId: id, before, after })
  return null
})

/** POST /privacy/withdraw. */
export const withdrawRoute = handle(privacyWithdraw, async (work) => {
  const { input, caller, audit } = work
  const { row: before } = await requestForUpdate(work, input.id)
  if (before.requestedBy !== caller.userId) reject(codes.notFound)
  const after = await endRequest(work, input.id, { state: 'withdrawn' })
  audit({ entity: 'privacy_request', entityId: input.id, before, after })
  return null
})
