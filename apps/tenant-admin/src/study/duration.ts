import type { Language } from '@atrium/contract'

const dayLength = 86_400_000

/** Returns the same day some months later, or the last day of that month, in milliseconds since the epoch. */
function monthsLater(from: number, months: number): number {
  const date = new Date(from)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay))
}

/**
 * Describes the duration of a study in words, as whole months and remaining days.
 * @param first yyyy-MM-dd
 * @param last yyyy-MM-dd, which counts as a whole day
 * @returns '' if the days are invalid or not in order
 */
export function durationOf(first: string, last: string, language: Language): string {
  const [start, end] = [Date.parse(first), Date.parse(last) + dayLength]
  if (first.length !== 10 || last.length !== 10 || !(start + dayLength < end)) return ''
  const [from, to] = [new Date(start), new Date(end)]
  const span = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
  const months = monthsLater(start, span) > end ? span - 1 : span
  const days = Math.round((end - monthsLater(start, months)) / dayLength)
  const named = (count: number, unit: 'month' | 'day') =>
    count > 0
      ? [new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)]
      : []
  return new Intl.ListFormat(language, { type: 'unit', style: 'narrow' }).format([
    ...named(months, 'month'),
    ...named(days, 'day'),
  ])
}
