import { useSyncExternalStore } from 'react'

let query: MediaQueryList | undefined

/** One media query shared by all callers, because every table row uses it on every render. */
const narrow = (): MediaQueryList => {
  query ??= matchMedia('(max-width: 767px)')
  return query
}

const subscribe = (changed: () => void): (() => void) => {
  narrow().addEventListener('change', changed)
  return () => narrow().removeEventListener('change', changed)
}

/** Whether the window is narrower than 768 px, so that the menu is a drawer and dialogs fill the screen. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow().matches)
