import { profile, useLanguage } from '@atrium/shared-api'
import { useEffect } from 'react'

/** Names the page in the browser's tab: the screen first, then the system. */
export function useTitle(screen: string | undefined): void {
  const system = profile().systemName[useLanguage()]
  useEffect(() => {
    document.title = screen ? `${screen} - ${system}` : system
  }, [screen, system])
}
