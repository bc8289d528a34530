import { runStatus } from '@atrium/contract'
import { type Kysely, sql } from 'kysely'
import { fromKysely, type PgBoss } from 'pg-boss'
import { derivedId } from '../../../platform/database/derived-id.ts'
import { asSystem, type Database, inTransaction, type Trx } from '../../../platform/database/index.ts'
import { runQueue } from '../../../platform/database/queue.ts'
import { nextRun } from './next-run.ts'

/** A run in the queue. */
export interface QueuedRun {
  readonly jobId: string
  /** ISO 8601, UTC. */
  readonly dueAt: string
  readonly cause: 'due' | 'manual'
}

/** How many jobs that are due are looked after in one transaction. */
const maxAtOnce = 100

/** Delay of a requested run while the job is running. */
const laterOn = sql<Date>`now() + interval '1 second'`

/** The id of a run, derived from job and time: sent by several processes, or several times, it is one run. */
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

/** The run that a job is due for: by its expression, or else because somebody wants it now. */
const runOf = ({ id: jobId, nextRunAt, runNowAt, now }: DueJob): QueuedRun =>
  nextRunAt && nextRunAt <= now
    ? { jobId, dueAt: nextRunAt.toISOString(), cause: 'due' }
    : { jobId, dueAt: (runNowAt ?? now).toISOString(), cause: 'manual' }

/** Logs in the current run that the job came due meanwhile. */
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
  /** Time zone of the expressions. */
  readonly zone: string
}

/**
 * Sends the runs of due jobs to the queue, and sets when the jobs are due next. Of several processes each sends other
 * jobs. What came due while no process ran is sent once.
 *
 * @returns time until the next job is due, in milliseconds; undefined if none will be
 */
export const sendDueRuns = ({ db, boss, zone }: SendOptions): Promise<number | undefined> =>
  inTransaction(db, asSystem, async (trx) => {
    for (const job of await findDue(trx)) await sendRun(trx, boss, zone, job)
    const { rows } = await sql<{ wait: number | null }>`
      select extract(epoch from min(due_at) - clock_timestamp())::float8 * 1000 as wait
      from job where due_at is not null`.execute(trx)
    return rows[0]?.wait ?? undefined
  })
