import type { CallFigures, ProcessFigures, TimeRange } from '@atrium/contract'

/** Length of each range, in milliseconds. */
const lengths: Readonly<Record<TimeRange, number>> = {
  hour: 3_600_000,
  day: 24 * 3_600_000,
  week: 7 * 24 * 3_600_000,
}

/** Counts of a step, with its start in milliseconds since 1970. */
export type Step = Omit<CallFigures['steps'][number], 'time'> & { readonly at: number }

const none = { calls: 0, errors: 0, signIns: 0, failedSignIns: 0 }

/**
 * Returns every step of a range, earliest first, with zeros for steps that the response omits.
 * @param now time of the response, in milliseconds since 1970
 */
export function everyStep({ step, steps }: CallFigures, range: TimeRange, now: number): Step[] {
  const counted = new Map(steps.map(({ time, ...counts }) => [Date.parse(time), counts]))
  const last = Math.floor(now / step) * step
  const count = lengths[range] / step
  return Array.from({ length: count }, (_, index) => {
    const at = last - (count - 1 - index) * step
    return { at, ...(counted.get(at) ?? none) }
  })
}

/** Returns the totals of all steps. */
export const totalOf = (steps: readonly Omit<Step, 'at'>[]): Omit<Step, 'at'> =>
  steps.reduce(
    (sum, { calls, errors, signIns, failedSignIns }) => ({
      calls: sum.calls + calls,
      errors: sum.errors + errors,
      signIns: sum.signIns + signIns,
      failedSignIns: sum.failedSignIns + failedSignIns,
    }),
    none,
  )

/** Returns the number of processes for each version, or nothing if all run the same one. */
export function mixedVersions(processes: readonly Pick<ProcessFigures, 'version'>[]): [string, number][] {
  const groups = [...Map.groupBy(processes, ({ version }) => version)]
  return groups.length < 2 ? [] : groups.map(([version, { length }]) => [version, length])
}
