import { codes } from '@atrium/contract'
import type { Trx } from '../../database/transaction.ts'
import { refuse } from '../../http/refusal.ts'

const users = (trx: Trx, emailKey: string) =>
  trx
    .selectFrom('appUser')
    .select(['id', 'fullName', 'userName', 'phone', 'emailValid', 'status'])
    .where('emailKey', '=', emailKey)

/**
 * The user whose address was invited; undefined where it has no account yet.
 * @throws Refusal where the account has not verified the address: somebody could have put in another person's
 * to be let into their tenants; and where it is locked
 */
export const invitedUser = async (trx: Trx, emailKey: string) => {
  const user = await users(trx, emailKey).forKeyShare().executeTakeFirst()
  if (user && user.emailValid !== 0) refuse(codes.conflict, 'refusal.emailUnverified')
  if (user && user.status !== '0') refuse(codes.forbidden, 'refusal.userLocked')
  return user
}
