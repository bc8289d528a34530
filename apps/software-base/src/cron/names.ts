import type { Language } from '@atrium/contract'
import type { CronFieldName } from '@atrium/contract/cron'

/** 1 January 2023 was a Sunday, which is the first day of the week in cron expressions. */
const dateOf: Partial<Record<CronFieldName, (value: number) => Date>> = {
  month: (value) => new Date(Date.UTC(2023, value - 1, 1)),
  week: (value) => new Date(Date.UTC(2023, 0, value)),
}

/** Returns the name of a field's value: month and weekday names, otherwise the number. */
export function nameOfValue(
  name: CronFieldName,
  value: number,
  language: Language,
  length: 'long' | 'short' = 'long',
): string {
  const date = dateOf[name]?.(value)
  if (!date) return String(value)
  const part = name === 'month' ? { month: length } : { weekday: length }
  return new Intl.DateTimeFormat(language, { ...part, timeZone: 'UTC' }).format(date)
}
