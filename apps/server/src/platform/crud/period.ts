import { clockOf } from '@atrium/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Days of a list's filter, as in the contract's `period`; '' for any day. */
interface Period {
  readonly startTime: string
  readonly endTime: string
  /** Time zone of the days; '' for the deployment's. */
  readonly timeZone: string
}

const dayLength = 86_400_000

/**
 * Returns the condition that a time is within the requested days, including the last one. It can use an index over
 * the column.
 * @param column the time, e.g. `file.createdAt`
 * @param deploymentZone the time zone of the days if the caller names none
 */
export function inPeriod(
  column: string,
  { startTime, endTime, timeZone }: Period,
  deploymentZone: string,
): RawBuilder<SqlBool> {
  const clock = clockOf(timeZone || deploymentZone)
  /**
   * Returns the start of a day, or of a day some days later. If a day has two midnights, PostgreSQL itself would
   * choose the second one.
   */
  const beginning = (day: string, later = 0) =>
    new Date(clock.instantOf(Date.parse(`${day}T00:00:00Z`) + later * dayLength))
  const from = startTime === '' ? sql`true` : sql`${sql.ref(column)} >= ${beginning(startTime)}`
  const until = endTime === '' ? sql`true` : sql`${sql.ref(column)} < ${beginning(endTime, 1)}`
  return sql<SqlBool>`(${from} and ${until})`
}
