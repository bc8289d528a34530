import { codes, invitationResend, languageOf } from '@atrium/contract'
import { sql } from 'kysely'
import { newToken } from '../../../platform/caller/token.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { handleOwn } from '../../../platform/http/route.ts'
import type { Work } from '../../../platform/http/work.ts'
import { rejectUngrantableRoleIn } from '../../access/index.ts'
import { fullNameOf } from '../../identity/identifiers/index.ts'
import { spendCausedOrReject } from '../../identity/limits/index.ts'
import { claimLicence } from '../../products/licences/index.ts'
import { invitationOf, pendingForUpdate } from './administered.ts'
import { mailPauseHours, queueInvitationMails, week } from './invitation-mail.ts'
import { lockOpenInvitations, renewedKeyColumns } from './invite.ts'
import { spendInviting } from './mailing.ts'

type Job = Pick<
  Work<typeof invitationResend>,
  'input' | 'caller' | 'as' | 'language' | 'services' | 'trx' | 'audit'
>
type Invitation = Awaited<ReturnType<typeof pendingForUpdate>>

/**
 * Rejects a resend if the address has another open invitation or was recently sent an e-mail.
 * @returns the locked invitation
 */
async function checkedForUpdate(job: Job): Promise<Invitation> {
  const { trx, input } = job
  const { tenantId, email } = await invitationOf(job, input.id)
  // Every transaction that invites people takes this lock first.
  const open = await lockOpenInvitations(trx, tenantId, [email])
  const invitation = await pendingForUpdate(job, input.id)
  if (open.some(({ id }) => id !== invitation.id)) reject(codes.conflict, 'invitation.refusal.another')
  if (open.some(({ mayBeMailed }) => !mayBeMailed))
    reject(codes.limitReached, 'invitation.refusal.mailedLately', { hours: mailPauseHours })
  if (invitation.roleId !== null)
    await rejectUngrantableRoleIn(job, { tenantId, roleId: invitation.roleId }, 'id')
  return invitation
}

/** Returns the products that an invitation authorizes for, in the order in which licences must be claimed. */
async function productsOf({ trx }: Job, { tenantId, id }: Invitation): Promise<string[]> {
  const rows = await trx
    .selectFrom('studyUser')
    .innerJoin('studyUrl', (join) =>
      join
        .onRef('studyUrl.tenantId', '=', 'studyUser.tenantId')
        .onRef('studyUrl.id', '=', 'studyUser.studyUrlId'),
    )
    .select('studyUrl.softwareId')
    .distinct()
    .where('studyUser.tenantId', '=', tenantId)
    .where('studyUser.invitationId', '=', id)
    .orderBy('studyUrl.softwareId')
    .execute()
  return rows.map(({ softwareId }) => softwareId)
}

/** Runs work that may use seats of the licences of several products. */
const claimingAll = <Result>(
  job: Job,
  tenantId: string,
  [softwareId, ...others]: readonly string[],
  add: () => Promise<Result>,
): Promise<Result> =>
  softwareId === undefined
    ? add()
    : claimLicence(job, { tenantId, softwareId, counted: 'users' }, () =>
        claimingAll(job, tenantId, others, add),
      )

/** Gives an invitation a new key, a new expiry and the caller as its inviter and grantor. */
async function reopen({ trx, caller }: Job, { tenantId, id }: Invitation, key: string) {
  await trx
    .updateTable('productAuthorization')
    .set({ grantedBy: caller.userId })
    .where('tenantId', '=', tenantId)
    .where('invitationId', '=', id)
    .execute()
  return trx
    .updateTable('invitation')
    .set({ ...renewedKeyColumns(key, week), invitedBy: caller.userId })
    .set({ inviterName: await fullNameOf(trx, caller.userId), updatedAt: sql<Date>`now()` })
    .set({ rowVersion: sql<number>`row_version + 1` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function resend(job: Job): Promise<null> {
  const { trx, services, audit } = job
  const before = await checkedForUpdate(job)
  const { tenantId, id, email, emailKey } = before
  await spendCausedOrReject(trx, services.profile.timeZone, [emailKey])
  const key = newToken()
  // An expired invitation claims its licence seats again.
  const products = await productsOf(job, before)
  const after = await claimingAll(job, tenantId, products, () => reopen(job, before, key))
  const sending = { tenantId, language: languageOf(before.language), lifeSeconds: week }
  await queueInvitationMails(trx, services, sending, [{ email, key }])
  audit({ entity: 'invitation', entityId: id, tenantId, before, after })
  return null
}

/**
 * Handles POST /tenantUser/invitation/resend. The caller becomes the inviter and must be able to grant the
 * invitation's role. The previous link stops working.
 */
export const invitationResendRoute = handleOwn(invitationResend, async (work) => {
  const { tenantId } = await work.asCaller((trx) => invitationOf({ ...work, trx }, work.input.id))
  await spendInviting(work, tenantId, 1)
  return work.asCaller((trx, audit) => resend({ ...work, trx, audit }))
})
