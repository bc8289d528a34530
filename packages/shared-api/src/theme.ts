import { create } from 'zustand'
import { applyToPage } from './page.ts'
import { readCookie, writeCookie } from './storage/cookies.ts'
import { storageKeys } from './storage/keys.ts'

export const themes = ['light', 'dark', 'auto'] as const
export type Theme = (typeof themes)[number]

const year = 365 * 24 * 3600
const systemDark = window.matchMedia('(prefers-color-scheme: dark)')

const stored = (): Theme => themes.find((theme) => theme === readCookie(storageKeys.theme)) ?? 'auto'

const useStore = create<{ readonly theme: Theme }>(() => ({ theme: stored() }))

/** Whether the page is currently dark, by choice or because the system is. */
function isDark(): boolean {
  const { theme } = useStore.getState()
  return theme === 'auto' ? systemDark.matches : theme === 'dark'
}

const applyTheme = (): void => applyToPage({ theme: isDark() ? 'dark' : 'light' })

/** Applies the chosen theme to the page from now on. Call it before the first render. */
export function followTheme(): void {
  applyTheme()
  systemDark.addEventListener('change', applyTheme)
}

/** Sets the theme. The cookie lets the server render the next page's skeleton in it. */
export function setTheme(theme: Theme): void {
  writeCookie(storageKeys.theme, theme, year)
  useStore.setState({ theme })
  applyTheme()
}

/** The chosen theme. */
export const useTheme = (): Theme => useStore(({ theme }) => theme)
