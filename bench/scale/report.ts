import { codeBlock, figure, markdownTable, milliseconds } from '../lib/markdown.ts'
import type { Report } from '../lib/results.ts'
import { spreadOf } from '../lib/statistics.ts'
import { type Check, verdictTable } from '../lib/verdict.ts'
import type { Amounts } from './amounts.ts'
import { type Figures, groups, type Kind } from './kinds.ts'
import type { Whole } from './wholes.ts'

/** Values of the small and the large database. */
export interface Pair<T> {
  readonly small: T
  readonly large: T
}

/** A kind of call, and the cost of its rounds. */
export interface MeasuredKind extends Pick<Kind, 'group' | 'name'> {
  readonly rounds: Pair<readonly Figures[]>
}

/** Maximum factor by which a list, a search or a change may be slower with ten times the data. */
const maxRatio = 1.5
/** Responses within this time seem immediate, so their ratio is not compared, in ms. */
const atOnce = 10
/** Maximum memory of the server during an export, in MB. */
const memoryLimit = 256

const median = (values: readonly number[]): number => spreadOf(values)?.median ?? Number.NaN
const p50 = (rounds: readonly Figures[]): number => median(rounds.map(({ latency }) => latency.p50))
const p95 = (rounds: readonly Figures[]): number => median(rounds.map(({ latency }) => latency.p95))
const sum = (rounds: readonly Figures[], of: 'calls' | 'errors'): number =>
  rounds.reduce((all, round) => all + round[of], 0)

/** Returns the ratio of the 95th percentiles; for immediate responses at most 1. */
export const ratioOf = ({ rounds: { small, large } }: MeasuredKind): number =>
  p95(large) <= atOnce ? Math.min(1, p95(large) / p95(small)) : p95(large) / p95(small)

const wholeOf = (wholes: readonly Whole[], name: string): number =>
  wholes.find((whole) => whole.name === name)?.value ?? Number.NaN

export const checkScale = (kinds: readonly MeasuredKind[], wholes: Pair<readonly Whole[]>): Check[] => [
  ...groups.map((group): Check => {
    const [slowest] = kinds
      .filter((kind) => kind.group === group)
      .toSorted((one, other) => ratioOf(other) - ratioOf(one))
    return {
      what: `p95 relative to the small database, ${group}: ${slowest?.name}`,
      measured: slowest ? ratioOf(slowest) : Number.NaN,
      limit: maxRatio,
      bound: 'max',
      unit: '×',
      decimals: 2,
    }
  }),
  ...wholes.large
    .filter(({ name }) => name.startsWith('sealing '))
    .map(
      ({ name, value }): Check => ({
        what: `${name}, relative to the small database`,
        measured: value / wholeOf(wholes.small, name),
        limit: maxRatio,
        bound: 'max',
        unit: '×',
        decimals: 2,
      }),
    ),
  {
    what: 'peak memory of the server during the export of all users',
    measured: wholeOf(wholes.large, 'peak memory of the server during that export'),
    limit: memoryLimit,
    bound: 'max',
    unit: 'MB',
  },
  {
    what: 'errors',
    measured: kinds.reduce(
      (all, { rounds }) => all + sum(rounds.small, 'errors') + sum(rounds.large, 'errors'),
      0,
    ),
    limit: 0,
    bound: 'max',
  },
]

const times = (value: number): string => `${figure(value, 2)} ×`

const kindTable = (kinds: readonly MeasuredKind[]): string =>
  markdownTable(
    [
      'call',
      'small: p50 ms',
      'large: p50 ms',
      'ratio',
      'small: p95 ms',
      'large: p95 ms',
      'ratio',
      'calls',
      'errors',
    ],
    kinds.map(({ name, rounds: { small, large } }) => [
      name,
      ...[p50(small), p50(large)].map(milliseconds),
      times(p50(large) / p50(small)),
      ...[p95(small), p95(large)].map(milliseconds),
      times(p95(large) / p95(small)),
      figure(sum(small, 'calls') + sum(large, 'calls')),
      figure(sum(small, 'errors') + sum(large, 'errors')),
    ]),
  )

const million = 1_000_000

/** Returns the time for a million of the processed rows. */
const perMillion = ({ value, of }: Whole): string => (of ? figure((value / of) * million, 2) : '–')

const shown = ({ value, unit }: Whole): string =>
  `${figure(value, value < 10 ? 2 : value < 100 ? 1 : 0)} ${unit}`

const wholeTable = ({ small, large }: Pair<readonly Whole[]>): string =>
  markdownTable(
    ['what', 'small', 'large', 'ratio', 'small: s per million', 'large: s per million'],
    large.map((whole) => {
      const other = small.find(({ name }) => name === whole.name)
      return [
        whole.name,
        other ? shown(other) : '–',
        shown(whole),
        other ? times(whole.value / other.value) : '–',
        other ? perMillion(other) : '–',
        perMillion(whole),
      ]
    }),
  )

const amountsText = ({ users, tenants, events }: Amounts): string =>
  `${figure(users)} users, ${figure(tenants)} tenants, ${figure(events)} audit events`

/** Plans of one kind of call in the large database. */
export interface Explained {
  readonly name: string
  readonly plans: readonly string[]
}

/** Returns the report of the benchmark, with the plans of the lists whose time grows most. */
export function scaleReport(
  machine: string,
  amounts: Pair<Amounts>,
  kinds: readonly MeasuredKind[],
  wholes: Pair<readonly Whole[]>,
  explained: readonly Explained[],
): Report {
  const summary = [
    `${machine} Large: ${amountsText(amounts.large)}. Small: ${amountsText(amounts.small)}. Four concurrent callers, alternating between both databases. Medians over the rounds.`,
    verdictTable(checkScale(kinds, wholes)),
    kindTable(kinds),
    wholeTable(wholes),
  ].join('\n\n')
  const details = explained
    .flatMap(({ name, plans }) => [`### “${name}” in the large database`, ...plans.map(codeBlock)])
    .join('\n\n')
  return { summary, details }
}
