import { globalTenantId, type Profile, userStatus } from '@atrium/contract'
import { type Kysely, sql } from 'kysely'
import { recordAudit } from '../../../platform/audit/index.ts'
import { endSessions } from '../../../platform/caller/sessions.ts'
import { asSystem, type Database, inTransaction, StartupError } from '../../../platform/database/index.ts'
import { isExternal, userNameKey } from '../identifiers/index.ts'
import { checkOperatorPassword, hashPassword } from '../passwords/index.ts'

interface OperatorReset {
  /** User name of the administrator. */
  readonly userName: string
  readonly password: string
  /** Operating system account that runs the command, for the audit trail. */
  readonly operator: string
  readonly profile: Profile
}

/**
 * Resets the password of a platform administrator, for operators on the server's machine. Ends the administrator's
 * sessions, and clears locks and failed attempts.
 * @throws StartupError if the password is one of the most common ones, the administrator does not exist, or an external
 * identity source owns their password
 */
export async function resetByOperator(db: Kysely<Database>, reset: OperatorReset): Promise<void> {
  const { userName, password, operator, profile } = reset
  await checkOperatorPassword(password)
  const passwordHash = await hashPassword(password)
  await inTransaction(db, asSystem, async (trx) => {
    const user = await trx
      .selectFrom('appUser')
      .select(['id', 'roleId', 'status', 'org', 'rowVersion'])
      .where('userNameKey', '=', userNameKey(userName))
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!user?.roleId) throw new StartupError(`There is no platform administrator named ${userName}.`)
    if (isExternal(profile, user.org))
      throw new StartupError(`The password of ${userName} is managed by ${user.org}. Reset it there.`)
    const passwordChangedAt = new Date()
    await trx
      .updateTable('appUser')
      .set({ passwordHash, passwordChangedAt, passwordMustChange: false, passwordValidUntil: null })
      .set({ status: userStatus.normal, rowVersion: user.rowVersion + 1, updatedAt: sql<Date>`now()` })
      .where('id', '=', user.id)
      .execute()
    await trx.deleteFrom('loginFailure').where('nameKey', '=', userNameKey(userName)).execute()
    await endSessions(trx, user.id, 'password')
    await recordAudit(trx, {
      actorId: null,
      actorName: operator,
      tenantId: globalTenantId,
      call: 'admin:password',
      entity: 'app_user',
      entityId: user.id,
      before: { status: user.status },
      after: { status: userStatus.normal, passwordChangedAt, passwordMustChange: false },
    })
  })
}
