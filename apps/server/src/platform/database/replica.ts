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
  /** Called with the error of a failed read. The primary is used instead. */
  readonly onFailure: (error: unknown) => void
}

/** SQL condition: whether a replica has the data that a reader must see. It is evaluated as `atrium_system`. */
export type Seen = RawBuilder<boolean>

/** A standby of the database, whose data may be a moment old. */
export interface Replica {
  /**
   * Reads from the replica.
   * @param seen queries the primary for what the reader must see
   * @returns undefined if the primary must be used, which `work` can also decide
   */
  readonly read: <Result>(
    as: RunAs,
    seen: () => Promise<Seen>,
    work: (trx: Trx) => Promise<Result | undefined>,
  ) => Promise<Result | undefined>
  /**
   * Opens a snapshot of the replica for a long read. The replica must report its snapshots to the primary
   * (hot_standby_feedback). Otherwise a vacuum on the primary would cancel the read.
   * @param seen queries the primary for what the reader must see
   * @param begin reads first. The caller closes the snapshot; it is closed here if this fails or returns `undefined`
   * @returns undefined if the primary must be used, which `begin` can also decide
   */
  readonly openSnapshot: <Begun>(
    as: RunAs,
    seen: () => Promise<Seen>,
    begin: (snapshot: Snapshot) => Promise<Begun | undefined>,
  ) => Promise<Begun | undefined>
  /**
   * Returns the maximum age of the replica's data, in seconds; undefined if the replica does not respond or the age
   * is unknown.
   */
  readonly lag: () => number | undefined
  readonly stop: () => Promise<void>
}

/**
 * Limits of a read. They are shorter than on the primary, which is used if they are exceeded. A read here does not
 * wait for a migration's locks.
 */
const limits: StatementLimits = { statement: '10s', lock: '1s' }

/** How an attempt to use the replica ended. Without a result the primary is used. */
interface End<Result> {
  readonly outcome: ReplicaOutcome
  readonly result?: Result | undefined
}

const endOf = <Result>(result: Result | undefined): End<Result> => ({
  outcome: result === undefined ? 'refused' : 'replica',
  result,
})

/**
 * Opens a snapshot that is recent enough and has what the reader must see.
 * @param statementLimits omitted for a long read, which needs a replica with hot_standby_feedback
 * @returns the reason if there is no such snapshot
 */
async function openAt(
  watch: ReplicaWatch,
  as: RunAs,
  seen: () => Promise<Seen>,
  statementLimits?: StatementLimits,
): Promise<Snapshot | ReplicaOutcome> {
  const { usable } = watch
  if (!usable) return watch.state === 'behind' ? 'behind' : 'away'
  const mustSee = await seen()
  const snapshot = await openSnapshot(usable.pool.db, asSystem, limits)
  try {
    // Checked in the snapshot itself, because the next connection may lead to another replica.
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
    await snapshot.close()
    if (!found?.isUsable) return 'away'
    return found.isNew ? 'own_write' : 'behind'
  } catch (error) {
    await snapshot.close()
    throw error
  }
}

/** Starts watching a replica, and uses it whenever possible. */
export function startReplica(options: WatchOptions): Replica {
  const watch = new ReplicaWatch(options)
  const reportFailure = withoutRepeats(options.onFailure)

  /**
   * Runs `work` on the replica. If that fails, or the replica becomes unavailable meanwhile, returns undefined: the
   * primary is used then.
   * @param work receives a signal that is aborted when nobody waits for the result any more
   */
  const unlessFailing = async <Result>(
    work: (left: AbortSignal) => Promise<End<Result>>,
  ): Promise<Result | undefined> => {
    const { gone } = watch
    let end: End<Result> = { outcome: 'away' }
    const working = work(gone).then((reached) => {
      end = reached
    })
    try {
      await withDeadline(working, gone, 0)
    } catch (error) {
      end = { outcome: 'failed' }
      reportFailure(error)
    }
    replicaReads.inc({ outcome: end.outcome })
    return end.result
  }

  return {
    read: (as, seen, work) =>
      unlessFailing(async () => {
        const snapshot = await openAt(watch, as, seen, limits)
        if (typeof snapshot === 'string') return { outcome: snapshot }
        try {
          return endOf(await work(snapshot.trx))
        } finally {
          await snapshot.close()
        }
      }),
    openSnapshot: (as, seen, begin) =>
      unlessFailing(async (left) => {
        const snapshot = await openAt(watch, as, seen)
        if (typeof snapshot === 'string') return { outcome: snapshot }
        let begun: Awaited<ReturnType<typeof begin>> | undefined
        try {
          if (!left.aborted) begun = await begin(snapshot)
          return left.aborted ? { outcome: 'away' } : endOf(begun)
        } finally {
          if (left.aborted || begun === undefined) await snapshot.close()
        }
      }),
    lag: () => watch.lag(),
    stop: () => watch.stop(),
  }
}
