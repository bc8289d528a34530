import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** Height of a row in pixels, the same as in the style sheet. */
export const rowHeight = 40

/** Number of rows rendered above and below the visible ones. */
const margin = 8

/** Selects the rows to render in a scrolling container. */
export function useWindow(container: RefObject<HTMLElement | null>, count: number) {
  const [{ first, last }, setSeen] = useState({ first: 0, last: 0 })
  const look = useCallback(() => {
    if (!container.current) return
    const { scrollTop, clientHeight } = container.current
    const seen = {
      first: Math.floor(scrollTop / rowHeight),
      last: Math.ceil((scrollTop + clientHeight) / rowHeight),
    }
    setSeen((before) => (before.first === seen.first && before.last === seen.last ? before : seen))
  }, [container])
  useLayoutEffect(() => {
    look()
    if (!container.current) return
    const observer = new ResizeObserver(look)
    observer.observe(container.current)
    return () => observer.disconnect()
  }, [look, container])
  const bringIntoSight = useCallback(
    (index: number) => {
      const box = container.current
      if (!box) return
      const [top, bottom] = [index * rowHeight, (index + 1) * rowHeight]
      if (top < box.scrollTop) box.scrollTop = top
      else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight
    },
    [container],
  )
  return {
    first: Math.max(0, Math.min(first, count) - margin),
    last: Math.min(count, last + margin),
    look,
    bringIntoSight,
  }
}
