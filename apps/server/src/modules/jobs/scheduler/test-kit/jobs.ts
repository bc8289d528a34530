import { softwareCodes } from '@atrium/contract'
import { sql } from 'kysely'
import type { TestDatabase } from '../../../../../test-support/index.ts'

/** Job that a test adds. By default it runs the handler `test.run` once a year. */
export interface TestJob {
  readonly id: string
  readonly beanName?: string
  readonly methodName?: string
  readonly params?: string
  readonly cronExpression?: string
  readonly status?: number
  readonly jobType?: number
  readonly httpUrl?: string
  readonly httpMethod?: string
  readonly headerEncrypted?: string | null
  readonly nextRunAt?: Date | null
  readonly runNowAt?: Date | null
}

export const everySecond = '* * * * * ?'
export const newYear = '0 0 0 1 1 ?'

/** Adds a job as `owner` of the database; it is due now by default. */
export const addJob = async ({ owner }: TestDatabase, job: TestJob): Promise<void> => {
  await owner
    .insertInto('job')
    .values({
      jobName: job.id,
      jobGroup: softwareCodes.account,
      jobType: 1,
      status: 0,
      beanName: 'test',
      methodName: 'run',
      cronExpression: newYear,
      nextRunAt: sql<Date>`clock_timestamp()`,
      ...job,
    })
    .execute()
}

/** Reads a job with its log, oldest run first. */
export const readJob = async ({ owner }: TestDatabase, id: string) => {
  const job = await owner.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const runs = await owner
    .selectFrom('jobLog')
    .selectAll()
    .where('jobId', '=', id)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return { ...job, runs, statuses: runs.map(({ status }) => status) }
}

/** Requests an immediate run of a job. */
export const runNow = async ({ owner }: TestDatabase, id: string): Promise<void> => {
  await owner
    .updateTable('job')
    .set({ runNowAt: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}
