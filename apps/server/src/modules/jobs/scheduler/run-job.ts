import { setTimeout as sleep } from 'node:timers/promises'
import { jobTypes } from '@atrium/contract'
import type { Selectable } from 'kysely'
import { fromKysely, type PgBoss, type Job as QueuedJob } from 'pg-boss'
import { Counter } from 'prom-client'
import { runQueue } from '../../../platform/database/queue.ts'
import type { JobTable } from '../../../platform/database/tables/jobs.ts'
import type { Services } from '../../../platform/http/work.ts'
import { inSpan } from '../../../platform/observability/tracing.ts'
import type { QueuedRun } from './due-jobs.ts'
import { handlerName, JobFailure, type JobResult } from './handler.ts'
import { runHttpJob } from './http-run.ts'
import { beginRun, type LostRun, type Outcome, recordOutcome } from './run-log.ts'

/** Number of job runs, by handler and outcome. */
const jobRuns = new Counter({
  name: 'atrium_job_runs_total',
  help: 'Finished runs of scheduled jobs, by handler (http for requests) and outcome',
  labelNames: ['handler', 'outcome'],
})

/** Run that failed. */
export interface FailedRun extends LostRun {
  readonly error: unknown
}

export interface RunOptions {
  readonly services: Services
  readonly boss: PgBoss
  /** Maximum duration of a run, in seconds. */
  readonly runSeconds: number
  readonly onFailedRun: (run: FailedRun) => void
  readonly onError: (error: unknown) => void
}

/** Time an aborted run has to finish, in milliseconds. */
const endGrace = 800

/**
 * Interval and maximum duration of the attempts to record an outcome while the database is unavailable, in
 * milliseconds.
 */
const recordPause = 500
const recordFor = 300_000

type JobRow = Selectable<JobTable>

/** Returns the name of a job in the metrics. */
const labelOf = (job: JobRow): string => (job.jobType === jobTypes.http ? 'http' : handlerName(job))

function start({ services }: RunOptions, job: JobRow, signal: AbortSignal): Promise<JobResult> {
  if (job.jobType === jobTypes.http) return runHttpJob(services, job, signal)
  const name = handlerName(job)
  const handler = services.jobHandlers.find((known) => handlerName(known) === name)
  if (!handler) throw new JobFailure({ key: 'job.outcome.unknownHandler', params: { name } })
  return handler.run({ services, params: job.params, signal })
}

/** Fails with the signal's reason some time after the abort. A handler that ignores the abort is abandoned. */
async function tooLate(signal: AbortSignal, done: AbortSignal): Promise<never> {
  await new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    else signal.addEventListener('abort', resolve, { once: true, signal: done })
  })
  await sleep(endGrace, undefined, { signal: done })
  throw signal.reason
}

interface Ended extends Outcome {
  readonly error?: unknown
}

/** Runs a job until it ends or its signal is aborted. */
async function outcomeOf(options: RunOptions, job: JobRow, signal: AbortSignal): Promise<Ended> {
  const began = performance.now()
  const done = new AbortController()
  try {
    const late = tooLate(signal, done.signal)
    late.catch(() => {})
    const work = (async () => start(options, job, signal))()
    const result = await Promise.race([work, late])
    return { isOk: true, result, times: performance.now() - began }
  } catch (thrown) {
    const error: unknown = signal.aborted ? signal.reason : thrown
    const result =
      error instanceof JobFailure ? error.result : String((error as Partial<Error>)?.message ?? error)
    return { isOk: false, result, times: performance.now() - began, error }
  } finally {
    done.abort()
  }
}

/** Retries until the work succeeds, the process stops or the time limit is reached. */
async function insist<Result>(work: () => Promise<Result>, stopping: AbortSignal): Promise<Result> {
  const deadline = performance.now() + recordFor
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (stopping.aborted || performance.now() > deadline) throw error
      await sleep(recordPause)
    }
  }
}

/** Sends heartbeats to the queue until stopped; without them the run would be treated as lost. */
function keepAlive({ boss, onError }: RunOptions, { id, heartbeatSeconds }: TakenRun): () => void {
  const beat = () => void boss.touch(runQueue, id).catch(onError)
  const beats = setInterval(beat, ((heartbeatSeconds ?? 20) * 1000) / 4)
  return () => clearInterval(beats)
}

/** Run taken from the queue. */
type TakenRun = Pick<QueuedJob<QueuedRun>, 'id' | 'data' | 'heartbeatSeconds'>

/** Reports runs that were lost with their process. */
export function reportLost(lost: readonly LostRun[], onFailedRun: RunOptions['onFailedRun']): void {
  for (const run of lost) {
    jobRuns.inc({ handler: '', outcome: 'lost' })
    onFailedRun({ ...run, error: new JobFailure({ key: 'job.outcome.processEnded' }) })
  }
}

/**
 * Executes a run taken from the queue and logs it.
 * @param stopping aborted when the process stops and cannot wait for the run
 */
export async function runJob(options: RunOptions, queued: TakenRun, stopping: AbortSignal): Promise<void> {
  const { services, boss, runSeconds, onFailedRun } = options
  const { db } = services
  const { run, lost } = await beginRun(db, queued.id, queued.data)
  reportLost(lost, onFailedRun)
  if (!run) return void (await boss.complete(runQueue, queued.id))
  const { job } = run
  const stopBeating = keepAlive(options, queued)
  const timer = new AbortController()
  const minutes = Math.round(runSeconds / 60)
  const timeIsUp = setTimeout(
    () => timer.abort(new JobFailure({ key: 'job.outcome.timeLimit', params: { minutes } })),
    runSeconds * 1000,
  )
  const outcome = await inSpan(
    () => ({ name: `job ${labelOf(job)}`, kind: 'consumer', attributes: { 'atrium.job.id': job.id } }),
    () => outcomeOf(options, job, AbortSignal.any([timer.signal, stopping])),
    ({ isOk }) => (isOk ? undefined : 'failed'),
  )
  clearTimeout(timeIsUp)
  jobRuns.inc({ handler: labelOf(job), outcome: outcome.isOk ? 'succeeded' : 'failed' })
  if (!outcome.isOk) onFailedRun({ jobId: job.id, jobName: job.jobName, logId: run.id, error: outcome.error })
  try {
    await insist(
      () =>
        recordOutcome(db, run, outcome, (trx) =>
          boss.complete(runQueue, queued.id, undefined, { db: fromKysely(trx) }),
        ),
      stopping,
    )
  } finally {
    stopBeating()
  }
}
