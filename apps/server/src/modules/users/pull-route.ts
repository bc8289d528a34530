import { codes, userPull } from '@atrium/contract'
import { refuse } from '../../http/refusal.ts'
import { handleOwn } from '../../http/route.ts'
import { emailKey, phoneKey } from '../identifiers/index.ts'
import { spendLimit } from '../limits/index.ts'

/** Far more than anybody adds by hand, and far too few to try numbers in bulk. */
const limitOf = (userId: string) => ({ bucket: `pull:${userId}`, most: 120, window: { seconds: 3600 } })

/** POST /sys/user/pull. Where both are given, they must be one user's. */
export const userPullRoute = handleOwn(userPull, async ({ input, caller, system }) => {
  if (!(await system((trx) => spendLimit(trx, limitOf(caller.userId))))) refuse(codes.limitReached)
  const found = await system((trx) =>
    trx
      .selectFrom('appUser')
      .select(['id as ucId', 'fullName', 'userName', 'email', 'phone'])
      .$if(input.email !== '', (query) => query.where('emailKey', '=', emailKey(input.email)))
      .$if(input.phone !== '', (query) => query.where('phoneKey', '=', phoneKey(input.phone)))
      .executeTakeFirst(),
  )
  return found ?? refuse(codes.notFound, 'refusal.userUnknown')
})
