import type { RouteName } from '@atrium/contract'
import { pathOf, routePath, useSession } from '@atrium/shared-api'

/** Whether the user's menus have a screen. */
export function useMayOpen(name: RouteName): boolean {
  const path = pathOf(name)
  return useSession(
    ({ user }) => user?.menuList.some(({ list }) => list.some(({ url }) => routePath(url) === path)) ?? false,
  )
}
