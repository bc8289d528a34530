import * as z from 'zod/mini'
import { entityOf } from '../core/entity.ts'
import { optionalId, reference, text, versionOrNone } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'

/** Tenant id of the global holiday calendar. */
export const globalHolidays = 'sys'

/** First and last year of the days in a calendar. */
export const calendarYears = { first: 1900, last: 2199 } as const

/** Maximum number of dates of one kind in a calendar. */
const maxDates = 2000

const isDate = (value: string): boolean => {
  const year = Number(value.slice(0, 4))
  return z.iso.date().safeParse(value).success && year >= calendarYears.first && year <= calendarYears.last
}

/** Splits a comma-separated list of days and removes duplicates. */
export const daysOf = (list: string): string[] => [
  ...new Set(
    list
      .split(',')
      .map((day) => day.trim())
      .filter(Boolean),
  ),
]

/** Days as yyyy-MM-dd, comma-separated; stored in order and without duplicates. */
const dates = z.pipe(
  // A day and its comma take eleven characters.
  text(maxDates * 11).check(z.refine((list) => daysOf(list).every(isDate), textKey('holiday.rule.dates'))),
  z.transform((list) => daysOf(list).sort().join(',')),
)

const fields = {
  /** `sys` for the global calendar. */
  tenantId: reference,
  /** Days off, as yyyy-MM-dd, comma-separated, in order. */
  lawHolidays: dates,
  /** Working days at a weekend or on a holiday, in the same format. */
  extraWorkdays: dates,
}

export const HolidayInput = z
  .object({ id: optionalId, ...fields, rowVersion: versionOrNone })
  .check(
    z.refine(
      ({ lawHolidays, extraWorkdays }) =>
        new Set(daysOf(lawHolidays)).isDisjointFrom(new Set(daysOf(extraWorkdays))),
      { error: textKey('holiday.rule.holidayAndWorkday'), path: ['extraWorkdays'] },
    ),
  )

/** Holiday calendar of a tenant, or the global one. Before the first save, its id is '' and its version 0. */
export const Holiday = entityOf(fields, { tenantName: z.string() })
export type Holiday = z.output<typeof Holiday>
