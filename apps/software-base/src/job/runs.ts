import { type Job, runStatus } from '@atrium/contract'
import type { Tone } from '@atrium/ui-kit/list'

/** A run of a job, as its list shows it. */
export type Run = Job['runs'][number]

type Outcome = 'succeeded' | 'failed' | 'underWay'

/** How a run ended; anything that is neither well nor on its way is a failure. */
export const outcomeOf = ({ status }: Pick<Run, 'status'>): Outcome =>
  status === runStatus.succeeded ? 'succeeded' : status === runStatus.underWay ? 'underWay' : 'failed'

export const toneOf: Record<Outcome, Tone> = { succeeded: 'good', failed: 'bad', underWay: 'info' }

/** The last run that has ended; undefined before the first. */
export const lastEnded = (runs: readonly Run[]): Run | undefined =>
  runs.findLast((run) => outcomeOf(run) !== 'underWay')

/** Whether a run is under way. */
export const isUnderWay = (runs: readonly Pick<Run, 'status'>[]): boolean =>
  runs.some((run) => outcomeOf(run) === 'underWay')
