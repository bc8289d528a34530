import { useMemo } from 'react'
import { useKitText } from '../texts/index.ts'
import type { Day } from './days.ts'
import type { Mark } from './marks.ts'
import { useDayNames } from './names.ts'

export interface DayWords {
  /** A day with its marks, in words. */
  readonly label: (day: Day, mark: Mark | undefined, general: Mark | undefined) => string
  /** The character that stands for a mark. */
  readonly badge: (mark: Mark | undefined) => string | undefined
}

/** What the calendar says of its days. */
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
