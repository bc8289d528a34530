import { useEffect, useRef } from 'react'

/**
 * Makes Arco's searchable select one stop of the tab order. By itself it hands the focus on from its frame to its
 * search field, so that Shift+Tab never leaves it, and keeps the field focusable while hiding it from screen readers.
 * @returns props of an element round the select
 */
export function useOneTabStop() {
  const ref = useRef<HTMLDivElement>(null)
  const settle = () => {
    const search = ref.current?.querySelector('input')
    const frame = ref.current?.querySelector<HTMLElement>('[role="combobox"]:not([aria-disabled="true"])')
    if (search) search.tabIndex = -1
    if (frame) frame.tabIndex = document.activeElement === search ? -1 : 0
  }
  useEffect(settle)
  // The focus is at rest only when the events of its passing on are over.
  const later = () => {
    setTimeout(settle)
  }
  return { ref, onFocus: later, onBlur: later }
}
