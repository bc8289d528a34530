import { setTimeout as sleep } from 'node:timers/promises'
import { figure } from '../lib/markdown.ts'
import { type Cluster, until } from './cluster.ts'
import type { CallRecord, Load } from './load.ts'
import type { Server } from './servers.ts'

/** A kill, or another deliberate change. */
interface Strike {
  readonly what: string
  /** Longest period after the strike without an acknowledged write, in ms. */
  readonly outage: number
  /** Number of calls made before the strike. */
  readonly from: number
}

/** A strike with the failures that followed it. */
export interface Round extends Pick<Strike, 'what' | 'outage'> {
  /** Calls that failed after the strike and before the next one. */
  readonly failed: readonly CallRecord[]
}

const failedOf = (made: readonly CallRecord[]) => made.filter(({ failure }) => failure !== undefined)

/** Returns each strike with the calls that failed before the next one, or for the last, before the load ended. */
export const roundsOf = (strikes: readonly Strike[], made: readonly CallRecord[]): Round[] =>
  strikes.map(({ what, outage, from }, index) => ({
    what,
    outage,
    failed: failedOf(made.slice(from, strikes[index + 1]?.from)),
  }))

/** Waits for a random time, so that each round strikes at a different moment of the load. */
const someTime = () => sleep(1000 + Math.random() * 1000)

/** Strikes under load, and waits until writes are acknowledged again and the previous state is restored. */
async function round(
  load: Load,
  what: string,
  { strike, heal }: { readonly strike: () => Promise<void>; readonly heal: () => Promise<unknown> },
): Promise<Strike> {
  await someTime()
  const from = load.made.length
  const struck = performance.now()
  await strike()
  const since = () => load.made.slice(from).filter(({ begun }) => begun > struck)
  await until(`a write after: ${what}`, () => since().some(isAcknowledged))
  await someTime()
  await heal()
  const ends = load.made
    .slice(from)
    .filter(isAcknowledged)
    .map(({ ended }) => ended)
  const stretches = ends.map((end, index) => end - (ends[index - 1] ?? struck))
  const outages = Math.max(...stretches)
  process.stderr.write(
    `${what}: ${(outages / 1000).toFixed(1)} s, ${kindsOf(failedOf(load.made.slice(from)))}\n`,
  )
  return { what, outage: outages, from }
}

/** Returns whether a proxy responded with 503: unlike a server's, that response has neither a reason nor a Retry-After. */
export const isBare = ({ failure = '', hasRetryAfter }: CallRecord): boolean =>
  failure.startsWith('503 ') && !(hasRetryAfter && failure.startsWith('503 503 '))

/**
 * Returns the kind of a failure, without details that differ each time. A rejection has status 200, and is identified
 * by its code.
 */
const kindOf = (made: CallRecord): string => {
  const { failure = '' } = made
  return isBare(made) ? '503 from haproxy' : (/^(?!200)\d{3}\b/.exec(failure)?.[0] ?? failure)
}

/** Returns the number of failed calls of each kind. */
export function kindsOf(failed: readonly CallRecord[]): string {
  const counts = new Map<string, number>()
  for (const made of failed) counts.set(kindOf(made), (counts.get(kindOf(made)) ?? 0) + 1)
  return [...counts].map(([kind, count]) => `${figure(count)} × ${kind}`).join(', ') || '–'
}

const isAcknowledged = ({ kind, failure }: CallRecord): boolean => kind !== 'read' && failure === undefined

/** Targets of the strikes; databases take turns. */
export const kills = {
  database: 'PostgreSQL of the primary',
  machine: 'PostgreSQL and Patroni of the primary',
  switchover: 'none: a planned switchover',
  server: 'a server',
} as const

/** Kills the primary repeatedly; in between, the old primary returns as a standby. */
export async function databaseRounds(cluster: Cluster, load: Load, count: number): Promise<Strike[]> {
  const rounds: Strike[] = []
  for (let number = 0; number < count; number += 1) {
    const primary = await cluster.whole()
    const isWhole = number % 2 === 1
    rounds.push(
      await round(load, isWhole ? kills.machine : kills.database, {
        strike: () => primary.kill(isWhole),
        heal: async () => {
          // Statements that were in progress when the main process ended may still be acknowledged, so their success
          // proves nothing.
          await until(`a node other than ${primary.name} takes over`, () => cluster.isLedByOther(primary))
          primary.comeBack()
          await cluster.whole()
        },
      }),
    )
  }
  return rounds
}

/** Switches primary and standby on purpose. */
export const switchoverRound = (cluster: Cluster, load: Load): Promise<Strike> =>
  round(load, kills.switchover, { strike: cluster.switchOver, heal: cluster.whole })

/** Kills the servers by turns, repeatedly. */
export async function serverRounds(servers: readonly Server[], load: Load, count: number): Promise<Strike[]> {
  const rounds: Strike[] = []
  for (let number = 0; number < count; number += 1) {
    const server = servers[number % servers.length]
    if (!server) throw new Error('There is no server to kill')
    rounds.push(await round(load, kills.server, { strike: server.kill, heal: server.comeBack }))
  }
  return rounds
}
