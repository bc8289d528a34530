import { foldedRanges } from '@atrium/contract'

/** Elements that separate text. A phrase does not match across them. */
const blocks = 'p, li, h1, h2, h3, h4, pre, td, th, blockquote'

interface Piece {
  readonly node: Text
  /** Offset within the whole text. */
  readonly start: number
}

/** Returns the texts below an element, with a line break between blocks. */
function readText(element: Element): { readonly text: string; readonly pieces: readonly Piece[] } {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const pieces: Piece[] = []
  let text = ''
  let block: Element | null | undefined
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue
    const present = node.parentElement?.closest(blocks)
    if (present !== block) text += '\n'
    block = present
    pieces.push({ node, start: text.length })
    text += node.data
  }
  return { text, pieces }
}

/**
 * Finds every occurrence of a phrase in an element, also across inline markup. Phrase and text are case-folded first.
 * @returns ranges in the order of the text
 */
export function findRanges(element: Element, phrase: string): readonly Range[] {
  const { text, pieces } = readText(element)
  const setBoundary = (range: Range, at: number, side: 'setStart' | 'setEnd'): void => {
    const piece = pieces.findLast(({ start }) => (side === 'setStart' ? start <= at : start < at))
    if (piece) range[side](piece.node, at - piece.start)
  }
  return foldedRanges(text, phrase).map(({ start, end }) => {
    const range = document.createRange()
    setBoundary(range, start, 'setStart')
    setBoundary(range, end, 'setEnd')
    return range
  })
}
