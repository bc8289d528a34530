import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import { type ReplicaOutcome, replicaReads } from '../observability/metrics.ts'
import { every, withDeadline, withoutRepeats } from './background.ts'
import type { Database } from './schema.ts'
import { openSnapshot, type Snapshot } from './snapshot.ts'
import { asSystem, type RunAs, type StatementLimits, setRole, type Trx } from './transaction.ts'

/** Whether a replica is used, and if not, why. */
export type ReplicaState = 'used' | 'away' | 'behind' | 'no standby' | 'another database'

export interface ReplicaConfig {
  /** PostgreSQL URL, with the user that the server works as. */
  readonly url: string
  /** Maximum age of its data, in seconds. */
  readonly limit: number
  /** Called when it is used from now on, or no longer. */
  readonly onChange: (state: ReplicaState, error?: unknown) => void
  /** Notified of a reading that failed there, and that the primary is asked for instead. */
  readonly onFailure: (error: unknown) => void
}

/** In SQL, whether a replica has got what a reader must find there. It is asked as `atrium_system`. */
export type Seen = RawBuilder<boolean>

/** A standby of the database, whose data may be a moment old. */
export interface Replica {
  /**
   * Does there what only reads.
   *
   * @param seen asks the primary what the reader must find there
   * @returns undefined if the primary is to be asked, as `work` itself may say
   */
  readonly read: <Result>(
    as: RunAs,
    seen: () => Promise<Seen>,
    work: (trx: Trx) => Promise<Result | undefined>,
  ) => Promise<Result | undefined>
  /**
   * Opens a snapshot of the replica for a long read. The replica must report its snapshots to the primary
   * (hot_standby_feedback): otherwise a vacuum on the primary would cancel the read.
   *
   * @param seen asks the primary what the reader must find there
   * @param begin reads first. The caller closes the snapshot; it is closed here if this fails or returns `undefined`
   * @returns undefined if the primary is to be used, as `begin` may decide too
   */
  readonly openSnapshot: <Begun>(
    as: RunAs,
    seen: () => Promise<Seen>,
    begin: (snapshot: Snapshot) => Promise<Begun | undefined>,
  ) => Promise<Begun | undefined>
  /** Maximum age of its data, in seconds; undefined while it does not respond, or it is unknown. */
  readonly lag: () => number | undefined
  readonly stop: () => Promise<void>
}

/** Connections to it. */
export interface ReplicaPool {
  readonly db: Kysely<Database>
  readonly close: () => Promise<void>
}

interface ReplicaOptions extends ReplicaConfig {
  readonly primary: Kysely<Database>
  readonly open: () => Promise<ReplicaPool>
}

/** Pause between two checks of primary and replica, and the timeout of the latter's response, in milliseconds. */
const interval = 1_000
const responseLimit = 2_000

/** Less than on the primary, which does what takes longer. What a migration has locked is not waited for. */
const limits: StatementLimits = { statement: '10s', lock: '1s' }

/** Where the primary's log had got to, at an instant of `performance.now()`. */
interface Position {
  readonly at: number
  readonly lsn: string
}

/** Identifies a database among all others, except its copies. */
const identity = `(select system_identifier from pg_control_system()) || '/' ||
  (select oid from pg_database where datname = current_database())`

const askPrimary = `select pg_current_wal_flush_lsn()::text as lsn, ${identity} as identity`

/** State of a primary. */
interface PrimaryFacts {
  readonly lsn: string
  readonly identity: string
}

/** `reached` counts the positions, the oldest first, that it has got to. */
const askReplica = `select pg_is_in_recovery() as "isStandby", ${identity} as identity,
  (select count(*) from unnest($1::pg_lsn[]) as position where position <= pg_last_wal_replay_lsn()) as reached`

/** State of a replica. */
interface ReplicaFacts {
  readonly isStandby: boolean
  readonly identity: string
  readonly reached: number
}

async function ask<Facts>(db: Kysely<Database>, text: string, ...values: readonly unknown[]): Promise<Facts> {
  const { rows } = await db.executeQuery<Facts>(CompiledQuery.raw(text, [...values]))
  const [facts] = rows
  if (!facts) throw new Error('PostgreSQL has said nothing of itself')
  return facts
}

/**
 * Watches a replica and uses it as far as possible. Every second it checks whether the replica responds, is of the same
 * database, and how old its data are. The age comes only from the primary's log, so that no clocks are compared and a
 * replica that has lost its primary counts as old.
 */
