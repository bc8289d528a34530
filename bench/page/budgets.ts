import type { Check } from '../lib/verdict.ts'
import { profiles } from './profiles.ts'
import type { Mode, Run } from './runs.ts'
import { type Metric, spreadOfRuns } from './summary.ts'
import { federated, screens, single } from './targets.ts'

/** Maximum ratios of medians: the federated page to the same page as one plain bundle. */
export const limits = {
  bytes: 1.15,
  /** Time to ready on a slow network and processor, with nothing cached. */
  ready: 1.2,
  /** Time to ready with everything cached. */
  readyWarm: 1.05,
} as const

/** Budget of the sign-in page, which every user loads first: 210 kB in total; 1 kB is 1000 bytes. */
const signInPage = { bytes: 210_000, requests: 10 }

/** Checks the budgets of both screens. */
export function checkBudgets(runs: readonly Run[]): Check[] {
  const median = (screen: string, build: string, profile: string, mode: Mode, metric: Metric) =>
    spreadOfRuns(runs, { screen, build, profile, mode }, metric)?.median ?? Number.NaN
  const times = (screen: string, profile: string, mode: Mode, metric: Metric, limit: number): Check => ({
    what: `${screen}, ${profile}, ${mode}: ${metric === 'ready' ? 'time to ready' : 'bytes on the wire'} relative to the single bundle`,
    measured:
      median(screen, federated, profile, mode, metric) / median(screen, single, profile, mode, metric),
    limit,
    bound: 'max',
    unit: '×',
    decimals: 2,
  })
  const { signIn } = screens
  return [
    {
      what: `${signIn.name}, cold: requests`,
      measured: median(signIn.name, federated, 'slow', 'cold', 'requests'),
      limit: signInPage.requests,
      bound: 'max',
    },
    {
      what: `${signIn.name}, cold: total bytes on the wire`,
      measured: median(signIn.name, federated, 'slow', 'cold', 'bytes') / 1000,
      limit: signInPage.bytes / 1000,
      bound: 'max',
      unit: 'kB',
      decimals: 1,
    },
    ...Object.values(screens).flatMap(({ name }) => [
      ...profiles.flatMap(({ name: profile }) => [
        times(name, profile, 'cold', 'bytes', limits.bytes),
        times(name, profile, 'cold', 'ready', limits.ready),
      ]),
      times(name, 'slow', 'warm', 'ready', limits.readyWarm),
    ]),
  ]
}
