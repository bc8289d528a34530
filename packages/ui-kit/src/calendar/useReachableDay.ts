import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { dayOf } from './dayOf.ts'
import { addDays, addMonths, type Day, firstOf, today, weekdayOf, yearOf } from './days.ts'

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

interface Options {
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
export function useReachableDay({ year, years, onYear, root }: Options) {
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
