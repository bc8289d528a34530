import { tenantList } from '@atrium/contract'
import { errorCount, rateOf, underLoad } from '../lib/callers.ts'
import type { Caller } from '../lib/client/index.ts'
import { type Latency, latencyOf } from '../lib/statistics.ts'
import type { Scenario } from './scenarios.ts'

export const callers = 4

/** What a scenario cost. */
export interface Measured {
  readonly scenario: Scenario
  /** ms, as the caller sees it. */
  readonly latency: Latency
  readonly calls: number
  readonly callsASecond: number
  readonly errors: number
  /** The request that took longest in the middle of its repetitions. */
  readonly slowest: Scenario['requests'][number]
}

/**
 * Makes a scenario's requests again and again, first unmeasured until each has been made once.
 * @param connections a session of each caller
 * @param duration how long to measure, ms
 */
export async function measure(
  scenario: Scenario,
  connections: readonly Caller[],
  duration: number,
): Promise<Measured> {
  const { requests } = scenario
  const [caller] = connections
  for (const request of requests) await caller?.send(tenantList, request)

  const times = requests.map((): number[] => [])
  const result = await underLoad({
    callers: connections.length,
    duration,
    call: async (turn, index) => {
      const [request, taken] = [requests[turn % requests.length], times[turn % requests.length]]
      if (!request || !taken) throw new RangeError(`${scenario.name} has no requests`)
      const begun = performance.now()
      await connections[index]?.send(tenantList, request)
      taken.push(performance.now() - begun)
    },
  })
  return {
    scenario,
    latency: latencyOf(result.latencies),
    calls: result.latencies.length,
    callsASecond: rateOf(result),
    errors: errorCount(result),
    slowest: slowestOf(requests, times),
  }
}

function slowestOf<T>(requests: readonly T[], times: readonly (readonly number[])[]): T {
  const medians = times.map((taken) => (taken.length > 0 ? latencyOf(taken).p50 : 0))
  const slowest = requests[medians.indexOf(Math.max(...medians))]
  if (slowest === undefined) throw new RangeError('No requests')
  return slowest
}
