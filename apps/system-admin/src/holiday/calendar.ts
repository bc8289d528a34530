import { daysOf, type Holiday } from '@atrium/contract'
import { type DayKinds, daysOfKind } from '@atrium/ui-kit/calendar'

type Days = Pick<Holiday, 'lawHolidays' | 'extraWorkdays'>

/** The marks of a calendar as it is on the wire. */
export const dayKindsOf = ({ lawHolidays, extraWorkdays }: Days): DayKinds =>
  new Map([
    ...daysOf(lawHolidays).map((day) => [day, 'holiday'] as const),
    ...daysOf(extraWorkdays).map((day) => [day, 'workday'] as const),
  ])

/** The same the other way round. */
export const daysIn = (marks: DayKinds): Days => ({
  lawHolidays: daysOfKind(marks, 'holiday').join(','),
  extraWorkdays: daysOfKind(marks, 'workday').join(','),
})

/** How many days of a list are in a year. */
export const countIn = (year: number, days: string): number =>
  daysOf(days).filter((day) => day.startsWith(`${year}-`)).length
