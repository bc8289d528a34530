import { codes, type jobPause, type jobResume, type jobRun, jobStatus, runStatus } from '@atrium/contract'
import { sql } from 'kysely'
import type { Row } from '../../platform/crud/index.ts'
import { notifyQueue, runQueue } from '../../platform/database/queue.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { reject } from '../../platform/http/rejection.ts'
import type { Work } from '../../platform/http/work.ts'
import { timeOf } from './saving.ts'
import { nextRun } from './scheduler/next-run.ts'

type Several = Work<typeof jobPause> | Work<typeof jobResume> | Work<typeof jobRun>

/**
 * Reads the jobs of a call and locks them until the transaction ends.
 * @throws Rejection 404 if one does not exist
 */
async function lockedJobs(trx: Trx, ids: readonly string[]): Promise<Row<'job'>[]> {
  const rows = await trx
    .selectFrom('job')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids})`)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (rows.length !== ids.length) reject(codes.notFound)
  return rows
}

/** Adds one audit event for all jobs of a call. An event about a single job looks like that of an update. */
function auditAll({ audit, input }: Several, before: readonly Row<'job'>[], after: readonly object[]): void {
  const [was, is] = [before[0], after[0]]
  audit({
    entity: 'job',
    entityId: input.ids.join(),
    before: before.length === 1 && was ? was : { list: before },
    after: after.length === 1 && is ? is : { list: after },
  })
}

/** Sets the state of jobs and leaves jobs that are already in it unchanged. */
async function setStatus(
  work: Several,
  status: number,
  nextRunOf: (job: Row<'job'>) => Date | null,
): Promise<null> {
  const before = await lockedJobs(work.trx, work.input.ids)
  const after: object[] = []
  for (const job of before) {
    const changed =
      job.status !== status &&
      (await work.trx
        .updateTable('job')
        .set({
          status,
          nextRunAt: nextRunOf(job),
          rowVersion: job.rowVersion + 1,
          updatedAt: sql<Date>`now()`,
        })
        .where('id', '=', job.id)
        .returningAll()
        .executeTakeFirst())
    after.push(changed || job)
  }
  await notifyQueue(work.trx, runQueue)
  auditAll(work, before, after)
  return null
}

export const pauseJobs = (work: Work<typeof jobPause>): Promise<null> =>
  setStatus(work, jobStatus.paused, () => null)

/** Resumes jobs from now on; missed runs are not made up for. */
export async function resumeJobs(work: Work<typeof jobResume>): Promise<null> {
  const now = await timeOf(work.trx)
  const zone = work.services.profile.timeZone
  return setStatus(
    work,
    jobStatus.running,
    ({ cronExpression }) => nextRun(cronExpression, zone, now) ?? null,
  )
}

const isInProgress = (trx: Trx, jobId: string) =>
  trx
    .selectFrom('jobLog')
    .select('id')
    .where('jobId', '=', jobId)
    .where('status', '=', runStatus.underWay)
    .executeTakeFirst()

/**
 * Requests an immediate run of jobs.
 * @throws Rejection 409 if a job is running or already requested
 */
export async function runJobs(work: Work<typeof jobRun>): Promise<null> {
  const { trx, input, language } = work
  const jobs = await lockedJobs(trx, input.ids)
  for (const { id, jobName, jobNameEn, runNowAt } of jobs)
    if (runNowAt || (await isInProgress(trx, id)))
      reject(codes.conflict, 'job.refusal.underWay', { name: (language === 'en' && jobNameEn) || jobName })
  await trx
    .updateTable('job')
    .set({ runNowAt: sql<Date>`clock_timestamp()` })
    .where('id', '=', sql<string>`any(${input.ids})`)
    .execute()
  await notifyQueue(trx, runQueue)
  auditAll(work, jobs, jobs)
  return null
}
