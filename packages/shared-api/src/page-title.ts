import { useEffect } from 'react'
import { useLanguage } from './i18n/hooks.ts'
import { profile } from './profile.ts'

/** Names the page in the browser's tab: the screen first, then the system. */
export function usePageTitle(screen: string | undefined): void {
  const system = profile().systemName[useLanguage()]
  useEffect(() => {
    document.title = screen ? `${screen} - ${system}` : system
  }, [screen, system])
}
