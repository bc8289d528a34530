import type { Call, InputOf, ResponseOf } from '@atrium/contract'
import { errorCount, rateOf, underLoad } from './callers.ts'
import type { Caller } from './client/index.ts'
import { type Latency, latencyOf } from './statistics.ts'

/** Requests of one kind, measured together. */
export interface Scenario<C extends Call> {
  readonly name: string
  readonly requests: readonly InputOf<C>[]
}

/** A keyword, and the number of rows of the list that match it. */
export interface Keyword {
  readonly text: string
  readonly matches: number
}

/** Requests to a list. */
export interface ListScenario<C extends Call> extends Scenario<C> {
  /** Keywords in the order of the requests; empty for a list without a search. */
  readonly keywords: readonly Keyword[]
}

/** Cost of a scenario. */
export interface Measured<C extends Call, S extends Scenario<C> = Scenario<C>> {
  readonly scenario: S
  readonly callers: number
  /** Latency that the caller observed, in ms. */
  readonly latency: Latency
  readonly calls: number
  readonly callsASecond: number
  readonly errors: number
  /** The request with the highest median. */
  readonly slowest: InputOf<C>
}

/**
 * Repeats a scenario's requests; makes each once first without measuring it.
 * @param connections one session per caller
 * @param duration time of the measurement, in ms
 * @param check checks each measured response; an exception counts as an error
 */
export async function measure<C extends Call, S extends Scenario<C>>(
  call: C,
  scenario: S,
  connections: readonly Pick<Caller, 'send'>[],
  duration: number,
  check: (response: ResponseOf<C>, request: InputOf<C>) => void = () => {},
): Promise<Measured<C, S>> {
  const { requests } = scenario
  const [caller] = connections
  for (const request of requests) await caller?.send(call, request)

  const times = requests.map((): number[] => [])
  const result = await underLoad({
    callers: connections.length,
    duration,
    call: async (turn, index) => {
      const [request, taken, connection] = [
        requests[turn % requests.length],
        times[turn % requests.length],
        connections[index],
      ]
      if (!request || !taken || !connection) throw new RangeError(`${scenario.name} has no requests`)
      const begun = performance.now()
      const response = await connection.send(call, request)
      taken.push(performance.now() - begun)
      check(response, request)
    },
  })
  return {
    scenario,
    callers: connections.length,
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
  if (slowest === undefined) throw new RangeError('The scenario has no requests')
  return slowest
}
