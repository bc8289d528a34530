import type { userList } from '@atrium/contract'
import { codeBlock, figure, markdownTable, milliseconds } from '../lib/markdown.ts'
import type { Measured as MeasuredOf } from '../lib/measure.ts'
import { type Check, verdictTable } from '../lib/verdict.ts'
import type { Scenario } from './scenarios.ts'
import type { Amounts } from './seed.ts'

export type Measured = MeasuredOf<typeof userList, Scenario>

/** How many call at once, and within how many ms 95 of 100 calls must be answered then. */
export const loads = [
  { callers: 4, limit: 50 },
  { callers: 16, limit: 200 },
] as const

/** A request and what the database did for it. */
export interface Explained {
  readonly measured: Measured
  readonly plans: readonly string[]
}

/** How many statements read rows of users, for pages of two sizes. */
export interface RowQueries {
  readonly ofTen: number
  readonly ofHundred: number
}

export const checkUsers = (all: readonly Measured[], { ofTen, ofHundred }: RowQueries): Check[] => [
  ...loads.flatMap(({ callers, limit }): Check[] => {
    const slowest = all.filter((measured) => measured.callers === callers).toSorted(byP95)
    const kinds = [
      slowest.find(({ scenario }) => !scenario.part),
      slowest.find(({ scenario }) => scenario.part),
    ]
    return kinds.map((measured) => ({
      what: `p95 of the slowest ${measured?.scenario.part ? 'part' : 'kind'} at ${callers} callers: ${measured?.scenario.name}`,
      measured: measured?.latency.p95 ?? Number.NaN,
      ...{ limit, bound: 'most', unit: 'ms', decimals: 1 },
    }))
  }),
  { what: 'statements that read rows, 10 a page', measured: ofTen, limit: 1, bound: 'most' },
  { what: 'statements that read rows, 100 a page', measured: ofHundred, limit: 1, bound: 'most' },
  { what: 'errors', measured: all.reduce((sum, { errors }) => sum + errors, 0), limit: 0, bound: 'most' },
]

/** Puts the slowest first. */
export const byP95 = (one: Measured, other: Measured): number => other.latency.p95 - one.latency.p95

/** What the user benchmark has to say, as Markdown. */
export function userReport(
  machine: string,
  { users, tenants }: Amounts,
  all: readonly Measured[],
  queries: RowQueries,
  explained: readonly Explained[],
): string {
  return [
    `${machine} ${figure(users)} users, ${figure(tenants)} tenants, 10 rows a page, each answer with its count.`,
    verdictTable(checkUsers(all, queries)),
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
      ...['request', 'callers', 'keywords', 'users found, median (most)'],
      ...['p50 ms', 'p95 ms', 'p99 ms', 'max ms', 'calls/s', 'calls', 'errors'],
    ],
    all.map(({ scenario, callers, latency, calls, callsASecond, errors }) => [
      scenario.name,
      figure(callers),
      scenario.keywords.length > 0 ? figure(scenario.keywords.length) : '–',
      foundBy(scenario),
      ...[latency.p50, latency.p95, latency.p99, latency.max].map(milliseconds),
      figure(callsASecond),
      figure(calls),
      figure(errors),
    ]),
  )

function foundBy({ keywords }: Scenario): string {
  const counts = keywords.map(({ matches }) => matches).sort((one, other) => one - other)
  const [median, most] = [counts[Math.floor(counts.length / 2)], counts.at(-1)]
  return median === undefined || most === undefined ? '–' : `${figure(median)} (${figure(most)})`
}
