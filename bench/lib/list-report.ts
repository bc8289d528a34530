import type { Call } from '@atrium/contract'
import { codeBlock, figure, markdownTable, milliseconds } from './markdown.ts'
import type { Keyword, ListScenario, Measured } from './measure.ts'
import type { Check } from './verdict.ts'

type MeasuredList = Measured<Call, ListScenario<Call>>

/** A request with the plans of its statements. */
export interface Explained {
  readonly measured: MeasuredList
  readonly plans: readonly string[]
}

/**
 * Checks the 95th percentile of the slowest scenario.
 * @param all scenarios with the same number of callers, at least one
 * @param limit in ms
 */
export function slowestCheck(all: readonly MeasuredList[], limit: number): Check {
  const [slowest] = all.toSorted((one, other) => other.latency.p95 - one.latency.p95)
  if (!slowest) throw new RangeError('No scenario was measured')
  return {
    what: `p95 of the slowest kind of request with ${slowest.callers} callers: ${slowest.scenario.name}`,
    measured: slowest.latency.p95,
    limit,
    bound: 'max',
    unit: 'ms',
    decimals: 1,
  }
}

/** Checks that no call of any scenario failed. */
export const errorCheck = (all: readonly MeasuredList[]): Check => ({
  what: 'errors',
  measured: all.reduce((sum, { errors }) => sum + errors, 0),
  limit: 0,
  bound: 'max',
})

/**
 * Returns a table with the cost of each scenario, and the number of callers if it differs.
 * @param rows name of the list's rows, e.g. `users`
 */
export function latencyTable(rows: string, all: readonly MeasuredList[]): string {
  const loads = new Set(all.map(({ callers }) => callers))
  const whereLoadsDiffer = (cell: string) => (loads.size > 1 ? [cell] : [])
  return markdownTable(
    [
      ...['request', ...whereLoadsDiffer('callers'), 'keywords', `${rows} found, median (max)`],
      ...['p50 ms', 'p95 ms', 'p99 ms', 'max ms', 'calls/s', 'calls', 'errors'],
    ],
    all.map(({ scenario, callers, latency, calls, callsASecond, errors }) => [
      ...[scenario.name, ...whereLoadsDiffer(figure(callers))],
      scenario.keywords.length > 0 ? figure(scenario.keywords.length) : '–',
      foundBy(scenario.keywords),
      ...[latency.p50, latency.p95, latency.p99, latency.max].map(milliseconds),
      ...[callsASecond, calls, errors].map((value) => figure(value)),
    ]),
  )
}

function foundBy(keywords: readonly Keyword[]): string {
  const counts = keywords.map(({ matches }) => matches).sort((one, other) => one - other)
  const [median, max] = [counts[Math.floor(counts.length / 2)], counts.at(-1)]
  return median === undefined || max === undefined ? '–' : `${figure(median)} (${figure(max)})`
}

/** Returns the plans of the slowest requests, each below its request. */
export const planSections = (explained: readonly Explained[]): string[] =>
  explained.flatMap(({ measured, plans }) => [
    `### Slowest of “${measured.scenario.name}”: ${JSON.stringify(measured.slowest)}`,
    ...plans.map(codeBlock),
  ])
