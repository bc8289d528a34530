import { type RefObject, useLayoutEffect, useState } from 'react'

export interface Room {
  readonly width: number
  readonly height: number
}

/**
 * How many pixels an element has for its content, without its scroll bars.
 * @returns zeros until it is drawn
 */
export function useRoom(element: RefObject<HTMLElement | null>): Room {
  const [room, setRoom] = useState<Room>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const place = element.current
    if (!place) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = place
      setRoom((before) => (before.width === width && before.height === height ? before : { width, height }))
    }
    measure()
    // Its scroll bars come and go with its content, which changes the room for that too.
    const observer = new ResizeObserver(measure)
    observer.observe(place)
    return () => observer.disconnect()
  }, [element])
  return room
}
