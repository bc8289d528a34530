import { type Job, type Language, runStatus } from '@atrium/contract'
import type { Tone } from '@atrium/ui-kit/list'

/** A run of a job, as its list shows it. */
export type Run = Job['runs'][number]

export type Outcome = 'succeeded' | 'failed' | 'underWay'

/** How a run ended; anything that is neither well nor on its way is a failure. */
export const outcomeOf = ({ status }: Pick<Run, 'status'>): Outcome =>
  status === runStatus.succeeded ? 'succeeded' : status === runStatus.underWay ? 'underWay' : 'failed'

export const toneOf: Record<Outcome, Tone> = { succeeded: 'good', failed: 'bad', underWay: 'info' }

const units = [
  { unit: 'hour', length: 3_600_000 },
  { unit: 'minute', length: 60_000 },
  { unit: 'second', length: 1000 },
  { unit: 'millisecond', length: 1 },
] as const

/** A duration in the largest unit that it fills, e.g. 1.2 s. @param times in milliseconds */
export function durationOf(times: number, language: Language): string {
  const { unit, length } = units.find((one) => times >= one.length) ?? { unit: 'millisecond', length: 1 }
  const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(language, format).format(times / length)
}

/** The last run that has ended; undefined before the first. */
export const lastEnded = (runs: readonly Run[]): Run | undefined =>
  runs.findLast((run) => outcomeOf(run) !== 'underWay')

/** Whether a run is under way. */
export const isUnderWay = (runs: readonly Pick<Run, 'status'>[]): boolean =>
  runs.some((run) => outcomeOf(run) === 'underWay')
