import type { MenuEntry, MenuGroup } from '@atrium/contract'
import { routeNameAt, versionPrefixOf } from '@atrium/shared-api'

/** Whether an entry leads to a path: to the route of the same name. One whose address is no route leads nowhere. */
export function leadsTo({ url }: MenuEntry, path: string): boolean {
  const name = routeNameAt(path.slice(versionPrefixOf(path).length))
  return name !== undefined && routeNameAt(url) === name
}

/** The menu's entry for a path. */
export const entryAt = (menu: readonly MenuGroup[], path: string): MenuEntry | undefined =>
  menu.flatMap(({ list }) => list).find((entry) => leadsTo(entry, path))

/** The first entry that leads to a page. */
export const firstEntry = (menu: readonly MenuGroup[]): MenuEntry | undefined =>
  menu.flatMap(({ list }) => list).find(({ url }) => url !== '' && routeNameAt(url) !== undefined)
