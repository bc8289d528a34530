/** A day as yyyy-MM-dd, without a time zone. */
export type Day = string

const milliseconds = 86_400_000

const instantOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
const dayAt = (instant: number): Day => new Date(instant).toISOString().slice(0, 10)

/** Returns the day some days later, or earlier if the number is negative. */
export const addDays = (day: Day, count: number): Day => dayAt(instantOf(day) + count * milliseconds)

/** Returns the weekday, from 0 for Monday to 6 for Sunday. */
export const weekdayOf = (day: Day): number => (new Date(instantOf(day)).getUTCDay() + 6) % 7

export const isWeekend = (day: Day): boolean => weekdayOf(day) >= 5

export const yearOf = (day: Day): number => Number(day.slice(0, 4))

/**
 * Returns the first day of a month.
 * @param month from 1
 */
export const firstOf = (year: number, month: number): Day =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`

/** Returns the same day of the month some months later, or the last day of that month if it is shorter. */
export function addMonths(day: Day, count: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const target = new Date(Date.UTC(year, month - 1 + count, 1))
  const last = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate()
  return dayAt(target.getTime() + (Math.min(date, last) - 1) * milliseconds)
}

/** Returns the days from one day to another, both included, in either order. */
export function daysBetween(one: Day, other: Day): Day[] {
  const [first, last] = one < other ? [one, other] : [other, one]
  const count = Math.round((instantOf(last) - instantOf(first)) / milliseconds) + 1
  return Array.from({ length: count }, (_, index) => addDays(first, index))
}

/**
 * Returns the weeks of a month, each from Monday to Sunday; undefined stands for days of other months.
 * @param month from 1
 */
export function weeksOf(year: number, month: number): (Day | undefined)[][] {
  const first = firstOf(year, month)
  const days = daysBetween(first, addDays(addMonths(first, 1), -1))
  const cells = [...Array<undefined>(weekdayOf(first)).fill(undefined), ...days]
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, index) => cells[week * 7 + index]),
  )
}

/** Groups consecutive days into ranges. The days must be in order, without duplicates. */
export function rangesOf(days: readonly Day[]): { readonly first: Day; readonly last: Day }[] {
  const ranges: { first: Day; last: Day }[] = []
  for (const day of days) {
    const latest = ranges.at(-1)
    if (latest && addDays(latest.last, 1) === day) latest.last = day
    else ranges.push({ first: day, last: day })
  }
  return ranges
}

/** Returns the current day in the local time zone. */
export function today(): Day {
  const now = new Date()
  return dayAt(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()))
}

/** Possible marks of a day. */
export type DayKind = 'holiday' | 'workday'

/** Marks by day. Each day has at most one mark. */
export type DayKinds = ReadonlyMap<Day, DayKind>

/**
 * Returns the marks after a range of days was marked, or unmarked if no kind is given. The ends of the range may be
 * in either order.
 */
export function withDaysAs(
  marks: DayKinds,
  [one, other]: readonly [Day, Day],
  kind: DayKind | undefined,
): DayKinds {
  const result = new Map(marks)
  for (const day of daysBetween(one, other)) {
    if (kind) result.set(day, kind)
    else result.delete(day)
  }
  return result
}

/** Returns the days marked with a kind, in order. */
export const daysOfKind = (marks: DayKinds, kind: DayKind): Day[] =>
  [...marks.keys()].filter((day) => marks.get(day) === kind).sort()
