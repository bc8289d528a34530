import { Link, useLocation, useTexts } from '@atrium/shared-api'
import { useNarrow } from '@atrium/ui-kit'
import type { Heading } from './manual/index.ts'

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
