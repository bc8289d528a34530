import { codes, systemRoles, userPull } from '@atrium/contract'
import { nameIn } from '../../../platform/crud/index.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { handle, handleOwn, type Route } from '../../../platform/http/route.ts'
import { grantableRoles } from '../../access/index.ts'
import { emailKey, hasVerified, phoneKey } from '../identifiers/index.ts'
import { consumeLimit } from '../limits/index.ts'
import { userSaveRoute } from './add.ts'
import { userUpdateRoute } from './change.ts'
import { userUpdateImportantRoute } from './change-important.ts'
import { userExportRoute } from './export.ts'
import { userListRoute } from './list.ts'
import { userResetPasswordRoute } from './reset-password.ts'

export { changeBasics } from './change.ts'
export { changeImportant } from './change-important.ts'
export { userOrder } from './list.ts'
export { newSentPassword, type SentPassword } from './reset-password.ts'
export { userColumns } from './user-row.ts'

/**
 * Maximum searches of a caller in an hour: far more than adding users by hand needs, and too few to try out numbers
 * in bulk.
 */
const limitOf = (userId: string) => ({ bucket: `pull:${userId}`, max: 120, window: { seconds: 3600 } })

/**
 * Handles POST /sys/user/pull. Finds a user by a verified contact. If both contacts are given, they must belong to
 * the same user.
 */
const userPullRoute = handleOwn(userPull, async ({ input, caller, system }) => {
  if (!(await system((trx) => consumeLimit(trx, limitOf(caller.userId))))) reject(codes.limitReached)
  const found = await system((trx) =>
    trx
      .selectFrom('appUser')
      .select(['id as ucId', 'fullName', 'userName', 'email', 'phone'])
      .$if(input.email !== '', (query) => query.where(hasVerified('email', [emailKey(input.email)])))
      .$if(input.phone !== '', (query) => query.where(hasVerified('phone', [phoneKey(input.phone)])))
      .executeTakeFirst(),
  )
  return found ?? reject(codes.notFound, 'user.refusal.unknown')
})

/** GET /base/system/user/role. */
const systemRolesRoute = handle(systemRoles, ({ caller, trx, language }) =>
  grantableRoles({ caller, trx })
    .select(['role.id as code', nameIn(language, 'role.name').as('desc')])
    .orderBy('role.createdAt')
    .orderBy('role.id')
    .execute(),
)

/** Calls with which platform administrators manage users. */
export const userRoutes: readonly Route[] = [
  userListRoute,
  userSaveRoute,
  userUpdateRoute,
  userUpdateImportantRoute,
  userResetPasswordRoute,
  userPullRoute,
  systemRolesRoute,
  userExportRoute,
]
