import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import {
  addDays,
  addMonths,
  type Day,
  firstOf,
  type Mark,
  type Marks,
  painted,
  today,
  weekdayOf,
  yearOf,
} from './days.ts'

/** The day in whose cell something happened. */
const dayOf = ({ target }: { readonly target: EventTarget }): Day | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-day]')?.dataset.day : undefined

interface MarkingOptions {
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
export function usePainting({ marks, brush, onChange, onReach }: MarkingOptions) {
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

/** Where a key leads from a day; the same with Shift where that makes a difference. */
const steps: Readonly<Record<string, (day: Day, shift: boolean) => Day>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, -weekdayOf(day)),
  End: (day) => addDays(day, 6 - weekdayOf(day)),
  PageUp: (day, shift) => addMonths(day, shift ? -12 : -1),
  PageDown: (day, shift) => addMonths(day, shift ? 12 : 1),
}

interface Years {
  readonly first: number
  readonly last: number
}

interface ReachOptions {
  readonly year: number
  readonly years: Years
  readonly onYear: (year: number) => void
  /** The element round the days. */
  readonly root: RefObject<HTMLElement | null>
}

/**
 * The one day that the Tab key reaches, which arrows, Home and End, Page Up and Page Down move.
 * @returns the day, functions that put it elsewhere and where the focus goes, and a key's step, which says whether the
 *   key was one
 */
export function useReachableDay({ year, years, onYear, root }: ReachOptions) {
  const [wanted, setWanted] = useState(today)
  const follows = useRef(false)
  const day = yearOf(wanted) === year ? wanted : firstOf(year, 1)
  useLayoutEffect(() => {
    if (!follows.current) return
    follows.current = false
    root.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
  })
  const step = (event: KeyboardEvent): boolean => {
    const to = steps[event.key]?.(dayOf(event) ?? day, event.shiftKey)
    if (to === undefined) return false
    event.preventDefault()
    if (yearOf(to) < years.first || yearOf(to) > years.last) return true
    follows.current = true
    setWanted(to)
    if (yearOf(to) !== year) onYear(yearOf(to))
    return true
  }
  const onFocus = (event: FocusEvent) => {
    const focused = dayOf(event)
    if (focused) setWanted(focused)
  }
  return { day, put: setWanted, onFocus, step }
}
