import { type RefObject, useLayoutEffect, useState } from 'react'

/** No column gets more than this to show its content whole, in pixels. */
export const widestForContent = 360

/** Widths in pixels, by the columns' keys. */
type Widths = Readonly<Record<string, number>>

/** How much room the content of columns takes; empty until it is measured. */
export interface ContentWidths {
  /** The widest content of each column, apart from cells too long for any column. */
  readonly whole: Widths
  /** The same with the short forms of names. */
  readonly short: Widths
  /** The keys of columns with a cell too long for any column. */
  readonly overlong: readonly string[]
}

const unknown: ContentWidths = { whole: {}, short: {}, overlong: [] }

/** The class of a table whose columns are as wide as their content. */
const measured = 'table-measured'
/** Shows the short forms of names in it. */
const measuredShort = 'table-measured-short'
/** Makes each of its cells as wide as its own content. */
const measuredByCell = 'table-measured-by-cell'

/** Rounded, so that a fraction more may be needed. */
const widthOf = (cell: HTMLElement): number => cell.offsetWidth + 1

/** Width of a column without its cells that no column could show whole. */
function widthWithoutOverlong(table: HTMLTableElement, index: number): number {
  const cells = [...table.querySelectorAll<HTMLElement>(`tr:not(.table-gap) > :nth-child(${index + 1})`)]
  return Math.max(...cells.map(widthOf).filter((width) => width <= widestForContent))
}

/** Lays a table out by its content for a moment, before it is painted, and reads how wide its columns are then. */
function measure(scroller: HTMLElement, keys: readonly string[]): ContentWidths {
  const table = scroller.querySelector('table')
  if (!table) return unknown
  const { scrollLeft } = scroller
  const { width } = table.style
  table.style.width = 'max-content'
  table.classList.add(measured)
  const heads = [...table.querySelectorAll('th')]
  // The layout width stays the same while a dialog that is just opening is scaled.
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

/** Whether content is cut that a column could show whole. */
const isCut = (element: Element | null | undefined, known: number): boolean =>
  !!element &&
  element.scrollWidth > Math.max(element.clientWidth, known) &&
  element.scrollWidth <= widestForContent

/** Whether a row is drawn whose content is cut and takes more than any before it. */
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
  /** The keys of the columns that are drawn, in order, with commas between. */
  readonly keys: string
  /** Changes when the columns' content does, e.g. with the language. */
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
