import { errorCount, type LoadResult, rateOf } from '../lib/callers.ts'
import { figure, markdownTable, milliseconds } from '../lib/markdown.ts'
import { latencyOf, shareGreater, spreadOf } from '../lib/statistics.ts'
import { type Check, verdictTable } from '../lib/verdict.ts'
import { signInCallers } from './loads.ts'
import type { Round } from './measure.ts'
import type { NameTimes } from './names.ts'

type Part = keyof Round

/** Minimum ratio of sign-ins to password hashes alone. */
const minOfHashes = 0.85
/** Maximum factor by which a list may slow down. */
const maxTimesQuiet = 4
/**
 * Maximum difference of the share of pairs from one half: between two identical kinds of 200 attempts, 99 in 100
 * differences are smaller.
 */
const maxOffHalf = 0.075

const names: Record<Part, string> = {
  hashes: 'password hashes alone',
  signIns: 'sign-ins over HTTP',
  quietList: 'list, 4 callers, no sign-ins',
  busyList: 'list, 4 callers, under full sign-in load',
  signInsBeside: 'sign-ins during the load of 4 list callers',
  quietSingleList: 'list, 1 caller, no sign-ins',
  busySingleList: 'list, 1 caller, under full sign-in load',
}
const parts = Object.keys(names) as Part[]

const medianOf = (rounds: readonly Round[], part: Part, of: (result: LoadResult) => number): number =>
  spreadOf(rounds.map((round) => of(round[part])))?.median ?? Number.NaN

const p95 = ({ latencies }: LoadResult): number => latencyOf(latencies).p95

/** Checks the limits on medians over the rounds. */
export function checkSignIns(rounds: readonly Round[], times: NameTimes): Check[] {
  const slowdown = (busy: Part, quiet: Part) => medianOf(rounds, busy, p95) / medianOf(rounds, quiet, p95)
  const slower = { limit: maxTimesQuiet, bound: 'max', unit: '×', decimals: 2 } as const
  return [
    {
      what: 'sign-ins per second relative to password hashes per second',
      measured: medianOf(rounds, 'signIns', rateOf) / medianOf(rounds, 'hashes', rateOf),
      limit: minOfHashes,
      bound: 'min',
      decimals: 2,
    },
    {
      what: 'p95 of the list under full sign-in load, relative to no sign-ins, 4 callers',
      measured: slowdown('busyList', 'quietList'),
      ...slower,
    },
    { what: 'the same, 1 caller', measured: slowdown('busySingleList', 'quietSingleList'), ...slower },
    {
      what: 'share of pairs in which an unknown name takes longer, difference from one half',
      measured: Math.abs(shareGreater(times.unknown, times.known) - 0.5),
      limit: maxOffHalf,
      bound: 'max',
      decimals: 3,
    },
    {
      what: 'errors',
      measured: rounds.reduce(
        (sum, round) => sum + parts.reduce((of, part) => of + errorCount(round[part]), 0),
        0,
      ),
      limit: 0,
      bound: 'max',
    },
  ]
}

const timeRow = (what: string, times: readonly number[]): string[] => {
  const { p50, p95, p99 } = latencyOf(times)
  return [what, figure(times.length), ...[p50, p95, p99].map(milliseconds)]
}

/** Returns the report of the sign-in benchmark as Markdown. */
export function signInReport(machine: string, rounds: readonly Round[], times: NameTimes): string {
  return [
    `${machine} ${rounds.length} rounds; ${signInCallers} people sign in concurrently. Medians over the rounds.`,
    verdictTable(checkSignIns(rounds, times)),
    markdownTable(
      ['load', 'per second', 'p50 ms', 'p95 ms', 'p99 ms', 'errors'],
      parts.map((part) => [
        names[part],
        figure(medianOf(rounds, part, rateOf), 1),
        milliseconds(medianOf(rounds, part, ({ latencies }) => latencyOf(latencies).p50)),
        milliseconds(medianOf(rounds, part, p95)),
        milliseconds(medianOf(rounds, part, ({ latencies }) => latencyOf(latencies).p99)),
        figure(rounds.reduce((sum, round) => sum + errorCount(round[part]), 0)),
      ]),
    ),
    markdownTable(
      ['wrong password, alternating', 'attempts', 'p50 ms', 'p95 ms', 'p99 ms'],
      [timeRow('of an existing user name', times.known), timeRow('of an unknown user name', times.unknown)],
    ),
  ].join('\n\n')
}
