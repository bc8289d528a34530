import { useEffect } from 'react'
import { useLanguage } from './i18n/hooks.ts'
import { isEmbedded } from './page.ts'
import { profile } from './profile.ts'

/** Sets the title of the browser tab: the screen, then the system. Another site's page keeps its title. */
export function usePageTitle(screen: string | undefined): void {
  const system = profile().systemName[useLanguage()]
  useEffect(() => {
    if (isEmbedded) return
    document.title = screen ? `${screen} - ${system}` : system
  }, [screen, system])
}
