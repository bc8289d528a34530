import { type RefObject, useLayoutEffect, useState } from 'react'

/** What the content of columns takes at its widest, in pixels, by the columns' keys; nothing while nobody knows. */
export type ContentWidths = Readonly<Record<string, number>>

const unknown: ContentWidths = {}

/** The class of a table whose columns are as wide as their content. */
const measured = 'table-measured'

/** Has the browser lay a table out by its content for a moment, and reads how wide its columns are then. */
function measure(scroller: HTMLElement, keys: readonly string[]): ContentWidths {
  const table = scroller.querySelector('table')
  if (!table) return unknown
  const { scrollLeft } = scroller
  const { width } = table.style
  table.style.width = 'max-content'
  table.classList.add(measured)
  // As laid out, whatever a dialog that is just opening is scaled to; rounded, so that a fraction more may be needed.
  const widths = [...table.querySelectorAll('th')].map((head) => head.offsetWidth + 1)
  table.classList.remove(measured)
  table.style.width = width
  scroller.scrollLeft = scrollLeft
  return Object.fromEntries(keys.map((key, index) => [key, widths[index] ?? 0]))
}

const isCut = (element: Element | null | undefined, known: number): boolean =>
  !!element && element.scrollWidth > Math.max(element.clientWidth, known)

/** Whether a row is drawn whose content is cut and takes more than any before it. */
const outgrows = (scroller: HTMLElement, keys: readonly string[], known: ContentWidths): boolean =>
  [...scroller.querySelectorAll('tbody tr:not(.table-gap)')].some((row) =>
    keys.some((key, index) => {
      const cell = row.children[index]
      return isCut(cell, known[key] ?? 0) || isCut(cell?.firstElementChild, known[key] ?? 0)
    }),
  )

const widest = (one: ContentWidths, other: ContentWidths): ContentWidths =>
  Object.fromEntries(Object.entries(one).map(([key, width]) => [key, Math.max(width, other[key] ?? 0)]))

interface Table {
  readonly scroller: RefObject<HTMLElement | null>
  /** The keys of the columns that are drawn, in order, with commas between. */
  readonly keys: string
  /** Another object where the columns' content is another, as in another language. */
  readonly columns: object
  readonly rows: object | undefined
  /** The room for all columns in pixels, 0 while nobody knows. */
  readonly available: number
}

interface Measured extends Pick<Table, 'keys' | 'columns' | 'available'> {
  readonly widths: ContentWidths
}

/**
 * How wide the content of a table's columns is. Later rows only add to it, so that columns do not jump to and fro from
 * page to page, and rows that need no more are not measured.
 */
export function useContentWidths({ scroller, keys, columns, rows, available }: Table): ContentWidths {
  const [known, setKnown] = useState<Measured>()
  // Before anything is painted.
  useLayoutEffect(() => {
    const place = scroller.current
    if (!place || !rows || available === 0) return
    const drawn = keys.split(',')
    const holds = known?.keys === keys && known.columns === columns && known.available === available
    if (!holds) return setKnown({ keys, columns, available, widths: measure(place, drawn) })
    if (!outgrows(place, drawn, known.widths)) return
    const widths = widest(known.widths, measure(place, drawn))
    if (drawn.some((key) => widths[key] !== known.widths[key])) setKnown({ ...known, widths })
  }, [scroller, keys, columns, rows, available, known])
  return known?.columns === columns ? known.widths : unknown
}
