import { signOut } from '@atrium/contract'
import { handleOwn } from '../../../http/route.ts'
import { endSession } from '../session/index.ts'

/** POST /sys/logout. */
export const signOutRoute = handleOwn(signOut, async ({ caller, system }) =>
  system(async (trx, audit) => {
    await endSession(trx, caller.sessionHash)
    audit({ entity: 'session', entityId: caller.userId })
    return null
  }),
)
