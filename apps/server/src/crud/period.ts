import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Days of a list's filter, as the contract's `period` has them; '' for any. */
interface Period {
  readonly startTime: string
  readonly endTime: string
}

/**
 * The condition that an instant lies in the days asked for, the last one included; an index over the column serves it.
 * @param column the instant, e.g. `file.createdAt`
 * @param timeZone whose days they are
 */
export function inPeriod(
  column: string,
  { startTime, endTime }: Period,
  timeZone: string,
): RawBuilder<SqlBool> {
  /** When a day begins, or the one so many days after it. */
  const beginning = (day: string, later = 0) =>
    sql`(${day}::date + ${sql.lit(later)})::timestamp at time zone ${timeZone}`
  const from = startTime === '' ? sql`true` : sql`${sql.ref(column)} >= ${beginning(startTime)}`
  const until = endTime === '' ? sql`true` : sql`${sql.ref(column)} < ${beginning(endTime, 1)}`
  return sql<SqlBool>`(${from} and ${until})`
}
