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

/** The jobs that a call is about, which nobody else changes until it is done. */
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

/** One event of several jobs; of one the same as a change of it leaves. */
function auditAll({ audit, input }: Several, before: readonly Row<'job'>[], after: readonly object[]): void {
  const [was, is] = [before[0], after[0]]
  audit({
    entity: 'job',
    entityId: input.ids.join(),
    before: before.length === 1 && was ? was : { list: before },
    after: after.length === 1 && is ? is : { list: after },
  })
}

/** Puts jobs into a state; those that are in it stay as they are. */
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

/** Has jobs come due again, from now on: what they missed is not made up for. */
export async function resumeJobs(work: Work<typeof jobResume>): Promise<null> {
  const now = await timeOf(work.trx)
  const zone = work.services.profile.timeZone
  return setStatus(
    work,
    jobStatus.running,
    ({ cronExpression }) => nextRun(cronExpression, zone, now) ?? null,
  )
}

const isUnderWay = (trx: Trx, jobId: string) =>
  trx
    .selectFrom('jobLog')
    .select('id')
    .where('jobId', '=', jobId)
    .where('status', '=', runStatus.underWay)
    .executeTakeFirst()

/** Runs jobs now, unless one of them is running. */
export async function runJobs(work: Work<typeof jobRun>): Promise<null> {
  const { trx, input, language } = work
  const jobs = await lockedJobs(trx, input.ids)
  for (const { id, jobName, jobNameEn, runNowAt } of jobs)
    if (runNowAt || (await isUnderWay(trx, id)))
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
