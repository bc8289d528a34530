import { useLayoutEffect, useRef, useState } from 'react'

/** What scrolls: Arco's list of rows where only some are drawn, else what holds the whole table. */
const scrollers = ['.arco-table-body', '.arco-table-content-inner']

/**
 * How many pixels there are for a table's columns, without the scroll bar beside them.
 * @param rows measured anew when they change: with them the scroll bar comes and goes
 * @returns the width, 0 until the table is drawn, and the ref of the element round the table
 */
export function useAvailableWidth(rows: unknown) {
  const ref = useRef<HTMLElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const place = ref.current
    if (!place) return
    const measure = () => {
      const scroller = scrollers.map((selector) => place.querySelector(selector)).find(Boolean)
      setWidth(scroller?.clientWidth ?? 0)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(place)
    return () => observer.disconnect()
  }, [rows])
  return { ref, width }
}
