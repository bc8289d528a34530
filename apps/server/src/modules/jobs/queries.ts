import {
  type Job,
  type jobHandlerOptions,
  jobList,
  type jobLogList,
  jobStatus,
  jobTypes,
  keyAtRunTime,
  type Language,
  type Option,
  runStatus,
  type Translate,
  type TroubledJob,
} from '@atrium/contract'
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { inNameOrder, inOrder, nameIn, orderOf, pageOf } from '../../platform/crud/index.ts'
import type { Database } from '../../platform/database/index.ts'
import { columnsContain } from '../../platform/database/search.ts'
import type { JobLogTable, JobTable } from '../../platform/database/tables/jobs.ts'
import type { Work } from '../../platform/http/work.ts'
import type { Secrets } from '../../platform/secrets/index.ts'
import { handlerName } from './scheduler/handler.ts'
import { decryptHeader, maskHeader } from './scheduler/header.ts'

type JobQuery = SelectQueryBuilder<Database, 'job', object>

/** Number of runs of a job that the list shows. */
const shownRuns = 20

/** Stored result of a run. */
type KeptResult = Pick<Selectable<JobLogTable>, 'result' | 'resultKey' | 'resultParams'>

/** Returns the result of a run in the translator's language. */
const resultIn = (t: Translate, { result, resultKey, resultParams }: KeptResult): string =>
  resultKey === null ? result : t(keyAtRunTime(resultKey), { ...(resultParams as object | null) })

/** Run as the chart shows it. */
interface ShownRun {
  readonly id: string
  readonly status: number
  readonly times: number
  readonly createdAt: string
}

/** Last runs of a job, oldest first. */
const lastRuns = sql<ShownRun[]>`coalesce((
  select json_agg(json_build_object('id', run.id, 'status', run.status, 'times', run.times,
    'createdAt', run.created_at) order by run.created_at, run.id)
  from (select * from job_log where job_id = job.id order by created_at desc, id desc
    limit ${sql.lit(shownRuns)}) as run), '[]')`

/** Result of the last completed run; null before the first. */
const lastResult = sql<KeptResult | null>`(
  select json_build_object('result', result, 'resultKey', result_key, 'resultParams', result_params)
  from job_log where job_id = job.id and status <> ${sql.lit(runStatus.underWay)}
  order by created_at desc, id desc limit 1)`

const jobGroupName = (language: Language) =>
  sql<string>`(select ${nameIn(language, 'software.softwareName')} from software where software.id = job.job_group)`

const presented = (query: JobQuery, language: Language) =>
  query
    .selectAll('job')
    .select(nameIn(language, 'job.jobName').as('displayName'))
    .select([jobGroupName(language).as('jobGroupName'), lastRuns.as('lastRuns'), lastResult.as('lastResult')])

type FoundJob = Selectable<JobTable> & {
  readonly displayName: string
  readonly jobGroupName: string
  readonly lastRuns: ShownRun[]
  readonly lastResult: KeptResult | null
}

const toJob =
  (secrets: Secrets, t: Translate) =>
  ({ id, createdAt, nextRunAt, headerEncrypted, ...job }: FoundJob): Job => ({
    ...job,
    jobId: id,
    header: maskHeader(decryptHeader(secrets, headerEncrypted)),
    createTime: createdAt.toISOString(),
    nextTime: nextRunAt?.toISOString() ?? '',
    lastResult: job.lastResult ? resultIn(t, job.lastResult) : '',
    runs: job.lastRuns.map(({ createdAt: began, ...run }) => ({
      ...run,
      createTime: new Date(began).toISOString(),
    })),
  })

const jobOrder = orderOf('job', jobList, { nextTime: 'nextRunAt' }, [])

/**
 * Returns one page of the jobs whose name contains the given text in either language, with the next and the last runs
 * of each job.
 */
