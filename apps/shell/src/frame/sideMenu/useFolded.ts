import { storageKeys } from '@atrium/shared-api'
import { useState } from 'react'

/** Whether the menu is folded; this browser remembers it. */
export function useFolded(): [boolean, (folded: boolean) => void] {
  const [folded, setFolded] = useState(() => localStorage.getItem(storageKeys.menuFolded) === 'true')
  const fold = (folded: boolean): void => {
    localStorage.setItem(storageKeys.menuFolded, String(folded))
    setFolded(folded)
  }
  return [folded, fold]
}
