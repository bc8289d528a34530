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

/** The day in whose cell something happened. */
const dayOf = ({ target }: { readonly target: EventTarget }): Day | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-day]')?.dataset.day : undefined

interface MarkingOptions {
  readonly marks: DayKinds
  /** Marks of days. */
  readonly kind: DayKind
  readonly onChange: (marks: DayKinds) => void
  /** Called with every day that is marked. */
  readonly onReach: (day: Day) => void
}

interface DayRange {
  readonly from: Day
  /** The new mark of the days; undefined removes their marks. */
  readonly kind: DayKind | undefined
}

/**
 * Marks days: one by click, tap, Space or Enter, which the second time removes the mark; a range by dragging the mouse,
 * or with Shift from the day marked last.
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
      // A finger that moves scrolls.
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

/** Where a key moves from a day; with Shift if that makes a difference. */
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
 * The one day in the Tab order, which arrows, Home and End, Page Up and Page Down move.
 * @returns the day, functions that move it and the focus, and the handler of a key, which returns whether it used the
 *   key
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
