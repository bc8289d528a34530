import { daysOf, type Holiday } from '@atrium/contract'
import { daysMarked, type Marks } from '@atrium/ui-kit/calendar'

type Days = Pick<Holiday, 'lawHolidays' | 'extraWorkdays'>

/** The marks of a calendar as it is on the wire. */
export const marksOf = ({ lawHolidays, extraWorkdays }: Days): Marks =>
  new Map([
    ...daysOf(lawHolidays).map((day) => [day, 'holiday'] as const),
    ...daysOf(extraWorkdays).map((day) => [day, 'workday'] as const),
  ])

/** The same the other way round. */
export const daysIn = (marks: Marks): Days => ({
  lawHolidays: daysMarked(marks, 'holiday').join(','),
  extraWorkdays: daysMarked(marks, 'workday').join(','),
})

/** How many days of a list are in a year. */
export const countIn = (year: number, days: string): number =>
  daysOf(days).filter((day) => day.startsWith(`${year}-`)).length
