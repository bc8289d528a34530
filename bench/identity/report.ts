import { errorCount, rateOf } from '../lib/callers.ts'
import { codeBlock, figure, markdownTable, milliseconds } from '../lib/markdown.ts'
import type { Report } from '../lib/results.ts'
import type { Statements } from '../lib/statements.ts'
import { latencyOf, spreadOf } from '../lib/statistics.ts'
import { type Check, verdictTable } from '../lib/verdict.ts'
import { type Exchanges, exchangeCallers, type SignInStatements, type SignInTimes } from './measure.ts'

/** Everything that the benchmark measures. */
export interface Measured {
  readonly exchanges: readonly Exchanges[]
  readonly statements: SignInStatements
  readonly times: SignInTimes
}

/** Maximum p95 of an exchange, in ms. */
const maxExchange = 50
/** Maximum number of statements of a sign-in to a second product: fewer than 15. */
const maxStatements = 14

const medianOf = <T>(values: readonly T[], of: (value: T) => number): number =>
  spreadOf(values.map(of))?.median ?? Number.NaN

const queriesOf = ({ queries }: Statements): number => queries.length

/** Checks the limits on medians: over the rounds, and over the sign-ins whose statements were counted. */
export const checkIdentity = ({ exchanges, statements }: Measured): Check[] => [
  {
    what: `exchange of a code, ${exchangeCallers} callers: p95`,
    measured: medianOf(exchanges, ({ latencies }) => latencyOf(latencies).p95),
    limit: maxExchange,
    bound: 'max',
    unit: 'ms',
    decimals: 1,
  },
  {
    what: 'sign-in to a second product: statements that read or write data',
    measured: medianOf(statements.second, queriesOf),
    limit: maxStatements,
    bound: 'max',
  },
  {
    what: 'errors',
    measured: exchanges.reduce((sum, round) => sum + errorCount(round), 0),
    limit: 0,
    bound: 'max',
  },
]

const exchangeRow = (exchanges: readonly Exchanges[]): string[] => [
  'exchange of a code',
  figure(medianOf(exchanges, rateOf), 1),
  ...(['p50', 'p95', 'p99'] as const).map((part) =>
    milliseconds(medianOf(exchanges, ({ latencies }) => latencyOf(latencies)[part])),
  ),
  milliseconds(medianOf(exchanges, ({ server }) => server)),
  milliseconds(medianOf(exchanges, ({ database }) => database)),
]

const signInRow = (what: string, times: readonly number[], statements: readonly Statements[]): string[] => {
  const { p50, p95 } = latencyOf(times)
  return [
    what,
    milliseconds(p50),
    milliseconds(p95),
    figure(medianOf(statements, queriesOf)),
    figure(medianOf(statements, ({ transactions }) => transactions)),
  ]
}

/** Returns the report of the benchmark as Markdown. The details have the statements of a sign-in to a second product. */
export function identityReport(machine: string, measured: Measured): Report {
  const { exchanges, statements, times } = measured
  const codes = exchanges[0]?.latencies.length ?? 0
  return {
    summary: [
      `${machine} ${exchanges.length} rounds of ${figure(codes)} codes; medians over the rounds. ${times.first.length} users, of whom one signs in at a time.`,
      verdictTable(checkIdentity(measured)),
      markdownTable(
        [
          ...[`${exchangeCallers} callers`, 'per second', 'p50 ms', 'p95 ms', 'p99 ms'],
          ...['server CPU ms per exchange', 'PostgreSQL CPU ms per exchange'],
        ],
        [exchangeRow(exchanges)],
      ),
      markdownTable(
        ['sign-in, 1 caller', 'p50 ms', 'p95 ms', 'statements', 'transactions'],
        [
          signInRow('to a first product', times.first, statements.first),
          signInRow('to a second product', times.second, statements.second),
        ],
      ),
    ].join('\n\n'),
    details: codeBlock(statements.second.at(-1)?.queries.join('\n\n') ?? ''),
  }
}
