import { Cron } from 'croner'
import { formatCron, parseCron } from './expression.ts'
import { type CronFields, type PlainField, valuesOf } from './fields.ts'

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

/**
 * When an expression comes due next, soonest first. A time that a change of clocks leaves out is due as they change;
 * of one that comes twice a single time is due at its first coming.
 * @returns fewer than asked for where it comes due no more often, none where it never does
 * @throws Error for what is no expression, RangeError for a zone that there is not
 */
export function nextRuns({ expression, zone, from, count }: RunsWanted): Date[] {
  const fields = parseCron(expression)
  if (!fields) throw new Error(`'${expression}' is no cron expression`)
  // Croner's years go on where an expression's end.
  const bounded = { ...fields, year: listOf(valuesOf('year', fields.year)) }
  const { day } = fields
  const parts = day.kind === 'last' && day.before > 0 ? daysBeforeLast(bounded, day.before) : [bounded]
  return parts
    .flatMap((part) => new Cron(formatCron(part), { ...options, timezone: zone }).nextRuns(count, from))
    .sort((one, other) => one.getTime() - other.getTime())
    .slice(0, count)
}
