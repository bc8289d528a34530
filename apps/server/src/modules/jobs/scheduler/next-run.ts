import { nextRuns } from '@atrium/contract/cron'

/**
 * Returns the next due time of a cron expression.
 * @param zone time zone of the expression
 * @param from the result is later than this time
 * @returns undefined if the expression never becomes due, or another version stored one that this version cannot
 * parse
 */
export function nextRun(expression: string, zone: string, from: Date): Date | undefined {
  try {
    return nextRuns({ expression, zone, from, count: 1 })[0]
  } catch {
    return undefined
  }
}
