import { runStatus } from '@atrium/contract'
import { type Kysely, sql } from 'kysely'
import { fromKysely, type PgBoss } from 'pg-boss'
import { derivedId } from '../../../platform/database/derived-id.ts'
import { asSystem, type Database, inTransaction, type Trx } from '../../../platform/database/index.ts'
import { runQueue } from '../../../platform/database/queue.ts'
import { nextRun } from './next-run.ts'

/** Run in the queue. */
export interface QueuedRun {
  readonly jobId: string
  /** ISO 8601, UTC. */
  readonly dueAt: string
  readonly cause: 'due' | 'manual'
}

/** Maximum number of due jobs per transaction. */
const maxAtOnce = 100

/** New time of a requested run while the job is still running. */
const laterOn = sql<Date>`now() + interval '1 second'`

/**
 * Returns the id of a run, derived from job and due time. A run that several processes send, or that is sent twice,
 * is therefore queued once.
 */
const runIdOf = ({ jobId, dueAt }: QueuedRun): string => derivedId(`${jobId} ${dueAt}`)

const findDue = (trx: Trx) =>
  trx
    .selectFrom('job')
    .select(['id', 'cronExpression', 'nextRunAt', 'runNowAt', sql<Date>`now()`.as('now')])
    .where('dueAt', '<=', sql<Date>`now()`)
    .orderBy('dueAt')
    .limit(maxAtOnce)
    .forUpdate()
    .skipLocked()
    .execute()

type DueJob = Awaited<ReturnType<typeof findDue>>[number]

/** Returns the run that a job is due for: its scheduled run or, if none is due, the requested one. */
const runOf = ({ id: jobId, nextRunAt, runNowAt, now }: DueJob): QueuedRun =>
  nextRunAt && nextRunAt <= now
    ? { jobId, dueAt: nextRunAt.toISOString(), cause: 'due' }
    : { jobId, dueAt: (runNowAt ?? now).toISOString(), cause: 'manual' }

/** Counts a skipped run in the log row of the current run. */
const countSkipped = (trx: Trx, { jobId, cause }: QueuedRun) =>
  trx
    .updateTable('jobLog')
    .set({ skipped: sql<number>`skipped + 1` })
    .where('jobId', '=', jobId)
    .where('status', '=', runStatus.underWay)
    .where(sql<boolean>`${cause === 'due'}`)
    .execute()

async function sendRun(trx: Trx, boss: PgBoss, zone: string, job: DueJob): Promise<void> {
  const run = runOf(job)
  const options = { id: runIdOf(run), singletonKey: job.id, db: fromKysely(trx) }
  const sent = await boss.send(runQueue, run, options)
  if (!sent) await countSkipped(trx, run)
  const next = run.cause === 'due' ? (nextRun(job.cronExpression, zone, job.now) ?? null) : job.nextRunAt
  await trx
    .updateTable('job')
    .set({ nextRunAt: next, runNowAt: sent || !job.runNowAt ? null : laterOn })
    .where('id', '=', job.id)
    .execute()
}

interface SendOptions {
  readonly db: Kysely<Database>
  readonly boss: PgBoss
  /** Time zone of the cron expressions. */
  readonly zone: string
}

/**
 * Sends the runs of due jobs to the queue and sets each job's next due time. Concurrent processes handle different
 * jobs. Runs missed while no process was running are sent once.
 * @returns time until the next job is due, in milliseconds; undefined if no job will be due
 */
export const sendDueRuns = ({ db, boss, zone }: SendOptions): Promise<number | undefined> =>
  inTransaction(db, asSystem, async (trx) => {
    for (const job of await findDue(trx)) await sendRun(trx, boss, zone, job)
    const { rows } = await sql<{ wait: number | null }>`
      select extract(epoch from min(due_at) - clock_timestamp())::float8 * 1000 as wait
      from job where due_at is not null`.execute(trx)
    return rows[0]?.wait ?? undefined
  })
