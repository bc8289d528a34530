import type { MenuEntry, MenuGroup } from '@atrium/contract'
import { routeNameAt } from '@atrium/shared-api'

/** The menu's entry for a path: the one whose route has the same name. */
export function entryAt(menu: readonly MenuGroup[], path: string): MenuEntry | undefined {
  const name = routeNameAt(path)?.replace(/Index$/, '')
  return menu.flatMap(({ list }) => list).find(({ url }) => name !== undefined && routeNameAt(url) === name)
}

/** The first entry that leads somewhere. */
export const firstEntry = (menu: readonly MenuGroup[]): MenuEntry | undefined =>
  menu.flatMap(({ list }) => list).find(({ url }) => url !== '')
