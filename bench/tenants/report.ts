import { type Explained, errorCheck, latencyTable, planSections } from '../lib/list-report.ts'
import { figure } from '../lib/markdown.ts'
import type { Report } from '../lib/results.ts'
import { type Check, verdictTable } from '../lib/verdict.ts'
import { callers, type Measured } from './measure.ts'

/** Maximum 95th percentile of a narrow search, in ms. */
const narrowLimit = 50

export const checkTenants = (all: readonly Measured[]): Check[] => [
  ...all
    .filter(({ scenario }) => scenario.kind === 'narrow')
    .map(
      ({ scenario, latency }): Check => ({
        what: `p95: ${scenario.name}`,
        measured: latency.p95,
        limit: narrowLimit,
        bound: 'max',
        unit: 'ms',
        decimals: 1,
      }),
    ),
  errorCheck(all),
]

/** Returns the report of the tenant benchmark, with the plans of its slowest requests. */
export function tenantReport(
  machine: string,
  count: number,
  all: readonly Measured[],
  explained: readonly Explained[],
): Report {
  const summary = [
    `${machine} ${figure(count)} tenants, ${callers} concurrent callers, 10 rows per page, every response with the total.`,
    verdictTable(checkTenants(all)),
    latencyTable('tenants', all),
  ].join('\n\n')
  return { summary, details: planSections(explained).join('\n\n') }
}
