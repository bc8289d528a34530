import { Button } from '@arco-design/web-react'
import type { auditList, ResponseOf } from '@atrium/contract'
import { shownInstant } from '../base/instant.ts'
import { useHistoryText } from './texts/index.ts'

export interface SearchedToProps {
  readonly result: ResponseOf<typeof auditList> | undefined
  /** Event before which the list was searched; '' for the newest. */
  readonly before: string
  readonly onSearch: (before: string) => void
}

/** Shows how far back a list of events was searched, if not to the beginning, and searches further back. */
export function SearchedTo({ result, before, onSearch }: SearchedToProps) {
  const t = useHistoryText()
  const { searchedTo = '', searchedToTime = '' } = result ?? {}
  if (searchedTo === '' && before === '') return null
  return (
    <div className="history-searched">
      <p role="status">
        {searchedTo === '' ? t('searched.all') : t('searched.to', { time: shownInstant(searchedToTime) })}
      </p>
      {searchedTo !== '' && <Button onClick={() => onSearch(searchedTo)}>{t('searched.further')}</Button>}
      {before !== '' && (
        <Button type="text" onClick={() => onSearch('')}>
          {t('searched.newest')}
        </Button>
      )}
    </div>
  )
}
