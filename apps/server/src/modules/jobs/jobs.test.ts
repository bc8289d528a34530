import {
  codes,
  type InputOf,
  jobDelete,
  jobHandlerOptions,
  jobList,
  jobLogList,
  jobPause,
  jobResume,
  jobRun,
  jobSave,
  jobStatusOptions,
  jobTypeOptions,
  jobUpdate,
  maskedHeader,
  softwareCodes,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Suite, startSuite } from '../../app/test-kit/index.ts'
import { secretsFrom } from '../../platform/secrets/index.ts'
import { send } from '../identity/sign-in/test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

type JobInput = InputOf<typeof jobSave>

let names = 0

const request = (more: Partial<JobInput> = {}): JobInput => ({
  jobName: `夜间同步 ${++names}`,
  jobGroup: softwareCodes.edc,
  jobType: 2,
  status: 0,
  httpUrl: 'https://edc.example/sync',
  cronExpression: '0 0 9 * * ?',
  ...more,
})

const handlerJob = (more: Partial<JobInput> = {}): JobInput => ({
  ...request({ jobType: 1, beanName: 'sessions', methodName: 'cleanUp', httpUrl: '' }),
  ...more,
})

const save = (input: JobInput) => send(suite.server, jobSave, input, suite.admin)

const add = async (input = request()): Promise<string> => {
  const { data, code } = await save(input)
  expect(code).toBe(codes.ok)
  return String(data)
}

const update = (jobId: string, input: JobInput) =>
  send(suite.server, jobUpdate, { ...input, jobId }, suite.admin)

const find = async (jobId: string, language: 'zh' | 'en' = 'zh') => {
  const { data } = await send(suite.server, jobList, { limit: 100 }, { ...suite.admin, language })
  return data?.list.find((job) => job.jobId === jobId)
}

const stored = (id: string) =>
  suite.database.owner.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Adds runs to a job's log, one minute apart, oldest first. */
const addRuns = async (
  jobId: string,
  runs: readonly { status: number; times?: number; resultKey?: string }[],
) => {
  const began = Date.now() - runs.length * 60_000
  await suite.database.owner
    .insertInto('jobLog')
    .values(
      runs.map((run, index) => ({
        id: `${jobId} ${String(index).padStart(3, '0')}`,
        jobId,
        queueId: '00000000-0000-8000-8000-000000000000',
        createdAt: new Date(began + index * 60_000),
        dueAt: new Date(began + index * 60_000),
        cause: 'due' as const,
        params: `run ${index}`,
        result: run.resultKey ? '' : `result ${index}`,
        ...run,
      })),
    )
    .execute()
}

const fieldsOf = ({ errors }: { errors?: readonly { field: string }[] }) => errors?.map(({ field }) => field)

