import { figure, markdownTable, milliseconds } from '../lib/markdown.ts'
import { spreadOf } from '../lib/statistics.ts'
import { type Check, verdictTable } from '../lib/verdict.ts'
import { type Cost, callers, type Pair } from './measure.ts'

/** What the benchmark compares. */
export interface Comparison {
  /** File of the results, relative to bench/. */
  readonly results: 'calls/results.md' | 'calls/results-traces.md'
  /** What the current server is compared with, in words. */
  readonly against: string
  /** Names of the two servers in the table. */
  readonly names: readonly [former: string, present: string]
  /** Minimum ratio of the calls per second of the current server to those of the former. */
  readonly minTimes: number
}

/** No call may lose more than the difference between two runs of the same code. */
export const withCommit = (commit: string): Comparison => ({
  results: 'calls/results.md',
  against: commit,
  names: ['before', 'now'],
  minTimes: 0.95,
})

/** The server's process creates a span for each call and each of its statements, writes it as JSON and sends it. */
export const withTraces: Comparison = {
  results: 'calls/results-traces.md',
  against: 'the same server without traces',
  names: ['without traces', 'with traces'],
  minTimes: 0.8,
}

const medianOf = (pairs: readonly Pair[], of: (pair: Pair) => number): number =>
  spreadOf(pairs.map(of))?.median ?? Number.NaN

const byName = (pairs: readonly Pair[]): [string, Pair[]][] =>
  Object.entries(Object.groupBy(pairs, ({ name }) => name)).map(([name, all = []]) => [name, all])

/** Checks the ratio of calls per second for each call: the median of the rounds' ratios. */
export const checkCalls = ({ names, minTimes }: Comparison, pairs: readonly Pair[]): Check[] => [
  ...byName(pairs).map(
    ([name, all]): Check => ({
      what: `${name}: calls per second, ${names[1]} / ${names[0]}`,
      measured: medianOf(all, ({ former, present }) => present.callsASecond / former.callsASecond),
      limit: minTimes,
      bound: 'min',
      unit: '×',
      decimals: 2,
    }),
  ),
  {
    what: 'errors',
    measured: pairs.reduce((sum, { former, present }) => sum + former.errors + present.errors, 0),
    limit: 0,
    bound: 'max',
  },
]

/** Returns the report of the benchmark as Markdown. */
export function callsReport(machine: string, comparison: Comparison, pairs: readonly Pair[]): string {
  const { against, names } = comparison
  const rounds = pairs.length / byName(pairs).length
  const cells = (all: readonly Pair[], of: (cost: Cost) => number, format: (value: number) => string) =>
    (['former', 'present'] as const).map((which) => format(medianOf(all, (pair) => of(pair[which]))))
  return [
    `${machine} ${rounds} rounds, ${callers} concurrent callers, compared with ${against}. Medians over the rounds.`,
    verdictTable(checkCalls(comparison, pairs)),
    markdownTable(
      [
        ...['call', `calls/s, ${names[0]}`, names[1]],
        ...[`server CPU ms per call, ${names[0]}`, names[1]],
        ...[`PostgreSQL CPU ms per call, ${names[0]}`, names[1]],
      ],
      byName(pairs).map(([name, all]) => [
        name,
        ...cells(all, ({ callsASecond }) => callsASecond, figure),
        ...cells(all, ({ server }) => server, milliseconds),
        ...cells(all, ({ database }) => database, milliseconds),
      ]),
    ),
  ].join('\n\n')
}
