import * as z from 'zod/mini'
import { entityOf } from '../core/entity.ts'
import { optionalId, reference, text, versionOrNone } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'

/** The tenant id of the holidays for everybody. */
export const globalHolidays = 'sys'

/** The years of which a calendar keeps days. */
export const calendarYears = { first: 1900, last: 2199 } as const

/** The most dates of one kind that a calendar keeps. */
const maxDates = 2000

const isDate = (value: string): boolean => {
  const year = Number(value.slice(0, 4))
  return z.iso.date().safeParse(value).success && year >= calendarYears.first && year <= calendarYears.last
}

/** The days of a list as the wire has them, once each. */
export const daysOf = (list: string): string[] => [
  ...new Set(
    list
      .split(',')
      .map((day) => day.trim())
      .filter(Boolean),
  ),
]

/** Days as yyyy-MM-dd, comma-separated; kept in order and once each. */
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
  /** Days at a weekend or on a holiday that are worked, likewise. */
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

/** The holiday calendar of a tenant, or the global one; before the first save its id is '' and its version 0. */
export const Holiday = entityOf(fields, { tenantName: z.string() })
export type Holiday = z.output<typeof Holiday>
