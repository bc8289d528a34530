import type { Check } from '../lib/verdict.ts'
import { profiles } from './profiles.ts'
import type { Run } from './runs.ts'
import { type Metric, spreadOfRuns } from './summary.ts'
import { federated, single } from './targets.ts'

/** 210 kB; 1 kB is 1000 bytes. */
const mostBytes = 210_000
const mostRequests = 10
const mostTimesSingle = 1.2

/** The budgets of a cold sign-in page, on medians. */
export function checkBudgets(runs: readonly Run[]): Check[] {
  return profiles.flatMap(({ name: profile }) => {
    const median = (target: string, metric: Metric) =>
      spreadOfRuns(runs, { target, profile, mode: 'cold' }, metric)?.median ?? Number.NaN
    const ratio = (metric: Metric) => median(federated, metric) / median(single, metric)
    const times = { limit: mostTimesSingle, bound: 'most', unit: '×', decimals: 2 } as const
    return [
      {
        what: `${profile}: requests`,
        measured: median(federated, 'requests'),
        limit: mostRequests,
        bound: 'most',
      },
      {
        what: `${profile}: bytes on the wire in all`,
        measured: median(federated, 'bytes') / 1000,
        limit: mostBytes / 1000,
        bound: 'most',
        unit: 'kB',
        decimals: 1,
      },
      { what: `${profile}: bytes against the single bundle`, measured: ratio('bytes'), ...times },
      { what: `${profile}: time to ready against the single bundle`, measured: ratio('ready'), ...times },
    ]
  })
}
