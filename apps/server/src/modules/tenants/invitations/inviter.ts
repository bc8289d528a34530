import { codes } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { holdsIn, mayGrantIn } from '../../access/index.ts'

const inviter = { userId: sql.ref('invitation.invitedBy'), tenantId: sql.ref('invitation.tenantId') }

/**
 * Whether the inviter of an `invitation` may currently invite people into its tenant: they can sign in, and one of
 * their open roles there or of the system has the menu of the inviting calls.
 */
export const mayStillInvite = sql<boolean>`(can_sign_in(${inviter.userId}) and ${holdsIn(inviter, 'authorization')})`

/** Why the inviter of an `invitation` could not send it now; null if they could. The checks are those of inviting. */
export const inviterFault: RawBuilder<'locked' | 'menu' | 'role' | null> = sql`case
  when not can_sign_in(${inviter.userId}) then 'locked'
  when not ${holdsIn(inviter, 'authorization')} then 'menu'
  when ${sql.ref('invitation.roleId')} is not null and not ${mayGrantIn(inviter, 'invitation.roleId')} then 'role'
  end`

/** Whether a user could send an `invitation` themselves: they may invite into its tenant, and give its role. */
export const mayInviteAs = (userId: string): RawBuilder<boolean> => {
  const membership = { userId: sql.val(userId), tenantId: inviter.tenantId }
  return sql<boolean>`(${holdsIn(membership, 'authorization')}
    and (${sql.ref('invitation.roleId')} is null or ${mayGrantIn(membership, 'invitation.roleId')}))`
}

/** Whether a user may decide on what products rejected of an `invitation`; of their own others decide. */
export const mayDecideAs = (userId: string): RawBuilder<boolean> => {
  const membership = { userId: sql.val(userId), tenantId: inviter.tenantId }
  return sql<boolean>`(${holdsIn(membership, 'authorization')}
    and ${sql.ref('invitation.acceptedBy')} is distinct from ${userId})`
}

/** @throws Rejection 20002 if the inviter could not send the invitation now: its rights are theirs at acceptance */
export async function rejectWithoutInviter(
  trx: Trx,
  { tenantId, id }: { readonly tenantId: string; readonly id: string },
): Promise<void> {
  const { fault } = await trx
    .selectFrom('invitation')
    .select(inviterFault.as('fault'))
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (fault) reject(codes.badCode, 'invitation.refusal.inviter')
}