describe('a job', () => {
  it('is listed as it was saved, with its product and its next run', async () => {
    const input = request({
      params: '{"days": 30}',
      httpMethod: 'POST',
      remark: '每天',
      header: 'X-Study: S-01',
    })
    const id = await add(input)
    expect(await find(id, 'en')).toMatchObject({
      ...input,
      header: `X-Study: ${maskedHeader}`,
      jobGroupName: 'Electronic Data Capture (EDC)',
      nextTime: expect.stringMatching(/T01:00:00\.000Z$/),
      lastResult: '',
      runs: [],
      rowVersion: 1,
    })
  })

  it('discards the fields of the other job type', async () => {
    const id = await add(handlerJob({ httpUrl: 'https://edc.example/', header: 'A: 1', httpMethod: 'POST' }))
    expect(await find(id)).toMatchObject({ beanName: 'sessions', httpUrl: '', header: '', httpMethod: 'GET' })
  })

  it.each([
    [{ beanName: '' }, 'beanName'],
    [{ methodName: ' ' }, 'methodName'],
    [{ beanName: 'nobody' }, 'beanName'],
    [{ jobType: 3 }, 'jobType'],
    [{ status: 2 }, 'status'],
    [{ jobName: '' }, 'jobName'],
    [{ jobGroup: 'nothing' }, 'jobGroup'],
    [{ cronExpression: '* * * * * *' }, 'cronExpression'],
    [{ cronExpression: '0 0 0 30 2 ?' }, 'cronExpression'],
    [{ cronExpression: '0 0 0 1 1 ? 2020' }, 'cronExpression'],
    [{ jobType: 2 }, 'httpUrl'],
    [{ jobType: 2, httpUrl: 'edc.example' }, 'httpUrl'],
    [{ jobType: 2, httpUrl: 'https://user:word@edc.example/' }, 'httpUrl'],
    [{ jobType: 2, httpUrl: 'https://10.0.0.1/' }, 'httpUrl'],
    [{ jobType: 2, httpUrl: 'http://169.254.169.254/' }, 'httpUrl'],
    [{ jobType: 2, httpUrl: 'https://edc.example/', header: 'no header' }, 'header'],
    [{ jobType: 2, httpUrl: 'https://edc.example/', header: 'Host: other.example' }, 'header'],
    [{ jobType: 2, httpUrl: 'https://edc.example/', header: 'A: 1\na: 2' }, 'header'],
    [{ jobType: 2, httpUrl: 'https://edc.example/', header: `A: ${maskedHeader}` }, 'header'],
  ])('with %j is rejected at that field', async (more, field) => {
    const response = await save(handlerJob(more as Partial<JobInput>))
    expect(response.code).toBe(codes.invalid)
    expect(fieldsOf(response)).toEqual([field])
  })

  it.each([
    ['0 0 9 L-3W * ?', 'zh', 'Cron 表达式中的“L-3W”不受支持：不能从月末倒数工作日。'],
    ['0 0 9 L-3W * ?', 'en', 'Cron expression cannot use “L-3W”: weekdays are not counted back'],
    ['30 9 * * *', 'en', 'Cron expression needs 6 or 7 fields separated by spaces, but this one has 5.'],
    ['0 30 9 * * MON-FRI', 'en', 'Write 0 30 9 ? * MON-FRI'],
  ] as const)('rejects the schedule %s with an example in %s', async (cronExpression, language, text) => {
    const response = await send(suite.server, jobSave, request({ cronExpression }), {
      ...suite.admin,
      language,
    })
    expect(response.errors).toMatchObject([
      { field: 'cronExpression', message: expect.stringContaining(text) },
    ])
  })

  it('requires a unique name within its product', async () => {
    const input = request()
    await add(input)
    expect(fieldsOf(await save(input))).toEqual(['jobName'])
    await add({ ...input, jobGroup: softwareCodes.rtsm })
  })

  it('cannot change its product or name, and follows its new schedule', async () => {
    const input = request()
    const id = await add(input)
    const moved = await update(id, { ...input, jobName: '另一个', jobGroup: softwareCodes.rtsm })
    expect(fieldsOf(moved)).toEqual(['jobGroup', 'jobName'])
    expect((await update(id, { ...input, cronExpression: '0 30 9 * * ?', rowVersion: 1 })).code).toBe(
      codes.ok,
    )
    expect(await find(id)).toMatchObject({
      nextTime: expect.stringMatching(/T01:30:00\.000Z$/),
      rowVersion: 2,
    })
    expect((await update(id, { ...input, rowVersion: 1 })).code).toBe(codes.conflict)
    expect((await update('nothing', input)).code).toBe(codes.notFound)
  })
})

describe('the headers of a job', () => {
  const secret = 'Bearer s3cret-token'
  const input = () => request({ header: `Authorization: ${secret}\nX-Study: S-01` })

  it('are not readable in responses, the database or the audit trail', async () => {
    const id = await add(input())
    expect((await find(id))?.header).toBe(`Authorization: ${maskedHeader}\nX-Study: ${maskedHeader}`)
    const { owner } = suite.database
    const trail = await owner.selectFrom('auditEvent').selectAll().where('entityId', '=', id).execute()
    expect(JSON.stringify([await stored(id), trail])).not.toMatch(/s3cret|v1\..*v1\./)
    expect(JSON.stringify(trail)).not.toContain('headerEncrypted')
  })

  it('keep their stored values when the mask is sent, but only for the same host', async () => {
    const before = input()
    const id = await add(before)
    const masked = { ...before, header: `X-Study: S-02\nauthorization: ${maskedHeader}` }
    const elsewhere = await update(id, { ...masked, httpUrl: 'https://elsewhere.example/' })
    expect(fieldsOf(elsewhere)).toEqual(['header'])
    expect((await update(id, { ...masked, httpUrl: 'https://edc.example/other' })).code).toBe(codes.ok)
    const { headerEncrypted } = await stored(id)
    const secrets = secretsFrom('a secret for tests alone, of enough characters')
    expect(secrets.decrypt('job-header', headerEncrypted ?? '')).toBe(
      `X-Study: S-02\nauthorization: ${secret}`,
    )
  })
})

