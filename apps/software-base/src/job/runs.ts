import { type Job, runStatus } from '@atrium/contract'
import type { Tone } from '@atrium/ui-kit/list'

/** Run of a job, as in the job list. */
export type Run = Job['runs'][number]

type Outcome = 'succeeded' | 'failed' | 'underWay'

/** Returns the outcome of a run. Any state other than success or in progress is a failure. */
export const outcomeOf = ({ status }: Pick<Run, 'status'>): Outcome =>
  status === runStatus.succeeded ? 'succeeded' : status === runStatus.underWay ? 'underWay' : 'failed'

export const toneOf: Record<Outcome, Tone> = { succeeded: 'good', failed: 'bad', underWay: 'info' }

/** Returns the last run that has ended, undefined before the first one. */
export const lastEnded = (runs: readonly Run[]): Run | undefined =>
  runs.findLast((run) => outcomeOf(run) !== 'underWay')

/** Returns whether a run is in progress. */
export const isInProgress = (runs: readonly Pick<Run, 'status'>[]): boolean =>
  runs.some((run) => outcomeOf(run) === 'underWay')
