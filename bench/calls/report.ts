import { figure, markdownTable, milliseconds } from '../lib/markdown.ts'
import { spreadOf } from '../lib/statistics.ts'
import { type Check, verdictTable } from '../lib/verdict.ts'
import { type Cost, callers, type Pair } from './measure.ts'

/** No call may lose more than what two runs of the same code differ by. */
const leastTimes = 0.95

const medianOf = (pairs: readonly Pair[], of: (pair: Pair) => number): number =>
  spreadOf(pairs.map(of))?.median ?? Number.NaN

const byName = (pairs: readonly Pair[]): [string, Pair[]][] =>
  Object.entries(Object.groupBy(pairs, ({ name }) => name)).map(([name, all = []]) => [name, all])

/** How many times as many calls a second each call makes, as the middle of the rounds' own ratios. */
export const checkCalls = (pairs: readonly Pair[]): Check[] => [
  ...byName(pairs).map(
    ([name, all]): Check => ({
      what: `${name}, calls a second against before`,
      measured: medianOf(all, ({ former, present }) => present.callsASecond / former.callsASecond),
      limit: leastTimes,
      bound: 'least',
      unit: '×',
      decimals: 2,
    }),
  ),
  {
    what: 'errors',
    measured: pairs.reduce((sum, { former, present }) => sum + former.errors + present.errors, 0),
    limit: 0,
    bound: 'most',
  },
]

/** What the benchmark of plain calls has to say, as Markdown. */
export function callsReport(machine: string, against: string, pairs: readonly Pair[]): string {
  const rounds = pairs.length / byName(pairs).length
  const cells = (all: readonly Pair[], of: (cost: Cost) => number, format: (value: number) => string) =>
    (['former', 'present'] as const).map((which) => format(medianOf(all, (pair) => of(pair[which]))))
  return [
    `${machine} ${rounds} rounds, ${callers} callers at once, against ${against}. Medians over the rounds.`,
    verdictTable(checkCalls(pairs)),
    markdownTable(
      [
        ...['call', 'a second, before', 'now'],
        ...['server ms of a core, before', 'now'],
        ...['PostgreSQL ms of a core, before', 'now'],
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
