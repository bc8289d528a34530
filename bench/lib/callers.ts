/** Result of a period of load. */
export interface LoadResult {
  /** Latency of each successful call, in ms. */
  readonly latencies: readonly number[]
  /** Number of errors by message. */
  readonly errors: ReadonlyMap<string, number>
  /** Duration of the period, in ms. */
  readonly elapsed: number
}

export interface Load {
  /** Number of concurrent callers; each starts its next call when the previous one has ended. */
  readonly callers: number
  /** Maximum duration of the load, in ms. */
  readonly duration: number
  /** Maximum number of calls; unlimited by default. */
  readonly calls?: number
  /**
   * Makes one call.
   * @param turn number of the call, counted over all callers
   * @param caller 0 to callers - 1
   */
  readonly call: (turn: number, caller: number) => Promise<unknown>
}

/** Keeps a number of callers busy for some time; a failed call is counted, but not repeated. */
export async function underLoad({
  callers,
  duration,
  calls = Number.POSITIVE_INFINITY,
  call,
}: Load): Promise<LoadResult> {
  const latencies: number[] = []
  const errors = new Map<string, number>()
  const started = performance.now()
  let turn = 0

  const keepCalling = async (caller: number) => {
    while (turn < calls && performance.now() - started < duration) {
      const begun = performance.now()
      try {
        await call(turn++, caller)
        latencies.push(performance.now() - begun)
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        errors.set(message, (errors.get(message) ?? 0) + 1)
      }
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, caller) => keepCalling(caller)))
  return { latencies, errors, elapsed: performance.now() - started }
}

export const errorCount = ({ errors }: LoadResult): number =>
  [...errors.values()].reduce((sum, count) => sum + count, 0)

/** Returns the number of successful calls per second. */
export const rateOf = ({ latencies, elapsed }: LoadResult): number => (latencies.length / elapsed) * 1000
