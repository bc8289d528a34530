import { Link, useLocation, useTexts } from '@atrium/shared-api'
import { useNarrow } from '@atrium/ui-kit'
import { useEffect } from 'react'
import type { Heading } from './manual/headings.ts'

/** The table of contents: beside the manual, on narrow screens folded above it. */
export function Contents({ headings }: { readonly headings: readonly Heading[] }) {
  const t = useTexts('help')
  const narrow = useNarrow()
  const { search } = useLocation()
  const present = new URLSearchParams(search).get('section')
  const list = (
    <ol>
      {headings
        .filter(({ depth }) => depth === 2 || depth === 3)
        .map(({ id, depth, text }) => (
          <li key={id} data-depth={depth}>
            <Link
              to={{ search: `?${new URLSearchParams({ section: id })}` }}
              aria-current={id === present ? 'true' : undefined}
            >
              {text}
            </Link>
          </li>
        ))}
    </ol>
  )
  if (narrow) {
    return (
      <details className="help-contents">
        <summary>{t('contents')}</summary>
        {list}
      </details>
    )
  }
  return (
    <nav className="help-contents" aria-label={t('contents')}>
      {list}
    </nav>
  )
}

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
