import { languageOf } from '@atrium/contract'
import { storageKeys } from '../storage/index.ts'
import { setLanguage } from './i18n.ts'

/** Keeps this page in the language that another tab is switched to; what is typed stays. */
export function followLanguage(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== storageKeys.languageChange) return
    // Where its texts cannot be fetched the page stays as it is: nobody asked for the switch here.
    setLanguage(languageOf(newValue)).catch(() => undefined)
  })
}
