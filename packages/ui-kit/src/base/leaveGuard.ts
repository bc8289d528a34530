import { hasAddress, isEmbedded } from '@atrium/shared-api'

export interface LeaveGuard {
  /** Whether something would be lost now. */
  readonly isDirty: () => boolean
  /** Asks the user whether to leave nevertheless. */
  readonly ask: () => Promise<boolean>
}

interface Guarded {
  readonly guard: LeaveGuard
  readonly at: number | undefined
}

/** Of the dialogs that are open, one over the other. */
let guarded: readonly Guarded[] = []
let returning = false

/**
 * Position of the page in the history. Without the Navigation API it is the router's number of its entry; an address
 * typed by hand has none and counts as one step forward.
 */
function position(): number | undefined {
  if ('navigation' in window) return window.navigation.currentEntry?.index
  const state: unknown = history.state
  const index: unknown = Object(state).idx
  return typeof index === 'number' ? index : undefined
}

/** The browser has moved already: it is brought back unseen by the router, and moves again if the user agrees. */
async function holdNavigation(event: PopStateEvent): Promise<void> {
  if (returning) {
    returning = false
    event.stopImmediatePropagation()
    return
  }
  // Another site's page navigates as it likes.
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

// Listeners of a window run in the order of their registration: this one comes before the router's.
addEventListener('popstate', holdNavigation)

/** Whether a click is one that follows a link: with a key held down the browser opens it elsewhere. */
const follows = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(ctrlKey || metaKey || shiftKey || altKey)

let following = false

/** A click on a link of the suite is held likewise, and made again if the user agrees. */
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

// The links of somebody else's page are no links of the suite.
if (!isEmbedded) addEventListener('click', holdClick, { capture: true })

/**
 * Asks before the page itself replaces a form with input, e.g. by a selector.
 * @returns whether it may: nothing would be lost, or the user agreed
 */
export const mayLeave = async (): Promise<boolean> => {
  const dirty = guarded.findLast(({ guard }) => guard.isDirty())
  return dirty ? dirty.guard.ask() : true
}

/**
 * Asks before the page is left by back, forward, an address typed in or a link of the suite.
 * @returns ends it
 */
export function guardLeaving(guard: LeaveGuard): () => void {
  const mine = { guard, at: position() }
  guarded = [...guarded, mine]
  return () => {
    guarded = guarded.filter((other) => other !== mine)
  }
}
