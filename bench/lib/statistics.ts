/**
 * Returns the smallest value that at least this share of all values does not exceed (nearest-rank method).
 * @param sorted values in ascending order, at least one
 * @param share 0 to 1, e.g. 0.95
 */
export function percentile(sorted: readonly number[], share: number): number {
  const rank = Math.max(1, Math.ceil(share * sorted.length))
  const value = sorted[rank - 1]
  if (value === undefined) throw new RangeError('A percentile needs at least one value')
  return value
}

/** Summary of latencies, in the unit of the values. */
export interface Latency {
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly max: number
}

/**
 * Returns the summary of latencies.
 * @param values at least one, in any order
 */
export function latencyOf(values: readonly number[]): Latency {
  const sorted = ascending(values)
  return {
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    max: percentile(sorted, 1),
  }
}

/** Median and range of repeated measurements. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

/**
 * Returns the median and range of values.
 * @returns undefined if there are no values
 */
export function spreadOf(values: readonly number[]): Spread | undefined {
  const sorted = ascending(values)
  const [min, max] = [sorted[0], sorted.at(-1)]
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  if (min === undefined || max === undefined || low === undefined || high === undefined) return undefined
  return { median: (low + high) / 2, min, max }
}

/**
 * Returns the probability that a value of one kind is greater than a value of the other, over all pairs; equal values
 * count half. It is 0.5 if the kinds are indistinguishable, and 0 or 1 if each value identifies its kind (Mann and
 * Whitney's U as a share).
 */
export function shareGreater(ones: readonly number[], others: readonly number[]): number {
  let greater = 0
  for (const one of ones) for (const other of others) greater += one > other ? 1 : one === other ? 0.5 : 0
  return greater / (ones.length * others.length)
}

const ascending = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b)
