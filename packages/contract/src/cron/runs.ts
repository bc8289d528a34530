import { Cron } from 'croner'
import { clockOf } from '../core/zone.ts'
import { formatCron, parseCron } from './expression.ts'
import { type CronFields, cronRanges, type PlainField, valuesOf } from './fields.ts'

interface RunsWanted {
  /** A valid expression, see `isCronExpression`. */
  readonly expression: string
  /** IANA time zone in which the expression is read, such as Asia/Shanghai. */
  readonly zone: string
  /** Runs come after this instant. */
  readonly from: Date
  /** Maximum number of runs. */
  readonly count: number
}

const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

const monthsOfLength: Readonly<Record<number, readonly number[]>> = {
  31: [1, 3, 5, 7, 8, 10, 12],
  30: [4, 6, 9, 11],
  29: [2],
  28: [2],
}

const listOf = (values: readonly number[]): PlainField => ({ kind: 'list', values })

/** Replaces `L-n`, which Croner lacks, with the matching day for each month length. */
function daysBeforeLast(fields: CronFields, before: number): CronFields[] {
  const months = valuesOf('month', fields.month)
  const years = valuesOf('year', fields.year)
  return Object.entries(monthsOfLength).flatMap(([text, those]) => {
    const length = Number(text)
    const month = months.filter((one) => those.includes(one))
    const year = length > 29 ? years : years.filter((one) => isLeapYear(one) === (length === 29))
    if (length <= before || month.length === 0 || year.length === 0) return []
    const date = { day: listOf([length - before]), month: listOf(month) }
    return [{ ...fields, ...date, ...(length <= 29 && { year: listOf(year) }) }]
  })
}

const options = { mode: '7-part', alternativeWeekdays: true, sloppyRanges: true } as const

/** Whether an expression matches every hour, so that clock changes do not affect the intervals between its runs. */
const isOfEveryHour = ({ hour }: CronFields): boolean => {
  const { min, max } = cronRanges.hour
  return valuesOf('hour', hour).length === max - min + 1
}

/**
 * Returns the runs of an expression that Croner can parse. Croner handles clock changes only for expressions with a
 * single time of day. So it computes times without a zone, and the zone's clock converts them into instants.
 */
function runsOfPart(part: CronFields, { zone, from, count }: RunsWanted): Date[] {
  const text = formatCron(part)
  if (isOfEveryHour(part)) return new Cron(text, { ...options, timezone: zone }).nextRuns(count, from)
  const clock = clockOf(zone)
  const cron = new Cron(text, { ...options, utcOffset: 0 })
  const runs: Date[] = []
  let reading = cron.nextRun(new Date(clock.readingAt(from.getTime())))
  while (reading && runs.length < count) {
    const run = new Date(clock.instantOf(reading.getTime()))
    // Skipped times all map to the moment of the clock change, repeated times to the first occurrence. Later
    // duplicates are dropped.
    if (run > (runs.at(-1) ?? from)) runs.push(run)
    reading = cron.nextRun(reading)
  }
  return runs
}

/**
 * Returns the next runs of an expression, soonest first. A time that a clock change skips is due once, at the change.
 * A time that occurs twice is due the first time. An expression for every hour keeps its interval instead: it is due
 * whenever the clock shows a matching time.
 * @returns fewer than requested if the expression comes due no more often, none if it never does
 * @throws Error for an invalid expression, RangeError for an unknown zone
 */
export function nextRuns(wanted: RunsWanted): Date[] {
  const fields = parseCron(wanted.expression)
  if (!fields) throw new Error(`'${wanted.expression}' is not a valid cron expression`)
  // Croner accepts years beyond the last year of our expressions.
  const bounded = { ...fields, year: listOf(valuesOf('year', fields.year)) }
  const { day } = fields
  const parts = day.kind === 'last' && day.before > 0 ? daysBeforeLast(bounded, day.before) : [bounded]
  return parts
    .flatMap((part) => runsOfPart(part, wanted))
    .sort((one, other) => one.getTime() - other.getTime())
    .slice(0, wanted.count)
}
