import { type RefObject, type UIEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'

interface ContentSize {
  readonly width: number
  readonly height: number
}

/**
 * How many pixels an element has for its content, without its scroll bars.
 * @returns zeros until it is drawn
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
    // Its scroll bars come and go with its content, which changes the room for that too.
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
 * Assigns keys to rows by their ids. Rows that stay keep their key, and so their element with its focus, wherever they
 * move. New rows take the smallest free keys: the elements of removed rows, at half the cost of new ones.
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

/** A key for each row by its id. */
export function useRowKeys(rows: Rows): Keys {
  const before = useRef(none)
  const keys = useMemo(() => keysAfter(before.current, rows), [rows])
  useLayoutEffect(() => {
    before.current = keys
  }, [keys])
  return keys
}

/** Above this many rows only those in sight are drawn. */
const drawnWhole = 50
/** Rows drawn below those in sight before anybody scrolls: the keyboard reaches them. */
const spareAtTop = 2
/** Rows drawn above and below those in sight once somebody does: quick scrolling must not come upon a void. */
const spareOnTheWay = 8
/** The height of a row by the style sheet, in pixels; the drawn ones are measured. */
const usualHeight = 44

interface Options {
  /** How many rows there are. */
  readonly count: number
  /** The scrolling element. */
  readonly scroller: RefObject<HTMLElement | null>
  /** How many pixels of the rows are in sight. */
  readonly height: number
  /** Another value begins at the top again: another page, another order. */
  readonly beginning: string
}

/**
 * Which rows of a long table are rendered: the visible ones and a few more.
 * @returns the first index and the one after the last, the height of the others in pixels, and the scroll handler
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
    // Measuring a table at its top would make the browser lay out the rows twice.
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
