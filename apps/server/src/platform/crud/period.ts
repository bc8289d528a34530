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

/** Instants that limit requested days; undefined for no limit. */
interface Limits {
  readonly from: Date | undefined
  /** The first instant after the last day. */
  readonly beyond: Date | undefined
}

/**
 * Returns the instants that limit the requested days.
 * @param deploymentZone the time zone of the days if the caller names none
 */
export function limitsOf({ startTime, endTime, timeZone }: Period, deploymentZone: string): Limits {
  const clock = clockOf(timeZone || deploymentZone)
  /**
   * Returns the start of a day, or of a day some days later. If a day has two midnights, PostgreSQL itself would
   * choose the second one.
   */
  const beginning = (day: string, later = 0) =>
    new Date(clock.instantOf(Date.parse(`${day}T00:00:00Z`) + later * dayLength))
  return {
    from: startTime === '' ? undefined : beginning(startTime),
    beyond: endTime === '' ? undefined : beginning(endTime, 1),
  }
}

/**
 * Returns the condition that a time is within the requested days, including the last one. It can use an index over
 * the column.
 * @param column the time, e.g. `file.createdAt`
 * @param deploymentZone the time zone of the days if the caller names none
 */
export function inPeriod(column: string, period: Period, deploymentZone: string): RawBuilder<SqlBool> {
  const { from, beyond } = limitsOf(period, deploymentZone)
  const since = from ? sql`${sql.ref(column)} >= ${from}` : sql`true`
  const until = beyond ? sql`${sql.ref(column)} < ${beyond}` : sql`true`
  return sql<SqlBool>`(${since} and ${until})`
}
