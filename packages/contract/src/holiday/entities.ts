import * as z from 'zod/mini'
import { id, largestVersion, optionalId, text } from '../core/fields.ts'

/** The tenant id of the holidays that hold for everybody. */
export const globalHolidays = 'sys'

/** The years of which a calendar keeps days. */
export const calendarYears = { first: 1900, last: 2199 } as const

/** The most dates of one kind that a calendar keeps. */
const mostDates = 2000

const isDate = (value: string): boolean => {
  const year = Number(value.slice(0, 4))
  return z.iso.date().safeParse(value).success && year >= calendarYears.first && year <= calendarYears.last
}

/** The version that the caller read, 0 where nothing was saved yet; without it the last write wins. */
const calendarVersion = z.optional(
  z.coerce
    .number('rule.integer')
    .check(z.int('rule.integer'), z.minimum(0, 'rule.integer'), z.maximum(largestVersion, 'rule.integer')),
)

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
  text(mostDates * 11).check(z.refine((list) => daysOf(list).every(isDate), 'rule.dates')),
  z.transform((list) => daysOf(list).sort().join(',')),
)

export const HolidayInput = z
  .object({
    id: optionalId,
    tenantId: id,
    lawHolidays: dates,
    extraWorkdays: dates,
    rowVersion: calendarVersion,
  })
  .check(
    z.refine(
      ({ lawHolidays, extraWorkdays }) =>
        new Set(daysOf(lawHolidays)).isDisjointFrom(new Set(daysOf(extraWorkdays))),
      { error: 'rule.holidayAndWorkday', path: ['extraWorkdays'] },
    ),
  )

/** The holiday calendar of a tenant, or the global one. */
export const Holiday = z.object({
  /** '' where nothing has been saved yet. */
  id: z.string(),
  /** `sys` for the global calendar. */
  tenantId: z.string(),
  tenantName: z.string(),
  /** Days off, as yyyy-MM-dd, comma-separated, in order. */
  lawHolidays: z.string(),
  /** Days at a weekend or on a holiday that are worked, likewise. */
  extraWorkdays: z.string(),
  /** 0 where nothing has been saved yet. */
  rowVersion: z.number(),
})
export type Holiday = z.output<typeof Holiday>
