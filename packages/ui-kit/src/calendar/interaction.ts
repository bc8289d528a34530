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
  type DayKind,
  type DayKinds,
  firstOf,
  today,
  weekdayOf,
  withDaysAs,
  yearOf,
} from './days.ts'

/** Returns the day in whose cell an event occurred. */
const dayOf = ({ target }: { readonly target: EventTarget }): Day | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-day]')?.dataset.day : undefined

interface MarkingOptions {
  readonly marks: DayKinds
  /** Mark given to days. */
  readonly kind: DayKind
  readonly onChange: (marks: DayKinds) => void
  /** Called with each day that a click, a key or a drag reaches. */
  readonly onReach: (day: Day) => void
}

interface DayRange {
  readonly from: Day
  /** The new mark of the days; undefined removes their marks. */
  readonly kind: DayKind | undefined
}

/**
 * Marks single days by click, tap, Space or Enter; a second time removes the mark. Marks ranges by dragging the
 * mouse, or with Shift from the last marked day.
 */
export function useDayMarking({ marks, kind, onChange, onReach }: MarkingOptions) {
  const last = useRef<DayRange>(undefined)
  const drag = useRef<DayRange & { readonly marks: DayKinds; moved: boolean }>(undefined)

  const rangeFrom = (day: Day): DayRange => ({
    from: day,
    kind: marks.get(day) === kind ? undefined : kind,
  })
  const mark = (day: Day, extend: boolean): void => {
    const range = (extend && last.current) || rangeFrom(day)
    last.current = range
    onReach(day)
    onChange(withDaysAs(marks, [range.from, day], range.kind))
  }

  return {
    onPointerDown: (event: PointerEvent) => {
      const day = dayOf(event)
      // Only a mouse drags; on a touch screen, dragging scrolls.
      const drags = day && event.pointerType === 'mouse' && event.button === 0 && !event.shiftKey
      drag.current = drags ? { ...rangeFrom(day), marks, moved: false } : undefined
    },
    onPointerOver: (event: PointerEvent) => {
      const day = dayOf(event)
      const range = drag.current
      if (!day || !range || event.buttons !== 1 || (day === range.from && !range.moved)) return
      range.moved = true
      last.current = range
      onReach(day)
      onChange(withDaysAs(range.marks, [range.from, day], range.kind))
    },
    onClick: (event: MouseEvent) => {
      const day = dayOf(event)
      const dragged = drag.current?.moved
      drag.current = undefined
      if (day && !dragged) mark(day, event.shiftKey)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const day = dayOf(event)
      if (!day || (event.key !== ' ' && event.key !== 'Enter')) return
      event.preventDefault()
      mark(day, event.shiftKey)
    },
  }
}

/** Day to which each key moves; with Shift, Page Up and Page Down move by a year. */
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
  /** Element that contains the days. */
  readonly root: RefObject<HTMLElement | null>
}

/**
 * Keeps one day in the tab order, which the arrow keys, Home, End, Page Up and Page Down move.
 * @returns the day, a function that sets it, and the handlers of focus and keys; the key handler returns whether it
 * used the key
 */
export function useFocusableDay({ year, years, onYear, root }: ReachOptions) {
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
