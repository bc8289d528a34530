import { signOut } from '@atrium/contract'
import { endSession } from '../../../caller/sessions.ts'
import { handleOwn } from '../../../http/route.ts'

/** POST /sys/logout. */
export const signOutRoute = handleOwn(signOut, async ({ caller, system }) =>
  system(async (trx, audit) => {
    await endSession(trx, caller.sessionHash)
    audit({ entity: 'session', entityId: caller.userId })
    return null
  }),
)
