import type { Trx } from '../../../database/transaction.ts'
import type { Audit } from '../../../http/work.ts'
import { clearFailures, type Pair, type TriedUser } from '../failures/index.ts'
import { endSessions } from '../session/index.ts'

/** Whose password it is, and whose failures end with it. */
interface Owner {
  readonly user: Pick<TriedUser, 'id' | 'userName' | 'passwordChangedAt'>
  readonly pair: Pair
}

/** Stores the password that users chose for themselves, ends all their sessions and clears their failures. */
export const setPassword = async (
  trx: Trx,
  audit: Audit,
  { user, pair }: Owner,
  passwordHash: string,
): Promise<void> => {
  const passwordChangedAt = new Date()
  await trx
    .updateTable('appUser')
    .set({ passwordHash, passwordChangedAt, passwordMustChange: false })
    .where('id', '=', user.id)
    .execute()
  await endSessions(trx, user.id, 'password')
  await clearFailures(trx, pair)
  audit({
    entity: 'app_user',
    entityId: user.id,
    before: { passwordChangedAt: user.passwordChangedAt },
    after: { passwordChangedAt },
    actor: { userId: user.id, userName: user.userName },
  })
}
