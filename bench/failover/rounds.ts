import { setTimeout as sleep } from 'node:timers/promises'
import { figure } from '../lib/markdown.ts'
import { type Cluster, until } from './cluster.ts'
import type { Load, Made } from './load.ts'
import type { Server } from './servers.ts'

/** A kill, or another change on purpose. */
interface Strike {
  readonly what: string
  /** The longest stretch from it on in which no write was acknowledged, in ms. */
  readonly away: number
  /** How many calls had been made by then. */
  readonly from: number
}

/** What happened round it. */
export interface Round extends Pick<Strike, 'what' | 'away'> {
  /** Calls that failed from it until the next one. */
  readonly failed: readonly Made[]
}

const failedOf = (made: readonly Made[]) => made.filter(({ failure }) => failure !== undefined)

/** Each strike with what failed until the next one, the last with what failed until the load ended. */
export const roundsOf = (strikes: readonly Strike[], made: readonly Made[]): Round[] =>
  strikes.map(({ what, away, from }, index) => ({
    what,
    away,
    failed: failedOf(made.slice(from, strikes[index + 1]?.from)),
  }))

/** A moment of the load, another one in each round. */
const someTime = () => sleep(1000 + Math.random() * 1000)

/** Does something under load, and waits until writes are acknowledged again and all is as before. */
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
  const away = Math.max(...stretches)
  process.stderr.write(
    `${what}: ${(away / 1000).toFixed(1)} s, ${kindsOf(failedOf(load.made.slice(from)))}\n`,
  )
  return { what, away, from }
}

/** Whether a proxy responded with 503, which gives neither a reason nor a Retry-After like a server's. */
export const isBare = ({ failure = '', saysWhen }: Made): boolean =>
  failure.startsWith('503 ') && !(saysWhen && failure.startsWith('503 503 '))

/**
 * The kind of a failure, without what differs from one to the next. A rejection comes with 200, and is identified by
 * its code.
 */
const kindOf = (made: Made): string => {
  const { failure = '' } = made
  return isBare(made) ? '503 of haproxy' : (/^(?!200)\d{3}\b/.exec(failure)?.[0] ?? failure)
}

/** How often calls failed in which way. */
export function kindsOf(failed: readonly Made[]): string {
  const counts = new Map<string, number>()
  for (const made of failed) counts.set(kindOf(made), (counts.get(kindOf(made)) ?? 0) + 1)
  return [...counts].map(([kind, count]) => `${figure(count)} × ${kind}`).join(', ') || '–'
}

const isAcknowledged = ({ kind, failure }: Made): boolean => kind !== 'read' && failure === undefined

/** What is killed; databases take turns. */
export const kills = {
  database: 'PostgreSQL of the primary',
  machine: 'PostgreSQL and Patroni of the primary',
  switchover: 'none: a planned switchover',
  server: 'a server',
} as const

/** Kills the primary again and again; the old one comes back as a standby in between. */
export async function databaseRounds(cluster: Cluster, load: Load, count: number): Promise<Strike[]> {
  const rounds: Strike[] = []
  for (let number = 0; number < count; number += 1) {
    const primary = await cluster.whole()
    const isWhole = number % 2 === 1
    rounds.push(
      await round(load, isWhole ? kills.machine : kills.database, {
        strike: () => primary.kill(isWhole),
        heal: async () => {
          // Statements in progress when the main process ended may still be acknowledged: their success proves nothing.
          await until(`another one than ${primary.name} takes over`, () => cluster.isLedByOther(primary))
          primary.comeBack()
          await cluster.whole()
        },
      }),
    )
  }
  return rounds
}

/** Changes primary and standby on purpose. */
export const switchoverRound = (cluster: Cluster, load: Load): Promise<Strike> =>
  round(load, kills.switchover, { strike: cluster.switchOver, heal: cluster.whole })

/** Kills one server after the other, again and again. */
export async function serverRounds(servers: readonly Server[], load: Load, count: number): Promise<Strike[]> {
  const rounds: Strike[] = []
  for (let number = 0; number < count; number += 1) {
    const server = servers[number % servers.length]
    if (!server) throw new Error('there is no server')
    rounds.push(await round(load, kills.server, { strike: server.kill, heal: server.comeBack }))
  }
  return rounds
}
