import { type Language, languageOf } from '@atrium/contract'
import { applyToPage } from '../page.ts'
import { readCookie, writeCookie } from '../storage/cookies.ts'
import { storageKeys } from '../storage/keys.ts'

const year = 365 * 24 * 3600

/** Returns the language last chosen in this browser; the default language at first. */
export const storedLanguage = (): Language => languageOf(readCookie(storageKeys.language))

/** Stores the language for later pages, and notifies other tabs, which do not see a changed cookie. */
export function storeLanguage(language: Language): void {
  writeCookie(storageKeys.language, language, year)
  localStorage.setItem(storageKeys.languageChange, language)
}

/** Sets the page's language for fonts, hyphenation and screen readers. */
export function applyLanguage(language: Language): void {
  applyToPage({ lang: language === 'zh' ? 'zh-CN' : language })
}
