import { useSyncExternalStore } from 'react'

const narrow = '(max-width: 767px)'

const subscribe = (changed: () => void): (() => void) => {
  const query = matchMedia(narrow)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether the window is below 768 px, where the menu is a drawer and dialogs fill the screen. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(narrow).matches)
