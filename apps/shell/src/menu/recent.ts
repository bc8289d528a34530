import type { MenuEntry, MenuGroup } from '@atrium/contract'
import { storageKeys } from '@atrium/shared-api'

/** Maximum number of stored screens. */
const maxVisits = 6

interface Visits {
  readonly userId: string
  /** Ids of menu entries, newest first. */
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

/** Records in this browser that a user visited the screen of a menu entry. Visits of another user are dropped. */
export function recordVisit(userId: string, menuId: string): void {
  const others = visitsOf(userId).filter((id) => id !== menuId)
  const visits: Visits = { userId, menuIds: [menuId, ...others].slice(0, maxVisits) }
  try {
    localStorage.setItem(storageKeys.recentScreens, JSON.stringify(visits))
  } catch {
    // Ignored if the browser's storage is full or disabled.
  }
}

/** Returns the user's recent screens from this browser, if they are still in the menu. */
export function recentEntries(userId: string, menu: readonly MenuGroup[]): readonly MenuEntry[] {
  const entries = menu.flatMap(({ list }) => list)
  return visitsOf(userId).flatMap((id) => entries.find((entry) => entry.id === id) ?? [])
}
