import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, type Kysely } from 'kysely'
import { repeatEvery } from './background.ts'
import type { Database } from './schema.ts'

/** Whether a replica is used, or why it is not. */
export type ReplicaState = 'used' | 'away' | 'behind' | 'no standby' | 'another database'

/** Connections to the replica. */
interface ReplicaPool {
  readonly db: Kysely<Database>
  readonly close: () => Promise<void>
}

export interface WatchOptions {
  readonly primary: Kysely<Database>
  readonly open: () => Promise<ReplicaPool>
  /** Maximum age of the replica's data, in seconds. */
  readonly limit: number
  /** Called when the state of the replica changes. */
  readonly onChange: (state: ReplicaState, error?: unknown) => void
  readonly onFailure: (error: unknown) => void
}

/** Pause between two checks, and timeout of the replica's response, in milliseconds. */
const interval = 1_000
const responseTimeout = 2_000

/** Position of the primary's log at a time of `performance.now()`. */
interface Position {
  readonly at: number
  readonly lsn: string
}

/** Identifies a database among all others except its copies. */
export const databaseIdentity = `(select system_identifier from pg_control_system()) || '/' ||
  (select oid from pg_database where datname = current_database())`

const askPrimary = `select pg_current_wal_flush_lsn()::text as lsn, ${databaseIdentity} as identity`

interface PrimaryFacts {
  readonly lsn: string
  readonly identity: string
}

/** `reached` is the number of positions, oldest first, that the replica has replayed. */
const askReplica = `select pg_is_in_recovery() as "isStandby", ${databaseIdentity} as identity,
  (select count(*) from unnest($1::pg_lsn[]) as position where position <= pg_last_wal_replay_lsn()) as reached`

interface ReplicaFacts {
  readonly isStandby: boolean
  readonly identity: string
  readonly reached: number
}

async function ask<Facts>(db: Kysely<Database>, text: string, ...values: readonly unknown[]): Promise<Facts> {
  const { rows } = await db.executeQuery<Facts>(CompiledQuery.raw(text, [...values]))
  const [facts] = rows
  if (!facts) throw new Error('PostgreSQL returned no row')
  return facts
}

function stateOf(replica: ReplicaFacts, primary: PrimaryFacts): ReplicaState {
  if (replica.identity !== primary.identity) return 'another database'
  if (!replica.isStandby) return 'no standby'
  return replica.reached > 0 ? 'used' : 'behind'
}

/**
 * Checks every second whether a replica responds, whether it belongs to the same database, and how old its data are.
 * The age is derived only from positions of the primary's log. No clocks are compared, and a replica that has lost
 * its primary counts as old.
 */
export class ReplicaWatch {
  readonly #options: WatchOptions
  readonly #stopping = new AbortController()
  readonly #done: Promise<void>
  #pool: ReplicaPool | undefined
  #state: ReplicaState | undefined
  #gone = new AbortController()
  #positions: readonly Position[] = []
  #identity: string | undefined
  /** Newest time up to which the replica is known to have all data. */
  #reached: number | undefined
  #asking: Promise<ReplicaFacts & { readonly reachedAt: number | undefined }> | undefined

  constructor(options: WatchOptions) {
    this.#options = options
    this.#done = repeatEvery(interval, () => this.#check(), options.onFailure, this.#stopping.signal)
  }

  /** State of the replica; undefined before the first check. */
  get state(): ReplicaState | undefined {
    return this.#state
  }

  /** Aborted when the replica becomes unavailable, so that nobody waits for work there. */
  get gone(): AbortSignal {
    return this.#gone.signal
  }

  /** Identity of the primary's database; undefined before the first check. */
  get identity(): string | undefined {
    return this.#identity
  }

  /**
   * Connections to the replica, and the oldest log position that a reader accepts; undefined if the replica cannot be
   * used.
   */
  get usable(): { readonly pool: ReplicaPool; readonly oldestLsn: string } | undefined {
    const [oldest] = this.#acceptable()
    if (this.#state !== 'used' || !this.#pool || !oldest) return undefined
    return { pool: this.#pool, oldestLsn: oldest.lsn }
  }

  /**
   * Returns the maximum age of the replica's data, in seconds; undefined if the replica does not respond or the age
   * is unknown.
   */
  lag(): number | undefined {
    if (this.#reached === undefined || (this.#state !== 'used' && this.#state !== 'behind')) return undefined
    return this.#positions.at(-1)?.at === this.#reached ? 0 : (performance.now() - this.#reached) / 1_000
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#gone.abort()
    await this.#done
    await this.#pool?.close()
  }

  /** Returns the log positions that are recent enough. */
  #acceptable(): readonly Position[] {
    const age = this.#options.limit * 1_000
    return this.#positions.filter(({ at }) => performance.now() - at <= age)
  }

  async #check(): Promise<void> {
    const at = performance.now()
    // Without a primary no call works, and other code reports that.
    const facts = await ask<PrimaryFacts>(this.#options.primary, askPrimary).catch(() => undefined)
    if (!facts) return
    this.#positions = [...this.#acceptable(), { at, lsn: facts.lsn }]
    this.#identity = facts.identity
    try {
      const late = sleep(responseTimeout, undefined, { ref: false })
      const found = await Promise.race([this.#askOnce(), late])
      if (!found) return this.#change('away', new Error('the replica does not respond'))
      this.#reached = found.reachedAt ?? this.#reached
      this.#change(stateOf(found, facts))
    } catch (error) {
      this.#change('away', error)
    }
  }

  /** Queries the replica, one query at a time: while it is silent, the next check waits for the same response. */
  #askOnce(): Promise<ReplicaFacts & { readonly reachedAt: number | undefined }> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  async #ask(): Promise<ReplicaFacts & { readonly reachedAt: number | undefined }> {
    const asked = this.#positions
    this.#pool ??= await this.#options.open()
    const lsns = asked.map(({ lsn }) => lsn)
    const facts = await ask<ReplicaFacts>(this.#pool.db, askReplica, lsns)
    return { ...facts, reachedAt: asked[facts.reached - 1]?.at }
  }

  #change(next: ReplicaState, error?: unknown): void {
    if (next === this.#state) return
    this.#state = next
    if (next === 'away') {
      this.#gone.abort()
      this.#gone = new AbortController()
    }
    if (!this.#stopping.signal.aborted) this.#options.onChange(next, error)
  }
}
