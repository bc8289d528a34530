import { categories, codes, globalTenantId, type Language, type Position, userStatus } from '@atrium/contract'
import { sql } from 'kysely'
import { tokenHash } from '../../../platform/caller/token.ts'
import { nameIn } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { hasVerified } from '../../identity/identifiers/index.ts'
import { rejectWithoutInviter } from './inviter.ts'

/** Finds the invitation of a key, including keys that a newer link has replaced. */
const byKey = (trx: Trx, key: string) =>
  trx
    .selectFrom('invitation')
    .select(['tenantId', 'id', 'email', 'emailKey', 'roleId', 'typeId', 'positionId', 'payload', 'status'])
    .select(['invitedBy', 'accessFrom', 'accessUntil'])
    .select(sql<boolean>`least(expires_at, access_until) <= clock_timestamp()`.as('expired'))
    .select(sql<boolean>`key_hash <> ${tokenHash(key)}`.as('replaced'))
    .where(sql<boolean>`(key_hash = ${tokenHash(key)} or former_key_hashes @> array[${tokenHash(key)}])`)

/** Invitation that can be accepted. */
export type OpenInvitation = NonNullable<Awaited<ReturnType<ReturnType<typeof byKey>['executeTakeFirst']>>>

const checked = (found: OpenInvitation | undefined): OpenInvitation => {
  if (!found) return reject(codes.badCode, 'refusal.keyUnknown')
  if (found.status === 'accepted') return reject(codes.conflict, 'invitation.refusal.used')
  if (found.status === 'withdrawn') return reject(codes.badCode, 'invitation.refusal.withdrawn')
  if (found.expired) return reject(codes.badCode, 'invitation.refusal.expired')
  return found.replaced ? reject(codes.badCode, 'invitation.refusal.replaced') : found
}

/**
 * Returns the invitation of a key.
 * @throws Rejection 409 if it has been accepted, 20002 if it cannot be accepted for another reason
 */
export async function openInvitation(trx: Trx, key: string): Promise<OpenInvitation> {
  const found = checked(await byKey(trx, key).executeTakeFirst())
  await rejectWithoutInviter(trx, found)
  return found
}

/**
 * Returns and locks the invitation of a key until the transaction ends. Of two concurrent acceptances, the second is
 * rejected.
 */
export async function invitationForUpdate(trx: Trx, key: string): Promise<OpenInvitation> {
  const found = checked(await byKey(trx, key).forUpdate().executeTakeFirst())
  await rejectWithoutInviter(trx, found)
  return found
}

const users = (trx: Trx, emailKey: string) =>
  trx
    .selectFrom('appUser')
    .select(['id', 'fullName', 'userName', 'phone', 'status'])
    .where(hasVerified('email', [emailKey]))

/**
 * Returns the user who has verified the invited address; undefined if no user has, even if an account contains the
 * address unverified.
 * @throws Rejection if the account is locked
 */
export const invitedUser = async (trx: Trx, emailKey: string) => {
  const user = await users(trx, emailKey).forKeyShare().executeTakeFirst()
  if (user && user.status !== userStatus.normal) reject(codes.forbidden, 'refusal.userLocked')
  return user
}

const positionsOf = (trx: Trx, tenantId: string) =>
  trx
    .selectFrom('dictionary')
    .where('tenantId', 'in', [globalTenantId, tenantId])
    .where('categoryId', '=', categories.position)

/** Returns the positions available to a tenant's users, named in the given language. */
export const choosePositions = (trx: Trx, tenantId: string, language: Language): Promise<Position[]> =>
  positionsOf(trx, tenantId)
    .select(['id', nameIn(language, 'dictionary.dicName').as('name')])
    .orderBy('sort')
    .orderBy('id')
    .execute()

/** Returns whether a position is available in a tenant. Prevents its deletion until the transaction ends. */
export const isPosition = async (trx: Trx, tenantId: string, id: string): Promise<boolean> =>
  (await positionsOf(trx, tenantId).select('id').where('id', '=', id).forKeyShare().executeTakeFirst()) !==
  undefined
