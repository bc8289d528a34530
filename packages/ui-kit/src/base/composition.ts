/** Key code that browsers report for a key consumed by the input method. */
const inputMethodKeyCode = 229

/** Safari ends a composition before it reports the key that ended it. Only the key code identifies that key. */
const belongsToInputMethod = (event: Event): boolean =>
  event instanceof KeyboardEvent && (event.isComposing || event.keyCode === inputMethodKeyCode)

const stopComposing = (event: Event): void => {
  if (belongsToInputMethod(event)) event.stopPropagation()
}

const keys = ['keydown', 'keyup'] as const

/**
 * Hides the keys of a composition from every handler inside a target, so that Enter accepts an input method's
 * suggestion instead of submitting a form. The input method receives each key before the page does.
 */
export function shieldComposition(target: EventTarget): () => void {
  for (const key of keys) target.addEventListener(key, stopComposing, { capture: true })
  return () => {
    for (const key of keys) target.removeEventListener(key, stopComposing, { capture: true })
  }
}
