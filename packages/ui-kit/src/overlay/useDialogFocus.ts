import { type RefObject, useEffect, useRef } from 'react'

const fields =
  ':is(input, textarea):not([disabled], [aria-hidden="true"], [tabindex="-1"]), [role="combobox"]:not([aria-disabled="true"])'

/**
 * Puts the focus on the first field when a dialog opens, and back to where it was when it closes.
 * @returns to be set on the dialog's content
 */
export function useDialogFocus(open: boolean): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null)
  const before = useRef<Element>(null)
  // Arco focuses the dialog itself, in timers that are already set when these are.
  useEffect(() => {
    if (!open) return giveBack(before)
    before.current = document.activeElement
    const timer = setTimeout(() => content.current?.querySelector<HTMLElement>(fields)?.focus())
    return () => clearTimeout(timer)
  }, [open])
  useEffect(() => () => giveBack(before), [])
  return content
}

/** Focuses where the focus was, once, unless that is gone by then: later the user is elsewhere. */
function giveBack(before: RefObject<Element | null>): void {
  const element = before.current
  before.current = null
  if (!(element instanceof HTMLElement)) return
  setTimeout(() => {
    if (element.isConnected) element.focus()
  })
}
