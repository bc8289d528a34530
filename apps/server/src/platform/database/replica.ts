import { type RawBuilder, sql } from 'kysely'
import { type ReplicaOutcome, replicaReads } from '../observability/metrics.ts'
import { withDeadline, withoutRepeats } from './background.ts'
import { databaseIdentity, ReplicaWatch, type WatchOptions } from './replica-watch.ts'
import { openSnapshot, type Snapshot } from './snapshot.ts'
import { asSystem, type RunAs, type StatementLimits, setRole, type Trx } from './transaction.ts'

export type { ReplicaState } from './replica-watch.ts'

export interface ReplicaConfig extends Pick<WatchOptions, 'limit' | 'onChange'> {
  /** PostgreSQL URL, with the user that the server works as. */
  readonly url: string
  /** Receives the error of a read that failed there; the primary is used instead. */
  readonly onFailure: (error: unknown) => void
}

/** In SQL, whether a replica has got what a reader must find there. It is asked as `atrium_system`. */
export type Seen = RawBuilder<boolean>

/** A standby of the database, whose data may be a moment old. */
export interface Replica {
  /**
   * Reads from the replica.
   *
   * @param seen asks the primary what the reader must find there
   * @returns undefined if the primary is to be used, as `work` may decide too
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

/** Shorter than on the primary, which is used if these are exceeded. It does not wait for a migration's locks. */
const limits: StatementLimits = { statement: '10s', lock: '1s' }

const count = (outcome: ReplicaOutcome): void => replicaReads.inc({ outcome })

/**
 * Opens a snapshot that is new enough and has what the reader must find; `undefined`, counted by its reason, if there
 * is none.
 *
 * @param statementLimits none for a long read, which needs a replica with hot_standby_feedback
 */
async function openAt(
  watch: ReplicaWatch,
  as: RunAs,
  seen: () => Promise<Seen>,
  statementLimits?: StatementLimits,
): Promise<Snapshot | undefined> {
  const { usable } = watch
  if (!usable) return void count(watch.state === 'behind' ? 'behind' : 'away')
  const mustSee = await seen()
  const snapshot = await openSnapshot(usable.pool.db, asSystem, limits)
  try {
    // Asked in the snapshot itself: the next connection may lead to another replica.
    const { rows } = await sql<{ isUsable: boolean; isNew: boolean; isSeen: boolean }>`
      select ${sql.raw(databaseIdentity)} = ${watch.identity} and
          (${statementLimits !== undefined} or current_setting('hot_standby_feedback') = 'on') as "isUsable",
        coalesce(pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${usable.oldestLsn}::pg_lsn, false) as "isNew",
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

/** Starts to watch a replica, and uses it as far as possible. */
export function startReplica(options: WatchOptions): Replica {
  const watch = new ReplicaWatch(options)
  const reportFailure = withoutRepeats(options.onFailure)

  /**
   * Does something on the replica. Returns undefined if it fails or the replica goes away meanwhile: then the primary
   * is used.
   *
   * @param work gets a signal that is aborted when nobody waits for it any more
   */
  const unlessFailing = async <Result>(
    work: (left: AbortSignal) => Promise<Result | undefined>,
  ): Promise<Result | undefined> => {
    const { gone } = watch
    let result: Result | undefined
    const working = work(gone).then((found) => {
      result = found
    })
    try {
      await withDeadline(working, gone, 0)
      if (gone.aborted) count('away')
    } catch (error) {
      count('failed')
      reportFailure(error)
    }
    return result
  }

  return {
    read: (as, seen, work) =>
      unlessFailing(async () => {
        const snapshot = await openAt(watch, as, seen, limits)
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
        const snapshot = await openAt(watch, as, seen)
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
    lag: () => watch.lag(),
    stop: () => watch.stop(),
  }
}
