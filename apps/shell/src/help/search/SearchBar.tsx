import { useTexts } from '@atrium/shared-api'
import { Button, Input } from '@atrium/ui-kit'
import { IconDown, IconUp } from '@atrium/ui-kit/icons'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { findRanges } from './find-ranges.ts'

interface SearchBarProps {
  /** Element to search. */
  readonly article: Element | null
  /** Text of the element. A change repeats the search. */
  readonly text: string | undefined
}

/** Searches the manual. Enter goes to the next match, Shift+Enter to the previous one, and Escape clears the search. */
export function SearchBar({ article, text }: SearchBarProps) {
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

/** Searches for a phrase within an element. @param text the element's text; a change repeats the search */
function useSearch(element: Element | null, text: string | undefined) {
  const [phrase, setPhrase] = useState('')
  const [present, setPresent] = useState(0)
  const [ranges, setRanges] = useState<readonly Range[]>([])
  const count = ranges.length
  const range = ranges[present]

  // Depends on the text too, because the same element may show another text.
  useEffect(() => setRanges(element ? findRanges(element, phrase) : []), [element, phrase, text])

  useEffect(() => {
    highlight(ranges, range)
    range?.startContainer.parentElement?.scrollIntoView({ block: 'center' })
    return clearHighlights
  }, [ranges, range])

  return {
    phrase,
    /** Position of the current match, counted from 1. 0 if there is no match. */
    present: count === 0 ? 0 : present + 1,
    count,
    search: (wanted: string) => {
      setPhrase(wanted)
      setPresent(0)
    },
    /** Goes to the next match, or to the previous one for -1, and wraps around. */
    move: (step: 1 | -1) => setPresent((at) => (count === 0 ? 0 : (at + step + count) % count)),
  }
}

const allName = 'help-found'
const presentName = 'help-present'

/** Returns the highlight registry. Browsers without a registry can still jump to matches. */
const registry = (): HighlightRegistry | undefined => ('highlights' in CSS ? CSS.highlights : undefined)

/** Highlights ranges without changing elements. The current range has a stronger highlight. */
function highlight(ranges: readonly Range[], present: Range | undefined): void {
  const highlights = registry()
  highlights?.set(allName, new Highlight(...ranges))
  highlights?.set(presentName, new Highlight(...(present ? [present] : [])))
}

function clearHighlights(): void {
  registry()?.delete(allName)
  registry()?.delete(presentName)
}
