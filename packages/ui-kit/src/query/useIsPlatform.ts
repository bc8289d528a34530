import { type Call, isForPlatform } from '@atrium/contract'
import { useSession } from '@atrium/shared-api'

/** Whether the signed-in user makes a call for the platform, and so reaches every tenant's rows and the global ones. */
export const useIsPlatform = (call: Call): boolean =>
  useSession(({ user }) => user !== undefined && isForPlatform(call, user.platformMenus))
