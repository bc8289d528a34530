import { useTexts } from '@atrium/shared-api'
import { Button, Input } from '@atrium/ui-kit'
import { IconDown, IconUp } from '@atrium/ui-kit/icons'
import type { KeyboardEvent } from 'react'
import { useSearch } from './useSearch.ts'

interface Props {
  /** What is searched. */
  readonly article: Element | null
  /** The text that it shows. */
  readonly text: string | undefined
}

/** Finds words in the manual: Enter goes on, Shift and Enter back, Escape clears. */
export function SearchBar({ article, text }: Props) {
  const t = useTexts('help')
  const { phrase, present, count, search, move } = useSearch(article, text)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') move(event.shiftKey ? -1 : 1)
    if (event.key === 'Escape') search('')
  }
  const found = count > 0 ? t('found', { present, count }) : t('foundNothing')
  return (
    <search className="help-search">
      <Input
        aria-label={t('search')}
        placeholder={t('search')}
        value={phrase}
        onChange={search}
        onKeyDown={onKeyDown}
      />
      <Button
        aria-label={t('previous')}
        icon={<IconUp aria-hidden="true" />}
        disabled={count === 0}
        onClick={() => move(-1)}
      />
      <Button
        aria-label={t('next')}
        icon={<IconDown aria-hidden="true" />}
        disabled={count === 0}
        onClick={() => move(1)}
      />
      <output className="help-found">{phrase.trim() && found}</output>
    </search>
  )
}
