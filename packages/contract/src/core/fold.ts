const sigma = /[Σς]/g
const dash = /[\u2010-\u2015\u2212]/g

/**
 * Folds a text for comparison, so that it does not matter how it was typed: compatibility forms such as full-width
 * letters, decomposed letters (NFKC), case, and the kind of hyphen, dash or minus sign. `ー` stays: it is a letter. The
 * database's function `fold_text` returns the same. Under `toLowerCase`, Turkish `İ` and final sigma would change by
 * their context, so they are replaced before.
 */
export const foldText = (text: string): string =>
  text.normalize('NFKC').replaceAll('İ', 'i').replace(sigma, 'σ').replace(dash, '-').toLowerCase()

/** Whether a text contains the search text, compared in folded form. Every text contains an empty search text. */
export const containsFolded = (text: string, typed: string): boolean =>
  foldText(text).includes(foldText(typed).trim())

/** Range within a text. */
interface TextRange {
  readonly start: number
  /** Index after the range's last UTF-16 unit. */
  readonly end: number
}

const characters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Returns every occurrence of a search text in a text, first to last. Both are compared in folded form. */
export function foldedRanges(text: string, typed: string): TextRange[] {
  const wanted = foldText(typed).trim()
  if (wanted === '') return []
  let folded = ''
  // Maps each unit of the folded text to its original character.
  const origins: TextRange[] = []
  for (const { segment, index } of characters.segment(text)) {
    const part = foldText(segment)
    for (let unit = 0; unit < part.length; unit++) origins.push({ start: index, end: index + segment.length })
    folded += part
  }
  const ranges: TextRange[] = []
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
    const [first, last] = [origins[at], origins[at + wanted.length - 1]]
    if (first && last) ranges.push({ start: first.start, end: last.end })
  }
  return ranges
}
