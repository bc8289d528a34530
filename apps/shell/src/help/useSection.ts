import { useLocation } from '@atrium/shared-api'
import { useEffect } from 'react'

/**
 * Brings the section into view that the address asks for, each time it is asked for.
 * @param article the manual's element
 * @param text the manual; it is looked for again when that has come
 */
export function useSection(article: HTMLElement | null, text: string | undefined): void {
  const { search, key } = useLocation()
  // By the key too: a click on the same entry is a wish to go there again.
  useEffect(() => {
    const section = new URLSearchParams(search).get('section')
    if (!article || text === undefined) return
    const heading = section && article.querySelector<HTMLElement>(`[id="${CSS.escape(section)}"]`)
    if (heading) {
      heading.scrollIntoView()
      heading.focus({ preventScroll: true })
    } else if (!section) window.scrollTo(0, 0)
  }, [article, text, search, key])
}
