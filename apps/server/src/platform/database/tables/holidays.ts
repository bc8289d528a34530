import type { ColumnType } from 'kysely'
import type { Edited, TenantKey } from './columns.ts'

/** A date[], for whose text the queries ask: as an array of instants it would shift with the time zone. */
type Days = ColumnType<unknown, string, string>

/** The holiday calendar of a tenant. The one of tenant '0' applies to all. */
export interface HolidayTable extends TenantKey, Edited {
  /** Days off. */
  lawHolidays: Days
  /** Days at a weekend or on a holiday that are worked. */
  extraWorkdays: Days
}
