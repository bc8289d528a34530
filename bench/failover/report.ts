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
    { what: 'messages that never came', measured: outcome.missing, ...none },
    { what: 'messages that came under two ids', measured: outcome.doubled, ...none },
    { what: 'calls answered as a fault of ours (500)', measured: made.filter(isFault).length, ...none },
    { what: 'answers with 503 that were haproxy’s own', measured: made.filter(isBare).length, ...none },
    {
      what: 'audited sign-ins that are not of the callers’ address alone',
      measured: Number(outcome.addresses.join() !== cameFrom),
      ...none,
    },
    { what: 'calls whose session had ended', measured: made.filter(withoutSession).length, ...none },
    ...outages(
      'no write, at worst, PostgreSQL of the primary killed',
      of(kills.database),
      maxOutage.database,
    ),
    ...outages('no write, at worst, Patroni killed with it', of(kills.machine), maxOutage.machine),
    ...outages('no write, at worst, a server killed', of(kills.server), maxOutage.server),
    { what: 'writes that were sent twice', measured: writesOf(made).filter(isRejected).length, ...none },
    {
      what: 'reads that failed as servers were killed',
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
    `${figure(outcome.acknowledged)} writes were acknowledged and ${figure(readsOf(made).length)} reads made;`,
    `${figure(outcome.messages)} messages were due, of which ${figure(outcome.repeated)} came twice under the same`,
    `Message-ID. Of the writes that were not acknowledged ${figure(outcome.unacknowledged)} are there all the same.`,
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
        'least',
        'most',
        'writes failed in a round, most',
        'reads',
        'answers to those that failed',
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
