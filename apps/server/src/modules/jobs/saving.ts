import {
  codes,
  globalTenantId,
  jobSave,
  jobStatus,
  jobTypes,
  type jobUpdate,
  type RequestOf,
} from '@atrium/contract'
import { sql } from 'kysely'
import { entity, type Row, saving } from '../../platform/crud/index.ts'
import { notifyQueue, runQueue } from '../../platform/database/queue.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { type FieldIssue, fieldIssue, reject, rejectFields } from '../../platform/http/rejection.ts'
import type { Services, Work } from '../../platform/http/work.ts'
import { handlerName } from './scheduler/handler.ts'
import { decryptHeader, encryptHeader, unmaskHeader } from './scheduler/header.ts'
import { nextRun } from './scheduler/next-run.ts'

type JobFields = RequestOf<typeof jobSave>

/** Returns an issue for the product and the name if they differ from the stored values, because neither can change. */
const fixedIssues = (input: JobFields, row: Row<'job'>) =>
  (['jobGroup', 'jobName'] as const)
    .filter((field) => row[field] !== input[field])
    .map((field) => fieldIssue(field, 'rule.fixed'))

async function groupIssues(trx: Trx, { jobGroup }: JobFields): Promise<FieldIssue<'jobGroup'>[]> {
  const software = await trx.selectFrom('software').select('id').where('id', '=', jobGroup).executeTakeFirst()
  return software ? [] : [fieldIssue('jobGroup', 'rule.reference')]
}

function handlerIssues({ jobHandlers }: Services, input: JobFields): FieldIssue<'beanName'>[] {
  if (input.jobType !== jobTypes.handler) return []
  const name = handlerName(input)
  const known = jobHandlers.some((handler) => handlerName(handler) === name)
  return known ? [] : [fieldIssue('beanName', 'job.rule.unknownHandler', { name })]
}

/** Checks the URL of an HTTP job before it is called. */
function addressIssues({ outbound }: Services, { jobType, httpUrl }: JobFields): FieldIssue<'httpUrl'>[] {
  if (jobType !== jobTypes.http) return []
  const fault = outbound.check(httpUrl, 'api')
  return fault
    ? [fieldIssue('httpUrl', fault === 'invalid' ? 'job.rule.httpUrl' : 'job.rule.notAllowed')]
    : []
}

/** Returns the database's current time, which decides whether jobs are due. */
export async function timeOf(trx: Trx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(trx)
  return rows[0]?.now ?? new Date()
}

/** A scheduled job: the platform's administrators add, change and delete it. */
export const jobs = entity('job', jobSave, {
  tenantOf: () => globalTenantId,
  apart: { header: true },
  unique: { job_name_unique: 'jobName' },
})

const save = saving(jobs)

/** Clears the fields of the other job type. */
const ofItsType = <Fields extends JobFields>(input: Fields): Fields =>
  input.jobType === jobTypes.handler
    ? { ...input, httpUrl: '', httpMethod: 'GET', header: '' }
    : { ...input, beanName: '', methodName: '' }

async function write(work: Work<typeof jobSave>, id: string): Promise<string> {
  const { trx, services } = work
  const input = ofItsType(work.input)
  const row = await trx.selectFrom('job').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (id !== '' && !row) reject(codes.notFound)
  const stored = row && {
    httpUrl: row.httpUrl,
    header: decryptHeader(services.secrets, row.headerEncrypted),
  }
  const header = unmaskHeader(input, stored)
  const now = await timeOf(trx)
  const next = nextRun(input.cronExpression, services.profile.timeZone, now)
  rejectFields([
    ...(row ? fixedIssues(input, row) : await groupIssues(trx, input)),
    ...handlerIssues(services, input),
    ...(next ? [] : [fieldIssue('cronExpression', 'cron.rule.neverDue')]),
    ...(typeof header === 'string' ? [] : [header]),
    ...addressIssues(services, input),
  ])
  const saved = await save({ ...work, input: { ...input, id } })
  const sameTimes = row?.cronExpression === input.cronExpression && row.status === input.status
  await trx
    .updateTable('job')
    .set({
      headerEncrypted: encryptHeader(services.secrets, String(header)),
      ...(!sameTimes && { nextRunAt: input.status === jobStatus.paused ? null : next }),
    })
    .where('id', '=', saved)
    .execute()
  // The job may be due before the schedulers poll again.
  await notifyQueue(trx, runQueue)
  return saved
}

export const addJob = (work: Work<typeof jobSave>): Promise<string> => write(work, '')

export async function changeJob(work: Work<typeof jobUpdate>): Promise<null> {
  const { jobId, ...input } = work.input
  await write({ ...work, input }, jobId)
  return null
}
