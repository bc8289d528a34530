import { codeBlock, figure, markdownTable, milliseconds } from '../lib/markdown.ts'
import { type Check, verdictTable } from '../lib/verdict.ts'
import { callers, type Measured } from './measure.ts'

/** A narrow search must be answered within this by its 95th percentile, ms. */
const narrowLimit = 50

/** A request and what the database did for it. */
export interface Explained {
  readonly measured: Measured
  readonly plans: readonly string[]
}

export const checkTenants = (all: readonly Measured[]): Check[] => [
  ...all
    .filter(({ scenario }) => scenario.kind === 'narrow')
    .map(
      ({ scenario, latency }): Check => ({
        what: `p95: ${scenario.name}`,
        measured: latency.p95,
        limit: narrowLimit,
        bound: 'most',
        unit: 'ms',
        decimals: 1,
      }),
    ),
  { what: 'errors', measured: all.reduce((sum, { errors }) => sum + errors, 0), limit: 0, bound: 'most' },
]

/** What the tenant benchmark has to say, as Markdown. */
export function tenantReport(
  machine: string,
  count: number,
  all: readonly Measured[],
  explained: readonly Explained[],
): string {
  return [
    `${machine} ${figure(count)} tenants, ${callers} callers at once, 10 rows a page, each answer with its count.`,
    verdictTable(checkTenants(all)),
    latencyTable(all),
    ...explained.flatMap(({ measured, plans }) => [
      `#### Slowest of “${measured.scenario.name}”: ${JSON.stringify(measured.slowest)}`,
      ...plans.map(codeBlock),
    ]),
  ].join('\n\n')
}

const latencyTable = (all: readonly Measured[]): string =>
  markdownTable(
    [
      'request',
      'keywords',
      'tenants found, median (most)',
      'p50 ms',
      'p95 ms',
      'p99 ms',
      'max ms',
      'calls/s',
      'calls',
      'errors',
    ],
    all.map(({ scenario, latency, calls, callsASecond, errors }) => [
      scenario.name,
      scenario.matches ? figure(scenario.requests.length) : '–',
      scenario.matches ? `${figure(scenario.matches.median)} (${figure(scenario.matches.max)})` : '–',
      ...[latency.p50, latency.p95, latency.p99, latency.max].map(milliseconds),
      figure(callsASecond),
      figure(calls),
      figure(errors),
    ]),
  )