describe('the list of jobs', () => {
  it('filters by product, state and part of the name', async () => {
    const id = await add(request({ jobGroup: softwareCodes.ctms, status: 1, jobName: '按 100% 查找' }))
    const ids = async (filter: InputOf<typeof jobList>) => {
      const { data } = await send(suite.server, jobList, { limit: 100, ...filter }, suite.admin)
      return data?.list.map(({ jobId }) => jobId)
    }
    expect(await ids({ jobGroup: softwareCodes.ctms, status: 1, jobName: '100%' })).toEqual([id])
    expect(await ids({ jobGroup: softwareCodes.ctms, status: 0 })).toEqual([])
    expect(await ids({ jobName: '1_0%' })).toEqual([])
    for (const sortBy of ['jobName', 'status', 'nextTime', 'createTime'] as const)
      expect(await ids({ sortBy })).toContain(id)
  })

  it('shows, searches and sorts names in the language of the request', async () => {
    const mark = `双语${++names}`
    const [late, early] = [
      await add(request({ jobName: `${mark} 阿`, jobNameEn: `Zeta ${mark}` })),
      await add(request({ jobName: `${mark} 左`, jobNameEn: `Alpha ${mark}` })),
    ]
    const plain = await add(request({ jobName: `${mark} 中` }))
    const listed = async (language: 'zh' | 'en', jobName = mark) => {
      const asked = { limit: 100, jobName, sortBy: 'jobName' as const }
      const { data } = await send(suite.server, jobList, asked, { ...suite.admin, language })
      return data?.list.map(({ jobId, displayName }) => [jobId, displayName])
    }
    expect(await listed('zh')).toEqual([
      [late, `${mark} 阿`],
      [plain, `${mark} 中`],
      [early, `${mark} 左`],
    ])
    expect(await listed('en')).toEqual(
      expect.arrayContaining([
        [early, `Alpha ${mark}`],
        [late, `Zeta ${mark}`],
        [plain, `${mark} 中`],
      ]),
    )
    const english = (await listed('en'))?.map(([id]) => id)
    expect(english?.indexOf(early)).toBeLessThan(english?.indexOf(late) ?? 0)
    expect(await listed('en', `alpha ${mark}`)).toEqual([[early, `Alpha ${mark}`]])
  })

  it('shows the last 20 runs, oldest first, and the result of the last completed run', async () => {
    const id = await add()
    await addRuns(id, [
      ...Array.from({ length: 22 }, (_, times) => ({ status: 0, times })),
      { status: 1, times: 99, resultKey: 'job.outcome.processEnded' },
      { status: 2 },
    ])
    const zh = await find(id)
    expect(zh?.runs).toHaveLength(20)
    expect(zh?.runs.map(({ times }) => times)).toEqual([
      ...Array.from({ length: 18 }, (_, n) => n + 4),
      99,
      0,
    ])
    expect(zh?.runs.at(-1)).toMatchObject({ status: 2, createTime: expect.stringMatching(/Z$/) })
    expect(zh?.lastResult).toContain('进程')
    expect((await find(id, 'en'))?.lastResult).toContain('process')
  })

  it('offers states, types and handlers in the language of the request', async () => {
    const options = async (call: typeof jobStatusOptions | typeof jobTypeOptions) =>
      (await send(suite.server, call, {}, { ...suite.admin, language: 'en' })).data
    expect(await options(jobStatusOptions)).toEqual([
      { code: '0', desc: 'Running' },
      { code: '1', desc: 'Paused' },
    ])
    expect(await options(jobTypeOptions)).toMatchObject([{ code: '1' }, { code: '2', desc: 'HTTP request' }])
    const { data } = await send(suite.server, jobHandlerOptions, {}, suite.admin)
    expect(data).toContainEqual({
      beanName: 'audit',
      methodName: 'verify',
      desc: '校验审计追踪的完整性',
    })
  })
})

