import { type RouteName, routeTable } from '@atrium/contract'
import { useSession } from '@atrium/shared-api'

/** Returns whether the user's menu has a screen. */
export const useHasMenu = (name: RouteName): boolean =>
  useSession(
    ({ user }) =>
      user?.menuList.some(({ list }) => list.some(({ url }) => url === routeTable[name].path)) ?? false,
  )
