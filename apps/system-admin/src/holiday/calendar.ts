import { daysOf, type Holiday } from '@atrium/contract'
import { type DayKinds, daysOfKind } from '@atrium/ui-kit/calendar'

type Days = Pick<Holiday, 'lawHolidays' | 'extraWorkdays'>

/** Converts a calendar from its wire format to marks. */
export const dayKindsOf = ({ lawHolidays, extraWorkdays }: Days): DayKinds =>
  new Map([
    ...daysOf(lawHolidays).map((day) => [day, 'holiday'] as const),
    ...daysOf(extraWorkdays).map((day) => [day, 'workday'] as const),
  ])

/** Converts marks to a calendar's wire format. */
export const daysIn = (marks: DayKinds): Days => ({
  lawHolidays: daysOfKind(marks, 'holiday').join(','),
  extraWorkdays: daysOfKind(marks, 'workday').join(','),
})

/** Counts the days of a list in a year. */
export const countIn = (year: number, days: string): number =>
  daysOf(days).filter((day) => day.startsWith(`${year}-`)).length
