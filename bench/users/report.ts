import type { userList } from '@atrium/contract'
import { type Explained, errorCheck, latencyTable, planSections } from '../lib/list-report.ts'
import { figure } from '../lib/markdown.ts'
import type { Measured as MeasuredOf } from '../lib/measure.ts'
import type { Report } from '../lib/results.ts'
import { type Check, verdictTable } from '../lib/verdict.ts'
import type { Scenario } from './scenarios.ts'
import type { Amounts } from './seed.ts'

export type Measured = MeasuredOf<typeof userList, Scenario>

/** Number of concurrent callers, and maximum 95th percentile with that number, in ms. */
export const loads = [
  { callers: 4, limit: 50 },
  { callers: 16, limit: 200 },
] as const

/** Number of statements that read rows of users, for pages of two sizes. */
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
      what: `p95 of the slowest ${measured?.scenario.part ? 'subset' : 'kind of request'} with ${callers} callers: ${measured?.scenario.name}`,
      measured: measured?.latency.p95 ?? Number.NaN,
      limit,
      bound: 'max',
      unit: 'ms',
      decimals: 1,
    }))
  }),
  { what: 'statements that read rows, 10 rows per page', measured: ofTen, limit: 1, bound: 'max' },
  { what: 'statements that read rows, 100 rows per page', measured: ofHundred, limit: 1, bound: 'max' },
  errorCheck(all),
]

/** Sorts the slowest first. */
export const byP95 = (one: Measured, other: Measured): number => other.latency.p95 - one.latency.p95

/** Returns the report of the user benchmark, with the plans of its slowest requests. */
export function userReport(
  machine: string,
  { users, tenants }: Amounts,
  all: readonly Measured[],
  queries: RowQueries,
  explained: readonly Explained[],
): Report {
  const summary = [
    `${machine} ${figure(users)} users, ${figure(tenants)} tenants, 10 rows per page, every response with the total.`,
    verdictTable(checkUsers(all, queries)),
    latencyTable('users', all),
  ].join('\n\n')
  return { summary, details: planSections(explained).join('\n\n') }
}
