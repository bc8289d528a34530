import type { ColumnType } from 'kysely'
import type { Edited, TenantKey } from './columns.ts'

/** A date[] that queries read as text: as an array of instants it would shift with the time zone. */
type Days = ColumnType<unknown, string, string>

/** The holiday calendar of a tenant. The calendar of tenant '0' applies to all. */
export interface HolidayTable extends TenantKey, Edited {
  /** Days off. */
  lawHolidays: Days
  /** Days on a weekend or holiday that are worked. */
  extraWorkdays: Days
}
