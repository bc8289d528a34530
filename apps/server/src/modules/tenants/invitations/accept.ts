import type { Language } from '@atrium/contract'
import { type Selectable, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { duplicateIssues, rejectingDuplicates } from '../../../platform/crud/index.ts'
import type { InvitationTable } from '../../../platform/database/tables/invitations.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { fieldIssue, rejectFields } from '../../../platform/http/rejection.ts'
import { remindedAt } from '../../access/index.ts'
import {
  asVerified,
  emailKey,
  keepUserNameLooks,
  lookAlikeIssues,
  phoneKey,
  userNameKey,
  verified,
} from '../../identity/identifiers/index.ts'
import { type Accepting, passAuthorizationsOn } from './authorizations.ts'
import { invitationForUpdate, invitedUser, isPosition, type OpenInvitation } from './invitation.ts'
import { rejectForbiddenGrants } from './own-grants.ts'

/** New user who registers. */
interface NewUser {
  readonly fullName: string
  readonly userName: string
  readonly phone: string
  /** 0 if the number was verified by a code. */
  readonly phoneValid: number
  readonly remark: string
  /** Invited address, which counts as verified because the user opened the link sent there. */
  readonly email: string
  readonly passwordHash: string
  readonly language: Language
  /** Id of the inviter. */
  readonly addedBy: string | null
}

const unique = {
  app_user_user_name_key_key: 'username',
  app_user_phone_key_key: 'phone',
  app_user_email_key_key: 'email',
}

/**
 * Adds a user with their chosen password. Another account that has the same address unverified keeps it.
 * @throws Rejection 422 on a field whose value another user has
 */
const registerUser = async (trx: Trx, { email, phone, userName, ...facts }: NewUser) => {
  const id = uuidv7()
  const keys = { userNameKey: userNameKey(userName), phoneKey: phoneKey(phone), emailKey: emailKey(email) }
  rejectFields([
    ...(await duplicateIssues(trx, { table: 'appUser', unique }, { ...keys, ...asVerified })),
    ...(await lookAlikeIssues(trx, 'username', userName)),
  ])
  await rejectingDuplicates(unique, () =>
    trx
      .insertInto('appUser')
      .values({
        id,
        ...facts,
        userName,
        phone,
        email,
        ...keys,
        emailValid: verified,
        passwordChangedAt: new Date(),
      })
      .execute(),
  )
  await keepUserNameLooks(trx, 'username', { id, userName })
  return { id, userName }
}

/** Input for accepting the invitation of a key. */
export interface Acceptance {
  readonly key: string
  /** Id of the chosen position. */
  readonly positionId: string
  /** Account to be created; ignored if the address already has an account. */
  readonly newUser: Omit<NewUser, 'email' | 'addedBy'> | undefined
}

/** Result of an acceptance. */
export interface Accepted {
  readonly invitation: OpenInvitation
  /** Changed columns of the invitation. */
  readonly closed: Pick<Selectable<InvitationTable>, 'status' | 'acceptedBy' | 'acceptedAt' | 'madeMember'>
  readonly user: { readonly id: string; readonly userName: string }
}

/** Makes the user a member of the tenant; an existing membership remains unchanged. */
const join = async (trx: Trx, invitation: OpenInvitation, userId: string, positionId: string) => {
  const { tenantId, roleId, typeId, invitedBy, accessFrom, accessUntil } = invitation
  const ending = accessUntil && { accessUntilBy: invitedBy, accessReminded: remindedAt(accessUntil) }
  const added = await trx
    .insertInto('tenantUser')
    .values({
      tenantId,
      id: uuidv7(),
      userId,
      roleId,
      typeId,
      positionId,
      accessFrom,
      accessUntil,
      ...ending,
    })
    .onConflict((conflict) => conflict.columns(['tenantId', 'userId']).doNothing())
    .returning('id')
    .executeTakeFirst()
  const { id } = await trx
    .selectFrom('tenantUser')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return { tenantUserId: id, madeMember: added !== undefined }
}

/** Columns set when an invitation is accepted. */
type Closing = Pick<Selectable<InvitationTable>, 'studyUrlIds' | 'madeMember'>

const close = (trx: Trx, { tenantId, id }: OpenInvitation, userId: string, closing: Closing) => {
  const now = sql<Date>`now()`
  return trx
    .updateTable('invitation')
    .set({ status: 'accepted', acceptedBy: userId, acceptedAt: now, updatedAt: now, ...closing })
    .set({ rowVersion: sql<number>`row_version + 1` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .returning(['status', 'acceptedBy', 'acceptedAt', 'madeMember'])
    .executeTakeFirstOrThrow()
}

/**
 * Returns the account of the address, or creates one if there is none; returns undefined if `newUser` is missing for
 * that.
 */
const accountOf = async (
  trx: Trx,
  { email, emailKey, invitedBy: addedBy }: OpenInvitation,
  newUser: Acceptance['newUser'],
) => (await invitedUser(trx, emailKey)) ?? (newUser && registerUser(trx, { ...newUser, email, addedBy }))

/**
 * Accepts an invitation, as atrium_system: adds an account if the address has none, the membership, and the
 * invitation's authorizations. The caller handles the payload in the same transaction.
 * @returns undefined, without changes, if an account must be added and `newUser` is missing
 * @throws Rejection if the invitation is not open, a field is invalid, or a licence is not valid
 */
export const acceptInvitation = async (
  accepting: Accepting,
  acceptance: Acceptance,
): Promise<Accepted | undefined> => {
  const { trx } = accepting
  const { key, positionId, newUser } = acceptance
  const invitation = await invitationForUpdate(trx, key)
  const known = await isPosition(trx, invitation.tenantId, positionId)
  rejectFields(known ? [] : [fieldIssue('positionId', 'rule.reference')])
  const account = await accountOf(trx, invitation, newUser)
  if (!account) return undefined
  const { tenantUserId, madeMember } = await join(trx, invitation, account.id, positionId)
  const user = { userId: account.id, tenantUserId }
  await rejectForbiddenGrants(trx, invitation, user)
  const studyUrlIds = await passAuthorizationsOn(accepting, invitation, user)
  const closed = await close(trx, invitation, account.id, { studyUrlIds, madeMember })
  return { invitation, closed, user: { id: account.id, userName: account.userName } }
}
