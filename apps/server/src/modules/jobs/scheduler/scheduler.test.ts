import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../../../test-support/index.ts'
import { testServices } from '../../../../test-support/services.ts'
import { setHeartbeat, until } from '../../messages/test-kit/index.ts'
import type { JobHandler, JobRun } from './handler.ts'
import { JobFailure } from './handler.ts'
import type { FailedRun } from './run-job.ts'
import { type Scheduler, type SchedulerOptions, startScheduler } from './scheduler.ts'
import {
  addJob,
  everySecond,
  readJob,
  runNow,
  type SchedulerProcess,
  startSchedulerProcess,
} from './test-kit/index.ts'

jest.setTimeout(180_000)

const [ok, failed, underWay] = [0, 1, 2]

let database: TestDatabase
const schedulers: Scheduler[] = []
let failures: FailedRun[]
let errors: unknown[]
let done: (run: JobRun) => ReturnType<JobHandler['run']>

beforeEach(async () => {
  failures = []
  errors = []
  done = async () => 'done'
  database = await createTestDatabase({ seeded: true })
  // The seeded jobs could become due during the tests.
  await database.owner.deleteFrom('job').execute()
})
afterEach(async () => {
  for (const scheduler of schedulers.splice(0)) await scheduler.stop(AbortSignal.abort())
  await database.close()
})

const handler: JobHandler = { beanName: 'test', methodName: 'run', run: (run) => done(run) }

async function schedule(options: Partial<SchedulerOptions> = {}): Promise<Scheduler> {
  const scheduler = await startScheduler({
    services: { ...testServices(database), jobHandlers: [handler] },
    queue: database.queue,
    superviseSeconds: 1,
    onFailedRun: (run) => failures.push(run),
    onError: (error) => errors.push(error),
    ...options,
  })
  schedulers.push(scheduler)
  return scheduler
}

const ended =
  (id: string, count = 1) =>
  async () =>
    (await readJob(database, id)).statuses.filter((status) => status !== underWay).length >= count

/** Returns the number of runs that are queued or in progress. */
const queuedRuns = async (): Promise<number> => {
  const { rows } = await sql`select from pgboss.job where state <= 'active'`.execute(database.owner)
  return rows.length
}

/** Blocks runs until `letGo` is called. */
function holdRuns() {
  const begun = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  done = async ({ signal }) => {
    begun.resolve()
    signal.addEventListener('abort', () => held.reject(signal.reason))
    await held.promise
    return 'let go'
  }
  return { begun: begun.promise, letGo: () => held.resolve() }
}

describe('a job that is due', () => {
  it('runs once with its params, logs the run and schedules the next one', async () => {
    const given: string[] = []
    done = async ({ params }) => {
      given.push(params)
      return `said with \0 ${params}`
    }
    await addJob(database, { id: 'yearly', params: 'days=30' })
    await schedule()
    await until(ended('yearly'))
    const { runs, nextRunAt } = await readJob(database, 'yearly')
    expect(given).toEqual(['days=30'])
    expect(runs).toMatchObject([
      { status: ok, params: 'days=30', result: 'said with days=30', cause: 'due', skipped: 0 },
    ])
    // New Year in the profile's time zone.
    expect(nextRunAt?.toISOString()).toMatch(/-12-31T16:00:00.000Z$/)
  })

  it('runs every second if its expression says so, each time at a different instant', async () => {
    await addJob(database, { id: 'often', cronExpression: everySecond })
    await schedule()
    await until(ended('often', 4))
    const dueAt = (await readJob(database, 'often')).runs.slice(1).map((run) => run.dueAt.getTime())
    expect(dueAt.every((time) => time % 1000 === 0)).toBe(true)
    expect(new Set(dueAt).size).toBe(dueAt.length)
  })

  it('runs once for all runs missed while no process was running', async () => {
    const hourAgo = new Date(Date.now() - 3_600_000)
    await addJob(database, { id: 'missed', cronExpression: '0 * * * * ?', nextRunAt: hourAgo })
    await Promise.all([schedule(), schedule()])
    await until(ended('missed'))
    const { runs, nextRunAt } = await readJob(database, 'missed')
    expect(runs.filter(({ dueAt }) => dueAt.getTime() === hourAgo.getTime())).toHaveLength(1)
    expect(runs.filter(({ dueAt }) => dueAt.getTime() < Date.now() - 120_000)).toHaveLength(1)
    expect(nextRunAt?.getTime()).toBeGreaterThan(Date.now() - 1000)
  })

  it('runs as soon as it is saved, without waiting for the next poll', async () => {
    await schedule({ pollSeconds: 3600 })
    await addJob(database, { id: 'saved' })
    await sql`select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), 'job-run')`.execute(
      database.owner,
    )
    await until(ended('saved'))
  })

  it('is found by polling when notifications do not arrive, as with a transaction pooler', async () => {
    const deaf = { ...database.queue, listen: async () => ({ close: async () => {} }) }
    await schedule({ queue: deaf, pollSeconds: 0.5 })
    await addJob(database, { id: 'unheard' })
    await until(ended('unheard'))
  })

  it('runs only on request while it is paused', async () => {
    await addJob(database, { id: 'paused', status: 1, nextRunAt: null })
    await addJob(database, { id: 'other' })
    await schedule({ pollSeconds: 0.5 })
    await until(ended('other'))
    expect((await readJob(database, 'paused')).runs).toEqual([])
    await runNow(database, 'paused')
    await until(ended('paused'))
    expect(await readJob(database, 'paused')).toMatchObject({
      runs: [{ status: ok, cause: 'manual' }],
      nextRunAt: null,
      runNowAt: null,
    })
  })
})

