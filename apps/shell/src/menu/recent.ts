import type { MenuEntry, MenuGroup } from '@atrium/contract'
import { storageKeys } from '@atrium/shared-api'

/** How many screens are remembered. */
const most = 6

interface Visits {
  readonly userId: string
  /** Ids of menu entries, the last one first. */
  readonly menuIds: readonly string[]
}

function visitsOf(userId: string): readonly string[] {
  try {
    const kept: Partial<Visits> = Object(JSON.parse(localStorage.getItem(storageKeys.recentScreens) ?? '{}'))
    return kept.userId === userId && Array.isArray(kept.menuIds) ? kept.menuIds : []
  } catch {
    return []
  }
}

/** Notes in this browser that a user has visited the screen of a menu entry; somebody else's visits are forgotten. */
export function recordVisit(userId: string, menuId: string): void {
  const others = visitsOf(userId).filter((id) => id !== menuId)
  const visits: Visits = { userId, menuIds: [menuId, ...others].slice(0, most) }
  try {
    localStorage.setItem(storageKeys.recentScreens, JSON.stringify(visits))
  } catch {
    // A browser without room for it remembers none.
  }
}

/** The screens that a user has visited last in this browser, as far as their menu still leads there. */
export function recentEntries(userId: string, menu: readonly MenuGroup[]): readonly MenuEntry[] {
  const entries = menu.flatMap(({ list }) => list)
  return visitsOf(userId).flatMap((id) => entries.find((entry) => entry.id === id) ?? [])
}
