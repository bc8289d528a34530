import type { Language } from '@atrium/contract'

const units = [
  { unit: 'hour', length: 3_600_000 },
  { unit: 'minute', length: 60_000 },
  { unit: 'second', length: 1000 },
  { unit: 'millisecond', length: 1 },
] as const

/**
 * Formats a duration in the largest unit that fits, e.g. 1.2 s.
 * @param times duration in milliseconds
 */
export function durationOf(times: number, language: Language): string {
  const { unit, length } = units.find((one) => times >= one.length) ?? { unit: 'millisecond', length: 1 }
  const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(language, format).format(times / length)
}
