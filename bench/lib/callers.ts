/** What came of a stretch of load. */
export interface LoadResult {
  /** Latency of each call that succeeded, in ms. */
  readonly latencies: readonly number[]
  /** What went wrong, by message. */
  readonly errors: ReadonlyMap<string, number>
  /** How long the stretch took, in ms. */
  readonly elapsed: number
}

export interface Load {
  /** How many call at the same time, each beginning its next call when the one before is answered. */
  readonly callers: number
  /** How long to go on, in ms. */
  readonly duration: number
  /**
   * One call.
   * @param turn counts up over all callers
   * @param caller 0 to callers - 1
   */
  readonly call: (turn: number, caller: number) => Promise<unknown>
}

/** Keeps a number of callers busy for a while; a failed call is counted, never repeated. */
export async function underLoad({ callers, duration, call }: Load): Promise<LoadResult> {
  const latencies: number[] = []
  const errors = new Map<string, number>()
  const started = performance.now()
  let turn = 0

  const keepCalling = async (caller: number) => {
    while (performance.now() - started < duration) {
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

/** Successful calls a second. */
export const rateOf = ({ latencies, elapsed }: LoadResult): number => (latencies.length / elapsed) * 1000
