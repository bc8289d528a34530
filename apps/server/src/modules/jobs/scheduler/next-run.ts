import { nextRuns } from '@atrium/contract/cron'

/**
 * Returns when an expression comes due next.
 *
 * @param zone time zone of the expression
 * @param from the time after which it is
 * @returns undefined if it never does, or this version cannot read what another has stored
 */
export function nextRun(expression: string, zone: string, from: Date): Date | undefined {
  try {
    return nextRuns({ expression, zone, from, count: 1 })[0]
  } catch {
    return undefined
  }
}
