import { useSession } from '@atrium/shared-api'
import { useCallback } from 'react'

/** Returns whether the signed-in user may grant a menu. Users who lack some menus can grant only their own. */
export function useGrantable(): (id: string) => boolean {
  const user = useSession((session) => session.user)
  return useCallback(
    (id) =>
      user?.superAdmin === true ||
      (user?.menuList ?? []).some((group) => group.id === id || group.list.some((entry) => entry.id === id)),
    [user],
  )
}
