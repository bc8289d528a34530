import type { MenuEntry, MenuGroup } from '@atrium/contract'
import { routePath } from '@atrium/shared-api'

const entriesOf = (menu: readonly MenuGroup[]): readonly MenuEntry[] => menu.flatMap(({ list }) => list)

/** Returns whether an entry leads to a path, also under `/version`. The path need not have a screen. */
export const leadsTo = ({ url }: MenuEntry, path: string): boolean =>
  url !== '' && routePath(url) === routePath(path)

/** Returns the menu's entry for a path. */
export const entryAt = (menu: readonly MenuGroup[], path: string): MenuEntry | undefined =>
  entriesOf(menu).find((entry) => leadsTo(entry, path))

/** Returns whether the path of any menu entry is served. */
export const hasServedEntry = (menu: readonly MenuGroup[], isServed: (path: string) => boolean): boolean =>
  entriesOf(menu).some(({ url }) => url !== '' && isServed(url))

/** Returns the first entry that leads to a screen. */
export async function firstEntry(
  menu: readonly MenuGroup[],
  isScreen: (path: string) => Promise<boolean>,
): Promise<MenuEntry | undefined> {
  for (const entry of entriesOf(menu)) if (entry.url !== '' && (await isScreen(entry.url))) return entry
  return undefined
}
