import type { Caller } from '../../caller/caller.ts'
import { endSessions } from '../../caller/sessions.ts'
import type { Trx } from '../../database/transaction.ts'
import type { Audit } from '../../http/work.ts'
import { clearFailures, forgetDevices, type Pair, type TriedUser } from '../attempts/index.ts'

/** Whose password it is, and whose failures end with it. */
interface Owner {
  readonly user: Pick<TriedUser, 'id' | 'userName'>
  readonly pair: Pair
}

/** Who set the password. */
type Setter = Pick<Caller, 'userId' | 'userName'>

/**
 * Stores a new password, ends all the user's sessions and clears their failures.
 * @param by who chose it in their stead: then they choose one of their own when they next sign in, and no device is
 *   theirs any more
 */
export const setPassword = async (
  trx: Trx,
  audit: Audit,
  { user, pair }: Owner,
  passwordHash: string,
  by?: Setter,
): Promise<void> => {
  const before = await trx
    .selectFrom('appUser')
    .select(['passwordChangedAt', 'passwordMustChange', 'passwordValidUntil'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  const after = {
    passwordChangedAt: new Date(),
    passwordMustChange: by !== undefined,
    passwordValidUntil: null,
  }
  await trx
    .updateTable('appUser')
    .set({ passwordHash, ...after })
    .where('id', '=', user.id)
    .execute()
  await endSessions(trx, user.id, 'password')
  if (by) await forgetDevices(trx, user.id)
  await clearFailures(trx, pair)
  audit({
    entity: 'app_user',
    entityId: user.id,
    before,
    after,
    actor: by ?? { userId: user.id, userName: user.userName },
  })
}
