import { Link, pathOf, useLocation, usePageTitle, useTexts } from '@atrium/shared-api'
import { Button, ErrorState } from '@atrium/ui-kit'
import { EmptyState, KeywordInput, PageHeader } from '@atrium/ui-kit/list'
import type { ReactNode } from 'react'
import './choice-list.css'

/** An item to open. */
interface Choice {
  readonly key: string
  readonly name: string
  /** Text that distinguishes the item from others. */
  readonly line: string
  /** Tags at the end of the row. */
  readonly notes: ReactNode
  readonly onOpen: () => void
}

interface ChoiceListProps {
  readonly title: string
  readonly purpose: string
  /** Placeholder of the search field. */
  readonly search: string
  readonly keyWord: string
  readonly onSearch: (keyWord: string) => void
  /** Matching items, undefined until the response arrives. */
  readonly choices: readonly Choice[] | undefined
  /** Whether there are more matches than the list shows. */
  readonly hasMore?: boolean
  readonly error: Error | null
  readonly onRetry: () => void
  /** Texts shown for an empty list. */
  readonly empty: { readonly title: string; readonly hint: string }
}

/** Page on which the user chooses one of several items to open. */
export function ChoiceList({ title, purpose, search, keyWord, onSearch, ...found }: ChoiceListProps) {
  const t = useTexts('landing')
  const { pathname } = useLocation()
  usePageTitle(title)
  return (
    <div className="page">
      <Link to={pathOf('softIndex', pathname)} className="choice-home">
        {t('home')}
      </Link>
      <PageHeader title={title} purpose={purpose} />
      <div className="card">
        <search className="choice-search">
          <KeywordInput placeholder={search} value={keyWord} onChange={onSearch} />
        </search>
        <Choices {...found} label={title} searched={keyWord !== ''} onClear={() => onSearch('')} />
      </div>
    </div>
  )
}

interface ChoicesProps extends Pick<ChoiceListProps, 'choices' | 'hasMore' | 'error' | 'onRetry' | 'empty'> {
  readonly label: string
  readonly searched: boolean
  readonly onClear: () => void
}

function Choices({ label, choices, hasMore, error, onRetry, empty, searched, onClear }: ChoicesProps) {
  const t = useTexts('landing')
  if (error) {
    return (
      <ErrorState title={t('listFailed')} detail={error.message} retryLabel={t('retry')} onRetry={onRetry} />
    )
  }
  if (!choices) return <ChoiceSkeleton />
  if (choices.length === 0 && searched)
    return <EmptyState title={t('noMatch')} action={<Button onClick={onClear}>{t('clear')}</Button>} />
  if (choices.length === 0) return <EmptyState {...empty} />
  return (
    <ul className="choices" aria-label={label}>
      {choices.map(({ key, name, line, notes, onOpen }) => (
        <li key={key}>
          <button type="button" className="choice" onClick={onOpen}>
            <span className="choice-texts">
              <span className="choice-name">{name}</span>
              <span className="choice-line">{line}</span>
            </span>
            <span className="choice-notes">{notes}</span>
          </button>
        </li>
      ))}
      {hasMore && <li className="choices-more">{t('more')}</li>}
    </ul>
  )
}

const ChoiceSkeleton = () => (
  <div className="choices choice-skeleton" aria-hidden="true">
    <i />
    <i />
    <i />
  </div>
)
