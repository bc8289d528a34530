import { type RefObject, useLayoutEffect, useState } from 'react'

/** Maximum width that a column gets to show its content in full, in pixels. */
export const widestForContent = 360

/** Widths in pixels, by column key. */
type Widths = Readonly<Record<string, number>>

/** Widths that the content of columns needs; empty until measured. */
export interface ContentWidths {
  /** Width of the widest content of each column, ignoring cells too long for any column. */
  readonly whole: Widths
  /** The same widths with product names abbreviated. */
  readonly short: Widths
  /** Keys of columns that contain a cell too long for any column. */
  readonly overlong: readonly string[]
}

const unknown: ContentWidths = { whole: {}, short: {}, overlong: [] }

/** Class of a table whose columns are as wide as their content. */
const measured = 'table-measured'
/** Class that shows the short forms of names in a measured table. */
const measuredShort = 'table-measured-short'
/** Class that makes each cell of a measured table as wide as its own content. */
const measuredByCell = 'table-measured-by-cell'

/** `offsetWidth` is rounded, so the content may need a fraction of a pixel more. */
const widthOf = (cell: HTMLElement): number => cell.offsetWidth + 1

/** Returns the width of a column, ignoring cells too long for any column. */
function widthWithoutOverlong(table: HTMLTableElement, index: number): number {
  const cells = [...table.querySelectorAll<HTMLElement>(`tr:not(.table-gap) > :nth-child(${index + 1})`)]
  return Math.max(...cells.map(widthOf).filter((width) => width <= widestForContent))
}

/** Lays a table out by its content, before it is painted, and reads the widths of its columns. */
function measure(scroller: HTMLElement, keys: readonly string[]): ContentWidths {
  const table = scroller.querySelector('table')
  if (!table) return unknown
  const { scrollLeft } = scroller
  const { width } = table.style
  table.style.width = 'max-content'
  table.classList.add(measured)
  const heads = [...table.querySelectorAll('th')]
  // The layout width stays the same while an opening dialog is scaled.
  const read = (): Widths =>
    Object.fromEntries(keys.map((key, index) => [key, heads[index] ? widthOf(heads[index]) : 0]))
  const whole = { ...read() }
  const overlong = keys.filter(
    (key, index) => (whole[key] ?? 0) > widestForContent && !heads[index]?.classList.contains('action-cell'),
  )
  if (overlong.length > 0) {
    table.classList.add(measuredByCell)
    for (const key of overlong) whole[key] = widthWithoutOverlong(table, keys.indexOf(key))
    table.classList.remove(measuredByCell)
  }
  table.classList.add(measuredShort)
  const short = table.querySelector('.short-name') ? read() : {}
  table.classList.remove(measured, measuredShort)
  table.style.width = width
  scroller.scrollLeft = scrollLeft
  return { whole, short, overlong }
}

/** Whether an element's content is cut although a column could show it in full. */
const isCut = (element: Element | null | undefined, known: number): boolean =>
  !!element &&
  element.scrollWidth > Math.max(element.clientWidth, known) &&
  element.scrollWidth <= widestForContent

/** Whether a row has cut content that needs more room than any row measured before. */
const outgrows = (scroller: HTMLElement, keys: readonly string[], { whole }: ContentWidths): boolean =>
  [...scroller.querySelectorAll('tbody tr:not(.table-gap)')].some((row) =>
    keys.some((key, index) => {
      const cell = row.children[index]
      return isCut(cell, whole[key] ?? 0) || isCut(cell?.firstElementChild, whole[key] ?? 0)
    }),
  )

const wider = (one: Widths, other: Widths): Widths =>
  Object.fromEntries(Object.entries(one).map(([key, width]) => [key, Math.max(width, other[key] ?? 0)]))

const widest = (one: ContentWidths, other: ContentWidths): ContentWidths => ({
  whole: wider(one.whole, other.whole),
  short: wider(one.short, other.short),
  overlong: [...new Set([...one.overlong, ...other.overlong])],
})

interface Table {
  readonly scroller: RefObject<HTMLElement | null>
  /** Keys of the rendered columns, in order, separated by commas. */
  readonly keys: string
  /** An object that changes when the columns' content does, e.g. with the language. */
  readonly columns: object
  readonly rows: object | undefined
  /** Width available for all columns in pixels; 0 until it is known. */
  readonly available: number
}

interface Measured extends Pick<Table, 'keys' | 'columns' | 'available'> {
  readonly widths: ContentWidths
}

/**
 * Returns the widths that the content of a table's columns needs. Later rows can only increase them, so that columns
 * do not jump from page to page. Rows that need no more room are not measured.
 */
export function useContentWidths({ scroller, keys, columns, rows, available }: Table): ContentWidths {
  const [known, setKnown] = useState<Measured>()
  // Runs before the browser paints.
  useLayoutEffect(() => {
    const scrolled = scroller.current
    if (!scrolled || !rows || available === 0) return
    const drawn = keys.split(',')
    const holds = known?.keys === keys && known.columns === columns && known.available === available
    if (!holds) return setKnown({ keys, columns, available, widths: measure(scrolled, drawn) })
    if (!outgrows(scrolled, drawn, known.widths)) return
    const widths = widest(known.widths, measure(scrolled, drawn))
    if (drawn.some((key) => widths.whole[key] !== known.widths.whole[key])) setKnown({ ...known, widths })
  }, [scroller, keys, columns, rows, available, known])
  return known?.columns === columns ? known.widths : unknown
}
