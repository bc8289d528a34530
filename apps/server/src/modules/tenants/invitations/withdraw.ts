import { codes, invitationWithdraw } from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { handle } from '../../../platform/http/route.ts'
import { verified } from '../../identity/identifiers/index.ts'
import { withdrawRequestsOf } from '../../studies/blinding/index.ts'
import { pendingForUpdate } from './administered.ts'

/** Tenant and ids of invitations. */
interface Invitations {
  readonly tenantId: string
  readonly ids: readonly string[]
}

/** Deletes the pending authorizations of invitations, which were not yet sent to any product, and withdraws requests. */
export async function deleteAwaited(trx: Trx, { tenantId, ids }: Invitations): Promise<void> {
  for (const table of ['studyUser', 'productAuthorization'] as const)
    await trx
      .deleteFrom(table)
      .where('tenantId', '=', tenantId)
      .where('invitationId', '=', sql<string>`any(${ids})`)
      .execute()
  await withdrawRequestsOf(trx, { tenantId, ids })
}

/** SQL for the study links that a pending `invitation` authorizes. */
export const awaitedStudyUrls = sql<string[]>`array(
  select distinct study_url_id from study_user
  where study_user.tenant_id = invitation.tenant_id and study_user.invitation_id = invitation.id)`

/**
 * Withdraws pending invitations, which the caller has locked: their links stop working, and their licence seats
 * become free.
 */
async function withdraw(trx: Trx, invitations: Invitations) {
  const withdrawn = await trx
    .updateTable('invitation')
    .set({ status: 'withdrawn', studyUrlIds: awaitedStudyUrls, updatedAt: sql<Date>`now()` })
    .set({ rowVersion: sql<number>`row_version + 1` })
    .where('tenantId', '=', invitations.tenantId)
    .where('id', '=', sql<string>`any(${invitations.ids})`)
    .where('status', '=', 'pending')
    .returningAll()
    .execute()
  await deleteAwaited(trx, { ...invitations, ids: withdrawn.map(({ id }) => id) })
  return withdrawn
}

/**
 * Withdraws a tenant's pending invitations of a user's verified address, so that the link in an old e-mail cannot add
 * the user again.
 */
export async function withdrawInvitationsOf(trx: Trx, tenantId: string, userId: string): Promise<number> {
  const open = await trx
    .selectFrom('invitation')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('status', '=', 'pending')
    .where('emailKey', '=', (from) =>
      from
        .selectFrom('appUser')
        .select('emailKey')
        .where('id', '=', userId)
        .where('emailValid', '=', verified),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  return (await withdraw(trx, { tenantId, ids: open.map(({ id }) => id) })).length
}

/** POST /tenantUser/invitation/withdraw. Of a concurrent withdrawal and acceptance, the second is rejected. */
export const invitationWithdrawRoute = handle(invitationWithdraw, async (work) => {
  const { trx, audit } = work
  const before = await pendingForUpdate(work, work.input.id)
  const { tenantId, id } = before
  const [after] = await withdraw(trx, { tenantId, ids: [id] })
  if (!after) return reject(codes.conflict)
  audit({ entity: 'invitation', entityId: id, tenantId, before, after })
  return null
})