describe('a job that is still running', () => {
  it('starts no other run, and logs how many it skipped', async () => {
    const { begun, letGo } = holdRuns()
    await addJob(database, { id: 'long', cronExpression: everySecond })
    await Promise.all([schedule(), schedule()])
    await begun
    await until(async () => ((await readJob(database, 'long')).runs[0]?.skipped ?? 0) >= 2)
    expect((await readJob(database, 'long')).statuses).toEqual([underWay])
    letGo()
    await until(ended('long', 2))
  })

  it('runs once more if a run was requested meanwhile', async () => {
    const { begun, letGo } = holdRuns()
    await addJob(database, { id: 'twice' })
    await schedule({ pollSeconds: 0.5 })
    await begun
    await runNow(database, 'twice')
    await until(async () => Number((await readJob(database, 'twice')).runNowAt) > Date.now())
    letGo()
    await until(ended('twice', 2))
    expect((await readJob(database, 'twice')).runs.map(({ cause }) => cause)).toEqual(['due', 'manual'])
  })

  it('can be deleted: its run ends without a log', async () => {
    const { begun, letGo } = holdRuns()
    await addJob(database, { id: 'deleted' })
    await schedule()
    await begun
    await database.owner.deleteFrom('job').where('id', '=', 'deleted').execute()
    letGo()
    await until(async () => (await queuedRuns()) === 0)
    expect(errors).toEqual([])
  })
})

describe('a run that fails', () => {
  it('logs the reason and reports it to the operators', async () => {
    done = async ({ params }) => {
      if (params === 'said') throw new JobFailure({ key: 'job.outcome.unreachable' })
      throw new Error('no such file')
    }
    await addJob(database, { id: 'said', params: 'said' })
    await addJob(database, { id: 'thrown' })
    await addJob(database, { id: 'unknown', methodName: 'vanished' })
    await schedule()
    await until(async () => failures.length === 3)
    await until(ended('unknown'))
    const first = async (id: string) => (await readJob(database, id)).runs[0]
    expect(await first('said')).toMatchObject({ status: failed, resultKey: 'job.outcome.unreachable' })
    expect(await first('thrown')).toMatchObject({ status: failed, result: 'no such file' })
    expect(await first('unknown')).toMatchObject({
      status: failed,
      resultKey: 'job.outcome.unknownHandler',
      resultParams: { name: 'test.vanished' },
    })
    expect(failures.map(({ jobId }) => jobId).toSorted()).toEqual(['said', 'thrown', 'unknown'])
  })

  it('fails if it exceeds the time limit, whether or not it reacts to the abort', async () => {
    done = ({ params, signal }) =>
      new Promise((_, reject) => {
        if (params === 'obedient') signal.addEventListener('abort', () => reject(signal.reason))
      })
    await addJob(database, { id: 'obedient', params: 'obedient' })
    await addJob(database, { id: 'deaf' })
    await schedule({ runSeconds: 0.2 })
    for (const id of ['obedient', 'deaf']) {
      await until(ended(id))
      expect((await readJob(database, id)).runs).toMatchObject([
        { status: failed, resultKey: 'job.outcome.timeLimit' },
      ])
    }
  })
})

