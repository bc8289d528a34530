import { setTimeout as sleep } from 'node:timers/promises'
import { figure } from '../lib/markdown.ts'
import { type Cluster, until } from './cluster.ts'
import type { Load, Made } from './load.ts'
import type { Server } from './servers.ts'

/** What happened round a kill, or another change on purpose. */
export interface Round {
  readonly what: string
  /** The longest stretch from it on in which no write was acknowledged, in ms. */
  readonly away: number
  /** Calls that failed from it until the next round. */
  readonly failed: readonly Made[]
}

/** A moment of the load, another one in each round. */
const someTime = () => sleep(1000 + Math.random() * 1000)

/** Does something under load, and waits until writes are acknowledged again and all is as before. */
async function round(
  load: Load,
  what: string,
  { strike, heal }: { readonly strike: () => Promise<void>; readonly heal: () => Promise<unknown> },
): Promise<Round> {
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
  const failed = load.made.slice(from).filter(({ failure }) => failure !== undefined)
  process.stderr.write(`${what}: ${(away / 1000).toFixed(1)} s, ${kindsOf(failed)}\n`)
  return { what, away, failed }
}

/** What a failure was, without what differs from one to the next. A refusal comes with 200, and is told by its code. */
const kindOf = ({ failure = '' }: Made): string => /^(?!200)\d{3}\b/.exec(failure)?.[0] ?? failure

/** How often calls failed in which way. */
export function kindsOf(failed: readonly Made[]): string {
  const counts = new Map<string, number>()
  for (const made of failed) counts.set(kindOf(made), (counts.get(kindOf(made)) ?? 0) + 1)
  return [...counts].map(([kind, count]) => `${figure(count)} × ${kind}`).join(', ') || '–'
}

const isAcknowledged = ({ kind, failure }: Made): boolean => kind !== 'read' && failure === undefined

/** What the rounds of the database are, in turns. */
export const kills = {
  database: 'PostgreSQL of the primary',
  machine: 'PostgreSQL and Patroni of the primary',
} as const

/** Kills the primary again and again; the old one comes back as a standby in between. */
export async function databaseRounds(cluster: Cluster, load: Load, count: number): Promise<Round[]> {
  const rounds: Round[] = []
  for (let number = 0; number < count; number += 1) {
    const primary = await cluster.whole()
    const isWhole = number % 2 === 1
    rounds.push(
      await round(load, isWhole ? kills.machine : kills.database, {
        strike: () => primary.kill(isWhole),
        heal: async () => {
          // What PostgreSQL was at when its main process ended is acknowledged yet: that it goes on is no sign.
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
export const switchoverRound = (cluster: Cluster, load: Load): Promise<Round> =>
  round(load, 'planned switchover', { strike: cluster.switchOver, heal: cluster.whole })

/** Kills one server after the other, again and again. */
export async function serverRounds(servers: readonly Server[], load: Load, count: number): Promise<Round[]> {
  const rounds: Round[] = []
  for (let number = 0; number < count; number += 1) {
    const server = servers[number % servers.length]
    if (!server) throw new Error('there is no server')
    rounds.push(await round(load, 'a server', { strike: server.kill, heal: server.comeBack }))
  }
  return rounds
}
