import { useTexts } from '@atrium/shared-api'
import { ErrorState } from '@atrium/ui-kit'
import { useState } from 'react'
import { useTitle } from '../frame/useTitle.ts'
import { Contents } from './Contents.tsx'
import { ManualSkeleton } from './ManualSkeleton.tsx'
import { ManualTabs } from './ManualTabs.tsx'
import { headingsOf, ManualText } from './manual/index.ts'
import type { ManualName } from './manuals.ts'
import { SearchBar } from './search/index.ts'
import './texts/index.ts'
import { useManual } from './useManual.ts'
import { useSection } from './useSection.ts'
import './help.css'

/** A manual with its table of contents and a search within it; `?section=` of the address leads to a heading. */
export default function HelpPage({ name }: { readonly name: ManualName }) {
  const t = useTexts('help')
  useTitle(`${t(name)} - ${t('title')}`)
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
          <Contents headings={headings} />
          <article ref={setArticle} className="help-article" tabIndex={-1}>
            {text === undefined ? <ManualSkeleton /> : <ManualText text={text} />}
          </article>
        </div>
      )}
    </div>
  )
}