export function startReplica({ primary, open, limit, onChange, onFailure }: ReplicaOptions): Replica {
  const age = limit * 1_000
  const stopping = new AbortController()
  const reportFailure = withoutRepeats(onFailure)
  let pool: ReplicaPool | undefined
  let state: ReplicaState | undefined
  /** Aborted when what is under way there is not waited for any more. */
  let gone = new AbortController()
  let positions: readonly Position[] = []
  let primaryIdentity: string | undefined
  /** The newest instant of which everything is known to have got there. */
  let reached: number | undefined

  const change = (next: ReplicaState, error?: unknown) => {
    if (next === state) return
    state = next
    if (next === 'away') {
      gone.abort()
      gone = new AbortController()
    }
    if (!stopping.signal.aborted) onChange(next, error)
  }

  const allowed = () => positions.filter(({ at }) => performance.now() - at <= age)

  const stateOf = (facts: ReplicaFacts, of: PrimaryFacts): ReplicaState => {
    if (facts.identity !== of.identity) return 'another database'
    if (!facts.isStandby) return 'no standby'
    return facts.reached > 0 ? 'used' : 'behind'
  }

  const askStandby = async () => {
    const asked = positions
    pool ??= await open()
    const lsns = asked.map(({ lsn }) => lsn)
    const facts = await ask<ReplicaFacts>(pool.db, askReplica, lsns)
    return { ...facts, reachedAt: asked[facts.reached - 1]?.at }
  }
  // One at a time: while it is silent, the next look waits for the same response.
  let asking: ReturnType<typeof askStandby> | undefined
  const askOnce = () =>
    (asking ??= askStandby().finally(() => {
      asking = undefined
    }))

  const look = async () => {
    const at = performance.now()
    // Without a primary no call works, which is reported elsewhere.
    const facts = await ask<PrimaryFacts>(primary, askPrimary).catch(() => undefined)
    if (!facts) return
    positions = [...allowed(), { at, lsn: facts.lsn }]
    primaryIdentity = facts.identity
    try {
      const late = sleep(responseLimit, undefined, { ref: false })
      const found = await Promise.race([askOnce(), late])
      if (!found) return change('away', new Error('the replica does not answer'))
      reached = found.reachedAt ?? reached
      change(stateOf(found, facts))
    } catch (error) {
      change('away', error)
    }
  }
  const done = every(interval, look, onFailure, stopping.signal)

  const count = (outcome: ReplicaOutcome) => replicaReads.inc({ outcome })

  /**
   * Opens a snapshot that is new enough and has what the reader must find; `undefined`, counted by its reason, if there
   * is none.
   *
   * @param statementLimits none for a long read, which needs a replica with hot_standby_feedback
   */
  const openAt = async (
    as: RunAs,
    seen: () => Promise<Seen>,
    statementLimits?: StatementLimits,
  ): Promise<Snapshot | undefined> => {
    const [oldest] = allowed()
    if (state !== 'used' || !pool || !oldest) return void count(state === 'behind' ? 'behind' : 'away')
    const mustSee = await seen()
    const snapshot = await openSnapshot(pool.db, asSystem, limits)
    try {
      // Asked in the snapshot itself: the next connection may lead to another replica.
      const { rows } = await sql<{ isUsable: boolean; isNew: boolean; isSeen: boolean }>`
        select ${sql.raw(identity)} = ${primaryIdentity} and
            (${statementLimits !== undefined} or current_setting('hot_standby_feedback') = 'on') as "isUsable",
          coalesce(pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${oldest.lsn}::pg_lsn, false) as "isNew",
          ${mustSee} as "isSeen"`.execute(snapshot.trx)
      const [found] = rows
      if (found?.isUsable && found.isNew && found.isSeen) {
        await setRole(snapshot.trx, as, statementLimits)
        return snapshot
      }
      if (!found?.isUsable) count('away')
      else count(found.isNew ? 'own_write' : 'behind')
    } catch (error) {
      await snapshot.close()
      throw error
    }
    await snapshot.close()
    return undefined
  }

  /**
   * Does something on the replica. Returns undefined if it fails or the replica goes away meanwhile: then the primary
   * is used.
   *
   * @param work gets a signal that is aborted when nobody waits for it any more
   */
  const unlessFailing = async <Result>(
    work: (left: AbortSignal) => Promise<Result | undefined>,
  ): Promise<Result | undefined> => {
    const { signal } = gone
    let response: Result | undefined
    const working = work(signal).then((result) => {
      response = result
    })
    try {
      await withDeadline(working, signal, 0)
      if (signal.aborted) count('away')
    } catch (error) {
      count('failed')
      reportFailure(error)
    }
    return response
  }

  return {
    read: (as, seen, work) =>
      unlessFailing(async () => {
        const snapshot = await openAt(as, seen, limits)
        if (!snapshot) return undefined
        try {
          const result = await work(snapshot.trx)
          count(result === undefined ? 'refused' : 'replica')
          return result
        } finally {
          await snapshot.close()
        }
      }),
    openSnapshot: (as, seen, begin) =>
      unlessFailing(async (left) => {
        const snapshot = await openAt(as, seen)
        if (!snapshot) return undefined
        let begun: Awaited<ReturnType<typeof begin>> | undefined
        try {
          if (!left.aborted) begun = await begin(snapshot)
          if (left.aborted) return undefined
          count(begun === undefined ? 'refused' : 'replica')
          return begun
        } finally {
          if (left.aborted || begun === undefined) await snapshot.close()
        }
      }),
    lag: () => {
      if (reached === undefined || (state !== 'used' && state !== 'behind')) return undefined
      return positions.at(-1)?.at === reached ? 0 : (performance.now() - reached) / 1_000
    },
    stop: async () => {
      stopping.abort()
      gone.abort()
      await done
      await pool?.close()
    },
  }
}
