import { figure, markdownTable } from '../lib/markdown.ts'
import { spreadOf } from '../lib/statistics.ts'
import { type Check, verdictTable } from '../lib/verdict.ts'
import { type CallRecord, cameFrom } from './load.ts'
import type { Outcome } from './outcome.ts'
import { isBare, kills, kindsOf, type Round } from './rounds.ts'

/** All observations. */
export interface Seen {
  readonly rounds: readonly Round[]
  readonly outcome: Outcome
  readonly made: readonly CallRecord[]
}

/**
 * Maximum outage of writes, in seconds. For a lost machine it is `ttl` plus twice `loop_wait` of patroni.yml; it is
 * less if the machine survives.
 */
const maxOutage = { machine: 30, database: 15, server: 2 }

const readsOf = (made: readonly CallRecord[]) => made.filter(({ kind }) => kind === 'read')
const writesOf = (made: readonly CallRecord[]) => made.filter(({ kind }) => kind !== 'read')

const isFault = ({ failure = '' }: CallRecord) => failure.startsWith('500 ')

/** Returns whether a call failed because its session no longer exists. */
const withoutSession = ({ failure = '' }: CallRecord) => /^\d+ 401 /.test(failure)

/** Returns whether a write was rejected. Each write uses a new name, so a repeated one is rejected. */
const isRejected = ({ failure = '' }: CallRecord) => failure.startsWith('200 ')

const worst = (rounds: readonly Round[]): number => Math.max(...rounds.map(({ outage }) => outage)) / 1000

/** Conditions that must hold. */
export function checksOf({ rounds: all, outcome, made }: Seen): Check[] {
  const of = (what: string) => all.filter((round) => round.what === what)
  const none = { limit: 0, bound: 'max' } as const
  const seconds = { bound: 'max', unit: 's', decimals: 1 } as const
  const outages = (what: string, rounds: readonly Round[], limit: number): Check[] =>
    rounds.length === 0 ? [] : [{ what, measured: worst(rounds), limit, ...seconds }]
  return [
    { what: 'acknowledged writes lost', measured: outcome.lost, ...none },
    { what: 'messages that never arrived', measured: outcome.missing, ...none },
    { what: 'messages that arrived under two Message-IDs', measured: outcome.doubled, ...none },
    {
      what: 'calls that failed with an internal error (500)',
      measured: made.filter(isFault).length,
      ...none,
    },
    { what: '503 responses made by haproxy', measured: made.filter(isBare).length, ...none },
    {
      what: 'audited sign-ins with an address other than the callers’',
      measured: Number(outcome.addresses.join() !== cameFrom),
      ...none,
    },
    {
      what: 'calls that failed because their session was lost (401)',
      measured: made.filter(withoutSession).length,
      ...none,
    },
    ...outages(
      'longest time without a write: PostgreSQL of the primary killed',
      of(kills.database),
      maxOutage.database,
    ),
    ...outages(
      'longest time without a write: PostgreSQL and Patroni of the primary killed',
      of(kills.machine),
      maxOutage.machine,
    ),
    ...outages('longest time without a write: a server killed', of(kills.server), maxOutage.server),
    { what: 'writes that were sent twice', measured: writesOf(made).filter(isRejected).length, ...none },
    {
      what: 'reads that failed when a server was killed',
      measured: of(kills.server).reduce((sum, { failed }) => sum + readsOf(failed).length, 0),
      ...none,
    },
  ]
}

function row(what: string, rounds: readonly Round[]): string[] {
  const { median, min, max } = spreadOf(rounds.map(({ outage }) => outage / 1000)) ?? {
    median: 0,
    min: 0,
    max: 0,
  }
  const maxFigure = (of: (made: readonly CallRecord[]) => CallRecord[]) =>
    figure(Math.max(0, ...rounds.map(({ failed }) => of(failed).length)))
  const times = [median, min, max].map((value) => figure(value, 1))
  return [
    what,
    figure(rounds.length),
    ...times,
    maxFigure(writesOf),
    maxFigure(readsOf),
    kindsOf(rounds.flatMap(({ failed }) => failed)),
  ]
}

/** Returns the report of the benchmark as Markdown. */
export function failoverReport(machine: string, seen: Seen): string {
  const { rounds, outcome, made } = seen
  const sentences = [
    `${figure(outcome.acknowledged)} writes were acknowledged and ${figure(readsOf(made).length)} reads were made.`,
    `${figure(outcome.messages)} messages were due; ${figure(outcome.repeated)} arrived twice under the same`,
    `Message-ID. Of the writes that were not acknowledged, ${figure(outcome.unacknowledged)} were committed.`,
  ]
  const kinds = Object.values(kills).filter((kind) => rounds.some(({ what }) => what === kind))
  return [
    machine,
    verdictTable(checksOf(seen)),
    sentences.join(' '),
    markdownTable(
      [
        'killed',
        'rounds',
        'seconds without a write, median',
        'min',
        'max',
        'failed writes in a round, max',
        'failed reads, max',
        'responses to failed calls',
      ],
      [
        ...kinds.map((kind) =>
          row(
            kind,
            rounds.filter(({ what }) => what === kind),
          ),
        ),
      ],
    ),
  ].join('\n\n')
}
