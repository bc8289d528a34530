import { hasAddress, isEmbedded } from '@atrium/shared-api'

export interface LeaveGuard {
  /** Whether leaving now would lose input. */
  readonly isDirty: () => boolean
  /** Asks the user whether to leave anyway. */
  readonly ask: () => Promise<boolean>
}

interface Guarded {
  readonly guard: LeaveGuard
  readonly at: number | undefined
}

/** Guards of the open dialogs and forms, the topmost last. */
let guarded: readonly Guarded[] = []
let returning = false

/**
 * Returns the page's position in the history. Without the Navigation API it is the router's index of the entry. An
 * address typed by hand has no index and counts as one step forward.
 */
function position(): number | undefined {
  if ('navigation' in window) return window.navigation.currentEntry?.index
  const state: unknown = history.state
  const index: unknown = Object(state).idx
  return typeof index === 'number' ? index : undefined
}

/**
 * Undoes a navigation that the browser has already made, without the router noticing. Repeats the navigation if the
 * user agrees.
 */
async function holdNavigation(event: PopStateEvent): Promise<void> {
  if (returning) {
    returning = false
    event.stopImmediatePropagation()
    return
  }
  // On another site's page, that site controls navigation.
  if (!hasAddress()) return
  const dirty = guarded.findLast(({ guard }) => guard.isDirty())
  if (!dirty) return
  event.stopImmediatePropagation()
  const { guard, at } = dirty
  const there = position()
  const steps = at === undefined || there === undefined ? 1 : there - at
  returning = true
  history.go(-steps)
  if (!(await guard.ask())) return
  guarded = []
  history.go(steps)
}

// Window listeners run in the order of registration, and this one is registered before the router's.
addEventListener('popstate', holdNavigation)

/** Whether a click follows a link in this tab. With a modifier key held down, the browser opens the link elsewhere. */
const follows = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(ctrlKey || metaKey || shiftKey || altKey)

let following = false

/** Holds a click on a link of the suite, and repeats it if the user agrees to leave. */
async function holdClick(event: MouseEvent): Promise<void> {
  const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[href^="#"]') : null
  if (following || !link || link.ariaCurrent === 'page' || !follows(event)) return
  const dirty = guarded.findLast(({ guard }) => guard.isDirty())
  if (!dirty) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (!(await dirty.guard.ask())) return
  following = true
  link.click()
  following = false
}

// On another site's page, hash links belong to that site.
if (!isEmbedded) addEventListener('click', holdClick, { capture: true })

/**
 * Asks the user before the page itself replaces a form with unsaved input, e.g. when a selector changes.
 * @returns true if nothing would be lost or the user agreed
 */
export const mayLeave = async (): Promise<boolean> => {
  const dirty = guarded.findLast(({ guard }) => guard.isDirty())
  return dirty ? dirty.guard.ask() : true
}

/**
 * Asks the user before they leave the page by back, forward, a typed address or a link of the suite.
 * @returns a function that removes the guard
 */
export function guardLeaving(guard: LeaveGuard): () => void {
  const mine = { guard, at: position() }
  guarded = [...guarded, mine]
  return () => {
    guarded = guarded.filter((other) => other !== mine)
  }
}
