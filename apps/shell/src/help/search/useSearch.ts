import { useEffect, useState } from 'react'
import { findRanges } from './find-ranges.ts'
import { clearHighlights, highlight } from './highlights.ts'

/**
 * The search for a phrase within an element.
 * @param text what the element shows; it is searched again when that changes
 */
export function useSearch(element: Element | null, text: string | undefined) {
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