describe('a run whose process died', () => {
  it('gets one log row even if the process died before writing one', async () => {
    await addJob(database, { id: 'unbegun', params: 'lost', nextRunAt: null })
    const run = { jobId: 'unbegun', dueAt: '2026-11-20T01:00:00.000Z', cause: 'due' }
    await sql`insert into pgboss.job (name, data, state, policy, singleton_key)
      values ('job-run', ${JSON.stringify(run)}, 'failed', 'exclusive', 'unbegun')`.execute(database.owner)
    await Promise.all([schedule({ pollSeconds: 0.5 }), schedule({ pollSeconds: 0.5 })])
    await until(ended('unbegun'))
    await addJob(database, { id: 'later' })
    await until(ended('later'))
    expect(failures).toMatchObject([{ jobId: 'unbegun', jobName: 'unbegun' }])
    expect((await readJob(database, 'unbegun')).runs).toMatchObject([
      { status: failed, resultKey: 'job.outcome.processEnded', params: 'lost', dueAt: new Date(run.dueAt) },
    ])
  })
})

describe('stop', () => {
  it('waits for a run in progress to end', async () => {
    const { begun, letGo } = holdRuns()
    await addJob(database, { id: 'ending' })
    const scheduler = await schedule()
    await begun
    const stopped = scheduler.stop(new AbortController().signal)
    letGo()
    await stopped
    expect((await readJob(database, 'ending')).runs).toMatchObject([{ status: ok, result: 'let go' }])
  })

  it('gives up a run that does not end in time, and logs that', async () => {
    const begun = Promise.withResolvers<void>()
    done = () => {
      begun.resolve()
      return new Promise(() => {})
    }
    await addJob(database, { id: 'endless' })
    const scheduler = await schedule()
    await begun.promise
    await scheduler.stop(AbortSignal.timeout(50))
    expect((await readJob(database, 'endless')).runs).toMatchObject([
      { status: failed, resultKey: 'job.outcome.stopped' },
    ])
  })
})

describe('several processes', () => {
  let processes: SchedulerProcess[] = []
  const kill = async ({ child }: SchedulerProcess) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }

  // A process that a failed test left behind would keep the whole run from ending.
  afterEach(async () => {
    for (const one of processes) await kill(one)
  })

  it('run each instant once between them, and log the run of a killed process as failed', async () => {
    await setHeartbeat(database, 2)
    await addJob(database, { id: 'tick', params: 'tick', cronExpression: everySecond })
    processes = await Promise.all([1, 2, 3, 4].map(() => startSchedulerProcess(database)))
    await until(ended('tick', 6))
    await database.owner.updateTable('job').set({ nextRunAt: null }).where('id', '=', 'tick').execute()
    await until(async () => (await queuedRuns()) === 0)
    const ticks = (await readJob(database, 'tick')).runs
    expect(new Set(ticks.map(({ dueAt }) => dueAt.getTime())).size).toBe(ticks.length)
    const ran = processes.flatMap(({ said }) => said()).filter((line) => line === 'tick ran')
    expect(ran).toHaveLength(ticks.length)

    await addJob(database, { id: 'hang', params: 'hang' })
    const hangs = ({ said }: SchedulerProcess) => said().includes('hang ran')
    await until(() => processes.some(hangs))
    const victims = processes.filter(hangs)
    expect(victims).toHaveLength(1)
    for (const victim of victims) await kill(victim)
    await until(ended('hang'))
    const { runs } = await readJob(database, 'hang')
    expect(runs).toMatchObject([{ status: failed, resultKey: 'job.outcome.processEnded' }])
    // The queue does not repeat the lost run automatically, and the job's next run takes place.
    await database.owner.updateTable('job').set({ params: 'again' }).where('id', '=', 'hang').execute()
    await runNow(database, 'hang')
    await until(ended('hang', 2))
    expect((await readJob(database, 'hang')).statuses).toEqual([failed, ok])
  })
})
