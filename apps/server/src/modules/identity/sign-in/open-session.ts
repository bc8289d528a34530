import type { SignInAnswer } from '@atrium/contract'
import type { Trx } from '../../../database/transaction.ts'
import type { Audit, Client } from '../../../http/work.ts'
import type { TriedUser } from '../failures/index.ts'
import { mustChange, passwordAge } from '../passwords/index.ts'
import { beginSession } from '../session/index.ts'

/**
 * Lets somebody in who has proved who they are, unless their password has had its time. Who has no password,
 * since another identity source keeps it, has none that could.
 */
export const openSession = async (
  trx: Trx,
  audit: Audit,
  client: Client,
  user: TriedUser,
): Promise<SignInAnswer | 'must change'> => {
  const hasPassword = user.passwordHash !== null
  if (hasPassword && mustChange(user)) return 'must change'
  const age = passwordAge(user.passwordChangedAt, user, new Date())
  const token = await beginSession(trx, user.id, client)
  const actor = { userId: user.id, userName: user.userName }
  audit({ entity: 'session', entityId: user.id, after: { address: client.address }, actor })
  return {
    token,
    isOverdue: hasPassword && age.isOverdue,
    nearExpiredDay: hasPassword ? age.nearExpiredDay : 0,
  }
}
