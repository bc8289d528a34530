import { storageKeys } from '../storage/index.ts'
import { adoptOtherTabSession } from './renew.ts'
import { sessionKey, storedKey } from './store.ts'

/** A cookie that another tab has just changed may be read here as it was for a moment longer. Milliseconds. */
const settling = 1000

const look = (): void => {
  if (storedKey() !== sessionKey()) void adoptOtherTabSession()
}

/** Keeps this page in step with the other tabs: who signs in, again or as somebody else, or out there, does so here. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key !== storageKeys.sessionChange) return
    look()
    setTimeout(look, settling)
  })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look())
}
