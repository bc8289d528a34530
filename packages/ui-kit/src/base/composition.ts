/** The key code that browsers give to a key the input method consumes. */
const inputMethodKeyCode = 229

/** Safari ends a composition before it reports the key that ended it: only the key code shows it then. */
const belongsToInputMethod = (event: Event): boolean =>
  event instanceof KeyboardEvent && (event.isComposing || event.keyCode === inputMethodKeyCode)

const stopComposing = (event: Event): void => {
  if (belongsToInputMethod(event)) event.stopPropagation()
}

const keys = ['keydown', 'keyup'] as const

/**
 * Keeps the keys of a composition from every handler inside a target, so that Enter accepts a candidate of the input
 * method and does not submit a form. The input method itself gets each key before the page.
 */
export function shieldComposition(target: EventTarget): () => void {
  for (const key of keys) target.addEventListener(key, stopComposing, { capture: true })
  return () => {
    for (const key of keys) target.removeEventListener(key, stopComposing, { capture: true })
  }
}
