import { runStatus } from '@atrium/contract'
import { type Kysely, type Selectable, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { asSystem, type Database, inTransaction, type Trx, toJson } from '../../../platform/database/index.ts'
import { runQueue } from '../../../platform/database/queue.ts'
import type { JobTable } from '../../../platform/database/tables/jobs.ts'
import type { QueuedRun } from './due-jobs.ts'
import type { JobResult } from './handler.ts'

/** Maximum length of a stored result, in characters. */
const maxResultLength = 2000

/** Run started by this process. */
interface BegunRun {
  /** Id of its log row. */
  readonly id: string
  readonly job: Selectable<JobTable>
  /** Id of its job in the queue. */
  readonly queueId: string
}

/** Returns the log columns for a result. */
const resultColumns = (result: JobResult) =>
  typeof result === 'string'
    ? {
        // PostgreSQL's text type cannot store NUL, and other control characters are not readable.
        result: result
          .toWellFormed()
          .replace(/[\s\p{Cc}]+/gu, ' ')
          .trim()
          .slice(0, maxResultLength),
      }
    : { resultKey: result.key, resultParams: toJson(result.params ?? {}) }

const processEnded: JobResult = { key: 'job.outcome.processEnded' }

/** Run whose process died. */
export interface LostRun {
  readonly jobId: string
  readonly jobName: string
  /** Id of its log row. */
  readonly logId: string
}

/** Marks runs as failed in the log if they are still open there but no longer active in the queue. */
const endLost = (trx: Trx): Promise<LostRun[]> =>
  trx
    .updateTable('jobLog')
    .from('job')
    .set({
      ...resultColumns(processEnded),
      status: runStatus.failed,
      times: sql<number>`extract(epoch from clock_timestamp() - job_log.created_at) * 1000`,
    })
    .whereRef('job.id', '=', 'jobLog.jobId')
    .where('jobLog.status', '=', runStatus.underWay)
    .where(
      sql<boolean>`not exists (select from pgboss.job as queued where queued.name = ${runQueue}
        and queued.id = job_log.queue_id and queued.state = 'active')`,
    )
    .returning(['jobLog.jobId', 'jobLog.id as logId', 'job.jobName'])
    .execute()

/** Adds log rows for runs whose process died before it could write one. */
async function addLost(trx: Trx): Promise<LostRun[]> {
  const { rows } = await sql<{ id: string; data: QueuedRun; params: string; jobName: string }>`
    select queued.id, queued.data, job.params, job.job_name from pgboss.job as queued
      join job on job.id = queued.data->>'jobId'
    where queued.name = ${runQueue} and queued.state = 'failed'
      and not exists (select from job_log where job_id = job.id and queue_id = queued.id)`.execute(trx)
  const lost: LostRun[] = []
  for (const { id: queueId, data, params, jobName } of rows) {
    const { jobId, dueAt, cause } = data
    const logId = uuidv7()
    await trx
      .insertInto('jobLog')
      .values({
        id: logId,
        jobId,
        queueId,
        dueAt: new Date(dueAt),
        cause,
        params,
        status: runStatus.failed,
        ...resultColumns(processEnded),
      })
      .execute()
    lost.push({ jobId, jobName, logId })
  }
  return lost
}

/** Lock of the process that looks for lost runs, so that no two processes log the same run. */
const looking = sql<boolean>`pg_try_advisory_xact_lock(hashtext('atrium lost runs'))`

/**
 * Ends runs in the log whose process has died, once the queue has detected it.
 * @returns the ended runs
 */
export const endLostRuns = (db: Kysely<Database>): Promise<LostRun[]> =>
  inTransaction(db, asSystem, async (trx) => {
    const { isFree } = await trx.selectNoFrom(looking.as('isFree')).executeTakeFirstOrThrow()
    return isFree ? [...(await endLost(trx)), ...(await addLost(trx))] : []
  })

/**
 * Starts a run: its log row exists before any work begins.
 * @returns the run, or none if its job is deleted, and the lost runs that were found
 */
export const beginRun = (
  db: Kysely<Database>,
  queueId: string,
  { jobId, dueAt, cause }: QueuedRun,
): Promise<{ readonly run?: BegunRun; readonly lost: LostRun[] }> =>
  inTransaction(db, asSystem, async (trx) => {
    const job = await trx.selectFrom('job').selectAll().where('id', '=', jobId).executeTakeFirst()
    if (!job) return { lost: [] }
    // The queue runs only one run per job at a time, so another open run in the log belongs to a process that died.
    const lost = await endLost(trx)
    const id = uuidv7()
    await trx
      .insertInto('jobLog')
      .values({ id, jobId, queueId, dueAt: new Date(dueAt), cause, params: job.params })
      .execute()
    return { run: { id, job, queueId }, lost }
  })

/** Outcome of a run. */
export interface Outcome {
  readonly isOk: boolean
  readonly result: JobResult
  /** Duration, in milliseconds. */
  readonly times: number
}

/**
 * Writes the outcome of a run to the log.
 * @param endQueued completes the run in the queue in the same transaction
 * @returns whether the log row existed and was still open
 */
export const recordOutcome = (
  db: Kysely<Database>,
  { id }: BegunRun,
  { isOk, result, times }: Outcome,
  endQueued: (trx: Trx) => Promise<unknown>,
): Promise<boolean> =>
  inTransaction(db, asSystem, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('jobLog')
      .set({
        ...resultColumns(result),
        status: isOk ? runStatus.succeeded : runStatus.failed,
        times: Math.round(times),
      })
      .where('id', '=', id)
      .where('status', '=', runStatus.underWay)
      .executeTakeFirst()
    await endQueued(trx)
    return numUpdatedRows > 0n
  })
