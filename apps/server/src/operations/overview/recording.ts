import { hostname } from 'node:os'
import { performance } from 'node:perf_hooks'
import { type Kysely, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { repeatEvery } from '../../platform/database/background.ts'
import { asSystem, type Database, inTransaction, toJson } from '../../platform/database/index.ts'
import type { CallTally } from '../../platform/observability/call-tally.ts'
import { version } from '../../platform/observability/program.ts'

/** Interval between two writes, in milliseconds. `livingProcesses` omits a process after three missed writes. */
const interval = 15_000

export interface Recording {
  /**
   * Writes the last counts and removes the process from the list of running processes. Call this before the database
   * is closed.
   */
  readonly stop: () => Promise<void>
}

interface RecordingOptions {
  readonly db: Kysely<Database>
  readonly tally: CallTally
  /** Called when a write fails. The next write includes the same counts. */
  readonly onError: (error: unknown) => void
}

/**
 * Writes, in one statement per round, the state of this process and its counts. Counts are written as totals, so that a
 * failed write may be repeated although it succeeded.
 */
export function startRecording({ db, tally, onError }: RecordingOptions): Recording {
  const own = { id: uuidv7(), host: hostname(), pid: process.pid, version, startedAt: new Date() }
  let before = performance.eventLoopUtilization()

  const write = async () => {
    const now = performance.eventLoopUtilization()
    const { utilization: busy } = performance.eventLoopUtilization(now, before)
    before = now
    const changed = tally.changed()
    await inTransaction(db, asSystem, (trx) =>
      sql`
        with beat as (
          insert into server_process (id, host, pid, version, started_at, seen_at, busy, memory)
          values (${own.id}, ${own.host}, ${own.pid}, ${own.version}, ${own.startedAt}, now(), ${busy},
            ${process.memoryUsage.rss()})
          on conflict (id) do update set seen_at = excluded.seen_at, busy = excluded.busy, memory = excluded.memory)
        insert into call_count (period, begins_at, process_id, area, calls, errors, sign_ins, failed_sign_ins)
        select period, "beginsAt", ${own.id}, area, calls, errors, "signIns", "failedSignIns"
        from jsonb_to_recordset(${toJson(changed)}) as counted (period text, "beginsAt" timestamptz, area text,
          calls integer, errors integer, "signIns" integer, "failedSignIns" integer)
        on conflict (period, begins_at, process_id, area) do update set calls = excluded.calls,
          errors = excluded.errors, sign_ins = excluded.sign_ins, failed_sign_ins = excluded.failed_sign_ins`.execute(
        trx,
      ),
    )
    tally.settle(changed)
  }
  const leave = () =>
    inTransaction(db, asSystem, (trx) => trx.deleteFrom('serverProcess').where('id', '=', own.id).execute())

  const stopping = new AbortController()
  const done = repeatEvery(interval, write, onError, stopping.signal)
  return {
    stop: async () => {
      stopping.abort()
      await done
      await write().then(leave).catch(onError)
    },
  }
}
