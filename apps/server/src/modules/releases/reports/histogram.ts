/** Histogram of a measure: number of values in each interval between bounds, lowest first. */
export type Counts = number[]

/** Upper bounds of times, in milliseconds; dense near the thresholds of Web Vitals. */
const times = [
  25, 50, 75, 100, 150, 200, 250, 300, 400, 500, 650, 800, 1000, 1250, 1500, 1800, 2200, 2500, 3000, 3500,
  4000, 5000, 6500, 8000, 10_000, 15_000, 20_000, 30_000, 60_000, 600_000,
]

/** Upper bounds of Cumulative Layout Shift. */
const shifts = [
  0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.125, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.75, 1, 2, 5, 600_000,
]

/** Histogram bounds of each measure. */
export const bounds = { ready: times, lcp: times, inp: times, cls: shifts } as const
export type Measure = keyof typeof bounds

/** Adds a value to the histogram of a measure. */
export function count(measure: Measure, counts: Counts, value: number): Counts {
  const position = bounds[measure].findIndex((bound) => value <= bound)
  const counted = bounds[measure].map((_, index) => counts[index] ?? 0)
  counted[position] = (counted[position] ?? 0) + 1
  return counted
}

/** Adds up the histograms of several hours. */
export const sumOf = (all: readonly Counts[]): Counts =>
  all.reduce<Counts>(
    (sum, counts) =>
      Array.from(
        { length: Math.max(sum.length, counts.length) },
        (_, index) => (sum[index] ?? 0) + (counts[index] ?? 0),
      ),
    [],
  )

/**
 * Estimates a quantile; between two bounds, values are assumed to be spread evenly.
 * @param share from 0 to 1
 * @returns null if there are no values
 */
export function percentile(measure: Measure, counts: Counts, share: number): number | null {
  const total = counts.reduce((sum, some) => sum + some, 0)
  if (total === 0) return null
  let below = 0
  for (const [index, some] of counts.entries()) {
    if (some > 0 && below + some >= total * share) {
      const from = bounds[measure][index - 1] ?? 0
      const to = bounds[measure][index] ?? from
      const value = from + ((total * share - below) / some) * (to - from)
      return measure === 'cls' ? Math.round(value * 1000) / 1000 : Math.round(value)
    }
    below += some
  }
  return null
}
