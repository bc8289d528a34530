import { useTexts } from '@atrium/shared-api'
import { Button, Input } from '@atrium/ui-kit'
import { IconDown, IconUp } from '@atrium/ui-kit/icons'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { findRanges } from './find-ranges.ts'

interface SearchBarProps {
  /** What is searched. */
  readonly article: Element | null
  /** The text that it shows. */
  readonly text: string | undefined
}

/** Finds words in the manual: Enter goes on, Shift and Enter back, Escape clears. */
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

/**
 * The search for a phrase within an element.
 * @param text what the element shows; it is searched again when that changes
 */
function useSearch(element: Element | null, text: string | undefined) {
  const [phrase, setPhrase] = useState('')
  const [present, setPresent] = useState(0)
  const [ranges, setRanges] = useState<readonly Range[]>([])
  const count = ranges.length
  const range = ranges[present]

  // By the text too: another one in the same element has other places.
  useEffect(() => setRanges(element ? findRanges(element, phrase) : []), [element, phrase, text])

  useEffect(() => {
    highlight(ranges, range)
    range?.startContainer.parentElement?.scrollIntoView({ block: 'center' })
    return clearHighlights
  }, [ranges, range])

  return {
    phrase,
    /** From 1; 0 where nothing was found. */
    present: count === 0 ? 0 : present + 1,
    count,
    search: (wanted: string) => {
      setPhrase(wanted)
      setPresent(0)
    },
    /** Goes on to the next place, or with -1 to the one before, from the last to the first. */
    move: (step: 1 | -1) => setPresent((at) => (count === 0 ? 0 : (at + step + count) % count)),
  }
}

const allName = 'help-found'
const presentName = 'help-present'

/** Browsers without it go to the places that were found all the same. */
const registry = (): HighlightRegistry | undefined => ('highlights' in CSS ? CSS.highlights : undefined)

/** Marks ranges in the page without a change of its elements, the present one more than the others. */
function highlight(ranges: readonly Range[], present: Range | undefined): void {
  const highlights = registry()
  highlights?.set(allName, new Highlight(...ranges))
  highlights?.set(presentName, new Highlight(...(present ? [present] : [])))
}

/** Takes all marks away. */
function clearHighlights(): void {
  registry()?.delete(allName)
  registry()?.delete(presentName)
}
