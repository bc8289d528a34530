import { useEffect } from 'react'
import { useLanguage } from './i18n/hooks.ts'
import { isEmbedded } from './page.ts'
import { profile } from './profile.ts'

/** Names the page in the browser's tab: the screen first, then the system. Somebody else's page keeps its name. */
export function usePageTitle(screen: string | undefined): void {
  const system = profile().systemName[useLanguage()]
  useEffect(() => {
    if (isEmbedded) return
    document.title = screen ? `${screen} - ${system}` : system
  }, [screen, system])
}
