import { Link, pathOf, useLocation, usePageTitle, useSession, useTexts } from '@atrium/shared-api'
import { ErrorState } from '@atrium/ui-kit'
import { useState } from 'react'
import { Contents, useSection } from './Contents.tsx'
import { headingsOf } from './manual/headings.ts'
import { ManualText } from './manual/ManualText.tsx'
import { type ManualName, manuals } from './manuals.ts'
import { SearchBar } from './search/SearchBar.tsx'
import { useManual } from './use-manual.ts'
import './texts/index.ts'
import './help.css'

/** Shows a manual with a table of contents and a search. `?section=` in the address leads to a heading. */
export default function HelpPage({ name }: { readonly name: ManualName }) {
  const t = useTexts('help')
  usePageTitle(`${t(name)} - ${t('title')}`)
  const { text, failed, retry } = useManual(name)
  const [article, setArticle] = useState<HTMLElement | null>(null)
  const headings = text === undefined ? [] : headingsOf(text)
  useSection(article, text)
  return (
    <div className="help">
      <div className="help-head">
        <ManualTabs present={name} />
        <SearchBar article={article} text={text} />
      </div>
      {failed ? (
        <ErrorState title={t('failed')} detail={t('failedDetail')} retryLabel={t('retry')} onRetry={retry} />
      ) : (
        <div className="help-body">
          <Contents headings={headings} article={article} />
          <article ref={setArticle} className="help-article" tabIndex={-1}>
            {text === undefined ? <ManualSkeleton /> : <ManualText text={text} />}
          </article>
        </div>
      )}
    </div>
  )
}

/**
 * Links to the basic manual, which is for all users, and to those of the user's products. Manuals are not
 * confidential: users may read the manual of any product by its address.
 */
function ManualTabs({ present }: { readonly present: ManualName }) {
  const t = useTexts('help')
  const { pathname } = useLocation()
  const software = useSession(({ user }) => user?.softwareList) ?? []
  const shown = manuals.filter(
    ({ name, software: code }) =>
      name === 'common' || name === present || software.some((product) => product.code === code),
  )
  return (
    <nav className="help-tabs" aria-label={t('manuals')}>
      {shown.map(({ name, route }) => (
        <Link
          key={name}
          to={pathOf(route, pathname)}
          className="help-tab"
          aria-current={name === present ? 'page' : undefined}
        >
          {t(name)}
        </Link>
      ))}
    </nav>
  )
}

/** Shown while a manual loads: a title and lines. */
function ManualSkeleton() {
  return (
    <div className="help-skeleton" aria-hidden="true">
      <i className="help-skeleton-title" />
      <i />
      <i />
      <i />
      <i />
    </div>
  )
}