export function listJobs({ input, trx, language, t, services }: Work<typeof jobList>) {
  const { jobGroup, status, jobName, sortBy, sortOrder = 'asc' } = input
  const matching = trx
    .selectFrom('job')
    .$if(jobGroup !== '', (query) => query.where('job.jobGroup', '=', jobGroup))
    .$if(status !== undefined, (query) => query.where('job.status', '=', Number(status)))
    .where(columnsContain(['job.jobName', 'job.jobNameEn'], jobName))
  return pageOf(
    trx,
    matching,
    input,
    (query) =>
      sortBy === 'jobName'
        ? presented(query, language)
            .orderBy(inNameOrder(nameIn(language, 'job.jobName')), sortOrder)
            .orderBy('job.id', sortOrder)
        : inOrder(presented(query, language), jobOrder(input)),
    toJob(services.secrets, t),
  )
}

/** Returns one page of a job's runs, newest first. */
export function listRuns({ input, trx, t }: Work<typeof jobLogList>) {
  return pageOf(
    trx,
    trx.selectFrom('jobLog').where('jobId', '=', input.jobId),
    input,
    (query) => query.selectAll('jobLog').orderBy('createdAt', 'desc').orderBy('id', 'desc'),
    ({ createdAt, ...run }) => ({
      ...run,
      result: resultIn(t, run),
      createTime: createdAt.toISOString(),
    }),
  )
}

export const statusOptions = async ({ t }: Pick<Work<never>, 't'>): Promise<Option[]> => [
  { code: String(jobStatus.running), desc: t('job.state.running') },
  { code: String(jobStatus.paused), desc: t('job.state.paused') },
]

export const typeOptions = async ({ t }: Pick<Work<never>, 't'>): Promise<Option[]> => [
  { code: String(jobTypes.handler), desc: t('job.kind.handler') },
  { code: String(jobTypes.http), desc: t('job.kind.http') },
]

/** Returns the handlers that jobs can run, sorted by name. */
export const handlerOptions = async ({ services, t }: Work<typeof jobHandlerOptions>) =>
  services.jobHandlers
    .map(({ beanName, methodName, desc }) => ({
      beanName,
      methodName,
      desc: desc ? t(desc) : handlerName({ beanName, methodName }),
    }))
    .toSorted((one, other) => handlerName(one).localeCompare(handlerName(other)))

/** SQL condition: the job should have started more than a minute ago. */
export const isLate = sql<boolean>`job.due_at < now() - interval '1 minute'`

/** Maximum number of jobs listed. */
const maxTroubled = 20

/** Returns jobs that are overdue or whose last completed run failed, most recent first. */
export async function troubledJobs({
  trx,
  language,
  t,
}: Pick<Work<never>, 'trx' | 'language' | 't'>): Promise<TroubledJob[]> {
  const jobs = await trx
    .selectFrom('job')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('jobLog')
          .selectAll()
          .whereRef('jobLog.jobId', '=', 'job.id')
          .where('jobLog.status', '<>', runStatus.underWay)
          .orderBy('jobLog.createdAt', 'desc')
          .orderBy('jobLog.id', 'desc')
          .limit(1)
          .as('run'),
      (join) => join.onTrue(),
    )
    .select([
      'job.id as jobId',
      nameIn(language, 'job.jobName').as('jobName'),
      jobGroupName(language).as('jobGroupName'),
    ])
    .select([
      sql<Date | null>`case when ${isLate} then job.due_at end`.as('lateSince'),
      sql<Date | null>`case when run.status <> ${sql.lit(runStatus.succeeded)} then run.created_at end`.as(
        'failedAt',
      ),
    ])
    .select(['run.result', 'run.resultKey', 'run.resultParams'])
    .where(sql<boolean>`(${isLate} or run.status <> ${sql.lit(runStatus.succeeded)})`)
    .orderBy(sql`greatest(case when ${isLate} then job.due_at end, run.created_at)`, 'desc')
    .orderBy('job.id')
    .limit(maxTroubled)
    .execute()
  return jobs.map(({ jobId, jobName, jobGroupName: group, lateSince, failedAt, ...kept }) => ({
    jobId,
    jobName,
    jobGroupName: group,
    dueTime: lateSince?.toISOString() ?? '',
    failedTime: failedAt?.toISOString() ?? '',
    failure: failedAt ? resultIn(t, { ...kept, result: kept.result ?? '' }) : '',
  }))
}
