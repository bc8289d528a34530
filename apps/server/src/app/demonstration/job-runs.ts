import { jobStatus, jobTypes, runStatus, softwareCodes } from '@atrium/contract'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { toJson } from '../../platform/database/json.ts'
import { asPlatform, asSystem, setRole, type Trx } from '../../platform/database/transaction.ts'
import runs from './data/job-runs.json' with { type: 'json' }
import jobs from './data/jobs.json' with { type: 'json' }
import { daysAgo } from './rows.ts'

/**
 * Adds jobs that call products, and some weeks of logs for every job of the deployment. The added jobs are paused,
 * because nobody owns the addresses that they call.
 * @param zone time zone in which the jobs ran
 */
export async function addJobRuns(trx: Trx, zone: string): Promise<void> {
  await trx
    .insertInto('job')
    .values(
      jobs.map(({ product, ...job }) => ({
        ...{
          ...job,
          jobGroup: softwareCodes[product as keyof typeof softwareCodes],
          jobType: jobTypes.http,
          status: jobStatus.paused,
        },
        ...{ httpMethod: 'POST', cronExpression: '0 5 1 * * ? *', remark: '对方接口升级，恢复前暂停' },
        createdAt: daysAgo(30),
      })),
    )
    .execute()
  const known = new Set((await trx.selectFrom('job').select('id').execute()).map(({ id }) => id))
  const rows = runs
    .filter(({ job }) => known.has(job))
    .map(({ job: jobId, daysAgo: days, minute, ms: times, params = '', failed, ...run }) => {
      const startedAt = sql<Date>`(date_trunc('day', now() at time zone ${zone})
        - make_interval(days => ${sql.lit(days)}, mins => ${sql.lit(-minute)})) at time zone ${zone}`
      return {
        ...{
          id: uuidv7(),
          queueId: sql<string>`gen_random_uuid()`,
          jobId,
          cause: 'due' as const,
          params,
          times,
        },
        ...{
          createdAt: startedAt,
          dueAt: startedAt,
          status: failed ? runStatus.failed : runStatus.succeeded,
        },
        ...{ result: run.result ?? '', resultKey: run.resultKey ?? null },
        resultParams: run.resultKey ? toJson(run.resultParams ?? {}) : null,
      }
    })
  // Only the server itself may write the log.
  await setRole(trx, asSystem)
  await trx.insertInto('jobLog').values(rows).execute()
  await setRole(trx, asPlatform)
}
