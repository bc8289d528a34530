import { type RefObject, type UIEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'

interface ContentSize {
  readonly width: number
  readonly height: number
}

/**
 * Returns the size of an element's content area in pixels, without its scroll bars.
 * @returns zeros until it is rendered
 */
export function useContentSize(element: RefObject<HTMLElement | null>): ContentSize {
  const [room, setRoom] = useState<ContentSize>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const area = element.current
    if (!area) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = area
      setRoom((before) => (before.width === width && before.height === height ? before : { width, height }))
    }
    measure()
    // Scroll bars come and go with the content, which changes the available size as well.
    const observer = new ResizeObserver(measure)
    observer.observe(area)
    return () => observer.disconnect()
  }, [element])
  return room
}

type Keys = ReadonlyMap<string, number>
type Rows = readonly { readonly id: string }[]

const none: Keys = new Map()

/**
 * Assigns keys to rows by their ids. Rows that stay keep their key, and therefore their element and its focus,
 * wherever they move. New rows take the smallest free keys and reuse the elements of removed rows, at half the cost
 * of new elements.
 */
export function keysAfter(before: Keys, rows: Rows): Keys {
  const taken = new Set(rows.map(({ id }) => before.get(id)))
  let key = -1
  const free = () => {
    do key += 1
    while (taken.has(key))
    return key
  }
  return new Map(rows.map(({ id }) => [id, before.get(id) ?? free()]))
}

/** Returns a key for each row, by row id. */
export function useRowKeys(rows: Rows): Keys {
  const before = useRef(none)
  const keys = useMemo(() => keysAfter(before.current, rows), [rows])
  useLayoutEffect(() => {
    before.current = keys
  }, [keys])
  return keys
}

/**
 * Maximum number of rows that are all rendered; larger tables render only visible rows. The table of menus, which has no
 * pages, stays below it, and pages of 100 rows are above.
 */
const drawnWhole = 80
/** Extra rows rendered below the visible ones before the first scroll, so that the keyboard can reach them. */
const spareAtTop = 2
/**
 * Extra rows rendered above and below the visible ones after the first scroll, so that quick scrolling does not show
 * gaps.
 */
const spareOnTheWay = 8
/** Default row height in the style sheet, in pixels. Rendered rows are measured. */
const usualHeight = 44

interface Options {
  /** Number of rows. */
  readonly count: number
  /** The scrolling element. */
  readonly scroller: RefObject<HTMLElement | null>
  /** Visible height of the rows, in pixels. */
  readonly height: number
  /** Identifies the page and order; a new value scrolls to the top. */
  readonly beginning: string
}

/**
 * Selects the rows of a long table to render: the visible ones and a few more.
 * @returns the index of the first row and of the one after the last, the heights above and below them in pixels, and
 * the scroll handler
 */
export function useRowsInSight({ count, scroller, height, beginning }: Options) {
  const [rowHeight, setRowHeight] = useState(usualHeight)
  const [top, setTop] = useState(0)
  const windowed = count > drawnWhole
  useLayoutEffect(() => {
    const drawn = windowed && scroller.current?.querySelector<HTMLElement>('tr[aria-rowindex="2"]')
    if (drawn && drawn.offsetHeight > 0) setRowHeight(drawn.offsetHeight)
  }, [windowed, scroller])
  const scrolled = useRef(0)
  useLayoutEffect(() => {
    // Skip tables already at the top, where reading the scroll position would force a second layout.
    if (scrolled.current === 0) return
    scrolled.current = 0
    if (scroller.current) scroller.current.scrollTop = 0
    setTop(0)
  }, [beginning, scroller])
  if (!windowed) return { from: 0, to: count, above: 0, below: 0, onScroll: undefined }
  const spare = top === 0 ? spareAtTop : spareOnTheWay
  const from = Math.max(0, Math.min(top, count) - spare)
  const to = Math.min(count, top + Math.ceil(height / rowHeight) + spare)
  return {
    from,
    to,
    above: from * rowHeight,
    below: (count - to) * rowHeight,
    onScroll: ({ currentTarget }: UIEvent<HTMLElement>) => {
      scrolled.current = currentTarget.scrollTop
      setTop(Math.floor(currentTarget.scrollTop / rowHeight))
    },
  }
}
