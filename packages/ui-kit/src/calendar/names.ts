import { useLanguage } from '@atrium/shared-api'
import { useMemo } from 'react'
import { useKitText } from '../texts/index.ts'
import { type Day, type DayKind, firstOf } from './days.ts'

const inLanguage = (language: string, options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  return (day: Day): string => format.format(new Date(`${day}T00:00:00Z`))
}

/** 2024 began on a Monday. */
const week: readonly Day[] = Array.from({ length: 7 }, (_, index) => `2024-01-0${index + 1}`)

const namesIn = (language: string) => {
  const day = inLanguage(language, { dateStyle: 'full' })
  const short = inLanguage(language, { month: 'short', day: 'numeric' })
  const month = inLanguage(language, { month: 'long' })
  const monthOfYear = inLanguage(language, { month: 'long', year: 'numeric' })
  const narrow = inLanguage(language, { weekday: 'narrow' })
  const long = inLanguage(language, { weekday: 'long' })
  return {
    /** A day with its year and weekday. */
    day,
    /** Month and day of one day, or of two that a range is between. */
    range: (first: Day, last: Day) => (first === last ? [first] : [first, last]).map(short).join(' – '),
    /** @param number from 1 */
    month: (number: number) => month(firstOf(2024, number)),
    /** @param number from 1 */
    monthOfYear: (year: number, number: number) => monthOfYear(firstOf(year, number)),
    /** From Monday to Sunday, short and in full. */
    weekdays: week.map((one) => ({ narrow: narrow(one), long: long(one) })),
  }
}

export type DayNames = ReturnType<typeof namesIn>

/** How the page's language calls days, weekdays and months. */
export function useDayNames(): DayNames {
  const language = useLanguage()
  return useMemo(() => namesIn(language), [language])
}

export interface DayWords {
  /** A day with its marks, in words. */
  readonly label: (day: Day, mark: DayKind | undefined, general: DayKind | undefined) => string
  /** The character of a mark. */
  readonly badge: (mark: DayKind | undefined) => string | undefined
}

/** Labels of the calendar's days. */
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
