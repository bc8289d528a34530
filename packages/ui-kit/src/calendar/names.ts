import { useLanguage } from '@atrium/shared-api'
import { useMemo } from 'react'
import { useKitText } from '../texts/index.ts'
import { type Day, type DayKind, firstOf } from './days.ts'

const inLanguage = (language: string, options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  return (day: Day): string => format.format(new Date(`${day}T00:00:00Z`))
}

/** Days of one week, from a Monday (2024 began on one). */
const week: readonly Day[] = Array.from({ length: 7 }, (_, index) => `2024-01-0${index + 1}`)

const namesIn = (language: string) => {
  const day = inLanguage(language, { dateStyle: 'full' })
  const short = inLanguage(language, { month: 'short', day: 'numeric' })
  const month = inLanguage(language, { month: 'long' })
  const monthOfYear = inLanguage(language, { month: 'long', year: 'numeric' })
  const narrow = inLanguage(language, { weekday: 'narrow' })
  const long = inLanguage(language, { weekday: 'long' })
  return {
    /** Formats a day with its year and weekday. */
    day,
    /** Formats a range as month and day of its first and last day; a single day only once. */
    range: (first: Day, last: Day) => (first === last ? [first] : [first, last]).map(short).join(' – '),
    /**
     * Returns the name of a month.
     * @param number from 1
     */
    month: (number: number) => month(firstOf(2024, number)),
    /**
     * Returns the name of a month with its year.
     * @param number from 1
     */
    monthOfYear: (year: number, number: number) => monthOfYear(firstOf(year, number)),
    /** Weekdays from Monday to Sunday, in short and in full. */
    weekdays: week.map((one) => ({ narrow: narrow(one), long: long(one) })),
  }
}

export type DayNames = ReturnType<typeof namesIn>

/** Returns functions that format days, weekdays and months in the page's language. */
export function useDayNames(): DayNames {
  const language = useLanguage()
  return useMemo(() => namesIn(language), [language])
}

export interface DayWords {
  /** Describes a day and its marks in words. */
  readonly label: (day: Day, mark: DayKind | undefined, general: DayKind | undefined) => string
  /** Returns the character that represents a mark. */
  readonly badge: (mark: DayKind | undefined) => string | undefined
}

/** Returns functions that label the calendar's days. */
export function useDayWords(): DayWords {
  const t = useKitText()
  const names = useDayNames()
  return useMemo(() => {
    const badges = { holiday: t('calendar.holidayBadge'), workday: t('calendar.workdayBadge') }
    const marked = { holiday: t('calendar.holiday'), workday: t('calendar.workday') }
    return {
      label: (day, mark, general) =>
        [names.day(day), mark && marked[mark], general && t('calendar.generally', { mark: marked[general] })]
          .filter(Boolean)
          .join(t('calendar.comma')),
      badge: (mark) => mark && badges[mark],
    }
  }, [t, names])
}
