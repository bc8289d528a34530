import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef } from 'react'
import { dayOf } from './dayOf.ts'
import type { Day } from './days.ts'
import { type Mark, type Marks, painted } from './marks.ts'

interface Options {
  readonly marks: Marks
  /** What days are marked as. */
  readonly brush: Mark
  readonly onChange: (marks: Marks) => void
  /** Told of every day that is painted. */
  readonly onReach: (day: Day) => void
}

interface Stroke {
  readonly from: Day
  readonly mark: Mark | undefined
}

/**
 * Marks days: by click, tap, Space or Enter one, which a second time takes away; a range by dragging the mouse, or
 * with Shift from the day marked last.
 * @returns handlers of the element round the days
 */
export function usePainting({ marks, brush, onChange, onReach }: Options) {
  const last = useRef<Stroke>(undefined)
  const drag = useRef<Stroke & { readonly marks: Marks; moved: boolean }>(undefined)

  const strokeFrom = (day: Day): Stroke => ({
    from: day,
    mark: marks.get(day) === brush ? undefined : brush,
  })
  const paint = (day: Day, extend: boolean): void => {
    const stroke = (extend && last.current) || strokeFrom(day)
    last.current = stroke
    onReach(day)
    onChange(painted(marks, [stroke.from, day], stroke.mark))
  }

  return {
    onPointerDown: (event: PointerEvent) => {
      const day = dayOf(event)
      // A finger that moves scrolls.
      const drags = day && event.pointerType === 'mouse' && event.button === 0 && !event.shiftKey
      drag.current = drags ? { ...strokeFrom(day), marks, moved: false } : undefined
    },
    onPointerOver: (event: PointerEvent) => {
      const day = dayOf(event)
      const stroke = drag.current
      if (!day || !stroke || event.buttons !== 1 || (day === stroke.from && !stroke.moved)) return
      stroke.moved = true
      last.current = stroke
      onReach(day)
      onChange(painted(stroke.marks, [stroke.from, day], stroke.mark))
    },
    onClick: (event: MouseEvent) => {
      const day = dayOf(event)
      const dragged = drag.current?.moved
      drag.current = undefined
      if (day && !dragged) paint(day, event.shiftKey)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const day = dayOf(event)
      if (!day || (event.key !== ' ' && event.key !== 'Enter')) return
      event.preventDefault()
      paint(day, event.shiftKey)
    },
  }
}
