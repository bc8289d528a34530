import { type Language, languageOf } from '@atrium/contract'
import { applyToPage } from '../page.ts'
import { readCookie, writeCookie } from '../storage/cookies.ts'
import { storageKeys } from '../storage/keys.ts'

const year = 365 * 24 * 3600

/** The language chosen last in this browser, the default one at first. */
export const storedLanguage = (): Language => languageOf(readCookie(storageKeys.language))

/** Stores the language for later pages, and notifies other tabs, which do not see a changed cookie. */
export function storeLanguage(language: Language): void {
  writeCookie(storageKeys.language, language, year)
  localStorage.setItem(storageKeys.languageChange, language)
}

/** Says it to the browser too: fonts, hyphenation and screen readers go by it. */
export function applyLanguage(language: Language): void {
  applyToPage({ lang: language === 'zh' ? 'zh-CN' : language })
}
