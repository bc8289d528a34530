import { useSession } from '@atrium/shared-api'
import { useCallback } from 'react'

/** Says of a menu whether the signed-in user may give it: whoever does not hold every menu gives what they hold. */
export function useGrantable(): (id: string) => boolean {
  const user = useSession((session) => session.user)
  return useCallback(
    (id) =>
      user?.superAdmin === true ||
      (user?.menuList ?? []).some((group) => group.id === id || group.list.some((entry) => entry.id === id)),
    [user],
  )
}