describe('the log of a job', () => {
  it('is paged, newest first', async () => {
    const id = await add()
    await addRuns(
      id,
      Array.from({ length: 12 }, () => ({ status: 0, times: 5 })),
    )
    const { data } = await send(suite.server, jobLogList, { jobId: id, page: 2 }, suite.admin)
    expect(data).toMatchObject({
      totalCount: 12,
      list: [
        { params: 'run 1', result: 'result 1', status: 0, times: 5, cause: 'due', skipped: 0 },
        { params: 'run 0' },
      ],
    })
  })
})

describe('several jobs', () => {
  it('are paused, and become due again after they are resumed', async () => {
    const ids = [await add(), await add()]
    const past = new Date(Date.now() - 86_400_000)
    await suite.database.owner
      .updateTable('job')
      .set({ nextRunAt: past })
      .where('id', '=', String(ids[0]))
      .execute()
    expect(await send(suite.server, jobPause, { ids }, suite.admin)).toMatchObject({
      code: codes.ok,
      message: '任务已暂停',
    })
    for (const id of ids) expect(await find(id)).toMatchObject({ status: 1, nextTime: '', rowVersion: 2 })
    await send(suite.server, jobResume, { ids }, suite.admin)
    for (const id of ids) {
      const job = await find(id)
      expect(job?.status).toBe(0)
      expect(Date.parse(job?.nextTime ?? '')).toBeGreaterThan(Date.now())
    }
  })

  it('are rejected together if one of them does not exist', async () => {
    const id = await add()
    for (const call of [jobPause, jobResume, jobRun, jobDelete]) {
      const { code } = await send(suite.server, call, { ids: [id, 'nothing'] }, suite.admin)
      expect(code).toBe(codes.notFound)
    }
    expect(await find(id)).toMatchObject({ status: 0, rowVersion: 1 })
    expect((await stored(id)).runNowAt).toBeNull()
  })

  it('run on request, unless one of them is already running', async () => {
    const ids = [await add(), await add(request({ status: 1 }))]
    const [first = '', second = ''] = ids
    expect((await send(suite.server, jobRun, { ids: [second] }, suite.admin)).code).toBe(codes.ok)
    const twice = await send(suite.server, jobRun, { ids }, suite.admin)
    expect(twice).toMatchObject({ code: codes.conflict, message: expect.stringContaining('正在执行') })
    expect((await stored(first)).runNowAt).toBeNull()
    await addRuns(first, [{ status: 2 }])
    expect((await send(suite.server, jobRun, { ids: [first] }, suite.admin)).code).toBe(codes.conflict)
  })

  it('are deleted with their logs', async () => {
    const ids = [await add(), await add()]
    await addRuns(String(ids[0]), [{ status: 0 }])
    expect((await send(suite.server, jobDelete, { ids }, suite.admin)).code).toBe(codes.ok)
    for (const id of ids) expect(await find(id)).toBeUndefined()
    const rows = await suite.database.owner
      .selectFrom('jobLog')
      .select('id')
      .where('jobId', 'in', ids)
      .execute()
    expect(rows).toEqual([])
  })
})

describe('the jobs of a new deployment', () => {
  it('refer to existing handlers and have a next run', async () => {
    const { data } = await send(suite.server, jobList, { jobGroup: softwareCodes.account }, suite.admin)
    const { data: handlers = [] } = await send(suite.server, jobHandlerOptions, {}, suite.admin)
    const known = (handlers ?? []).map(({ beanName, methodName }) => `${beanName}.${methodName}`)
    const seeded = data?.list.map(({ beanName, methodName }) => `${beanName}.${methodName}`) ?? []
    expect(seeded.toSorted()).toEqual([
      'access.remind',
      'accessRequests.remind',
      'accessReviews.remind',
      'audit.verify',
      'licences.remind',
      'messages.cleanUp',
      'openidKeys.rotate',
      'sessions.cleanUp',
      'trailReviews.remind',
      'trainings.remind',
    ])
    expect(known).toEqual(expect.arrayContaining(seeded))
    // Compares with the creation time: no scheduler runs here, so a job may already be overdue.
    const made = await suite.database.owner.selectFrom('job').select(['id', 'createdAt']).execute()
    for (const { jobId, nextTime } of data?.list ?? []) {
      const { createdAt } = made.find(({ id }) => id === jobId) ?? {}
      expect(Date.parse(nextTime)).toBeGreaterThan(createdAt?.getTime() ?? Number.POSITIVE_INFINITY)
    }
  })
})
