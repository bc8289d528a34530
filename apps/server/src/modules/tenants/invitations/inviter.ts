import { codes } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { holdsIn, mayGrantIn } from '../../access/index.ts'

const inviter = { userId: sql.ref('invitation.invitedBy'), tenantId: sql.ref('invitation.tenantId') }

/**
 * SQL condition: the inviter of an `invitation` may currently invite people into its tenant. They can sign in, and
 * one of their open roles in the tenant or the system has the menu of the inviting calls.
 */
export const mayStillInvite = sql<boolean>`(can_sign_in(${inviter.userId}) and ${holdsIn(inviter, 'authorization')})`

/**
 * SQL for the reason why the inviter of an `invitation` could not send it now; null if they could. The checks are the
 * same as for inviting.
 */
export const inviterFault: RawBuilder<'locked' | 'menu' | 'role' | null> = sql`case
  when not can_sign_in(${inviter.userId}) then 'locked'
  when not ${holdsIn(inviter, 'authorization')} then 'menu'
  when ${sql.ref('invitation.roleId')} is not null and not ${mayGrantIn(inviter, 'invitation.roleId')} then 'role'
  end`

/** SQL condition: a user could send an `invitation` themselves, i.e. they may invite into its tenant and grant its role. */
export const mayInviteAs = (userId: string): RawBuilder<boolean> => {
  const membership = { userId: sql.val(userId), tenantId: inviter.tenantId }
  return sql<boolean>`(${holdsIn(membership, 'authorization')}
    and (${sql.ref('invitation.roleId')} is null or ${mayGrantIn(membership, 'invitation.roleId')}))`
}

/**
 * SQL condition: a user may decide on product rejections of an `invitation`. Users cannot decide on rejections of
 * their own access.
 */
export const mayDecideAs = (userId: string): RawBuilder<boolean> => {
  const membership = { userId: sql.val(userId), tenantId: inviter.tenantId }
  return sql<boolean>`(${holdsIn(membership, 'authorization')}
    and ${sql.ref('invitation.acceptedBy')} is distinct from ${userId})`
}

/**
 * @throws Rejection 20002 if the inviter could no longer send the invitation, because it grants only what its inviter
 * may still grant at acceptance
 */
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
