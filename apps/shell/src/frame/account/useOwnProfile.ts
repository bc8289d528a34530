import { type User, userCenterInfo } from '@atrium/contract'
import { currentLanguage, loadUser, setLanguage, useSession } from '@atrium/shared-api'
import { useCall } from '@atrium/ui-kit/list'
import { useEffect } from 'react'

/**
 * The user's own profile as the server has it now; until it has come, what the session knows. A profile that has
 * changed changes the session too, and the page's language with it.
 */
export function useOwnProfile() {
  const known = useSession(({ user }) => user)
  const { data } = useCall<typeof userCenterInfo>(userCenterInfo, {}, { keepPrevious: true })
  useEffect(() => {
    if (data && known && data.rowVersion > known.rowVersion) follow(data, known)
  }, [data, known])
  return known && { ...known, ...data }
}

function follow(now: User, before: User): void {
  loadUser().catch(() => undefined)
  if (now.language !== before.language && now.language !== currentLanguage()) {
    setLanguage(now.language).catch(() => undefined)
  }
}
