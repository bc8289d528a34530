import { Cron } from 'croner'
import { clockOf } from '../core/zone.ts'
import { formatCron, parseCron } from './expression.ts'
import { type CronFields, cronRanges, type PlainField, valuesOf } from './fields.ts'

interface RunsWanted {
  /** An expression, see `isCronExpression`. */
  readonly expression: string
  /** The IANA zone whose clock it is read by, e.g. Asia/Shanghai. */
  readonly zone: string
  /** Runs come after this instant. */
  readonly from: Date
  /** How many runs at most. */
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

/** Croner knows no L-3: it is one day in the months of each length. */
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

/** Whether an expression names no hours, so that its runs follow each other at the same pace day and night. */
const isOfEveryHour = ({ hour }: CronFields): boolean => {
  const { min, max } = cronRanges.hour
  return valuesOf('hour', hour).length === max - min + 1
}

/**
 * Returns the runs of an expression that croner can read. Croner handles changes of clocks for a single time of day
 * only. So it reads a clock that never changes, and the zone's clock turns its times into instants.
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
    // All skipped times come due as the clocks change. Times of an hour that comes again are in the past.
    if (run > (runs.at(-1) ?? from)) runs.push(run)
    reading = cron.nextRun(reading)
  }
  return runs
}

/**
 * Returns when an expression comes due next, soonest first. A time that a clock change skips is due once, at the
 * change; a time that comes twice is due the first time. An expression of every hour keeps its pace instead: it is due
 * whenever the clock shows one of its times.
 * @returns fewer than requested if it comes due no more often, none if it never does
 * @throws Error for an invalid expression, RangeError for an unknown zone
 */
export function nextRuns(wanted: RunsWanted): Date[] {
  const fields = parseCron(wanted.expression)
  if (!fields) throw new Error(`'${wanted.expression}' is no cron expression`)
  // Croner's years go on beyond the end of an expression's.
  const bounded = { ...fields, year: listOf(valuesOf('year', fields.year)) }
  const { day } = fields
  const parts = day.kind === 'last' && day.before > 0 ? daysBeforeLast(bounded, day.before) : [bounded]
  return parts
    .flatMap((part) => runsOfPart(part, wanted))
    .sort((one, other) => one.getTime() - other.getTime())
    .slice(0, wanted.count)
}
