import { parseProfile, softwareCodes } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { testServices } from '../../../test-support/services.ts'
import { addUser } from '../../modules/identity/sign-in/test-kit/index.ts'
import type { JobHandler } from '../../modules/jobs/index.ts'
import { queue } from '../../modules/messages/test-kit/index.ts'
import { auditKey, seal, tamper, write } from '../../platform/audit/test-kit/index.ts'
import { auditVerification, maintain, messageCleanUp, sessionCleanUp } from './index.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase({ seeded: true })
})

afterAll(() => database.close())

const run = (handler: JobHandler, params = '', profile = parseProfile({})) =>
  handler.run({
    services: {
      ...testServices(database, profile),
      secrets: { ...testServices(database).secrets, auditKey },
    },
    params,
    signal: new AbortController().signal,
  })

const daysAgo = (days: number): Date => new Date(Date.now() - days * 24 * 60 * 60 * 1000)

describe('the clean-up of sessions', () => {
  it('deletes sessions that ended longer ago than the set number of days', async () => {
    const { id: userId } = await addUser(database)
    const { owner } = database
    const session = (tokenHash: string, days: number) => ({ tokenHash, userId, expiresAt: daysAgo(days) })
    await owner
      .insertInto('session')
      .values([session('91', 91), session('89', 89), session('open', -1)])
      .execute()
    const left = async () =>
      (await owner.selectFrom('session').select('tokenHash').orderBy('tokenHash').execute()).map(
        ({ tokenHash }) => tokenHash,
      )
    expect(await run(sessionCleanUp)).toEqual({ key: 'job.outcome.sessionsDeleted', params: { count: 1 } })
    expect(await left()).toEqual(['89', 'open'])
    const longer = parseProfile({ retention: { sessionDays: 100 } })
    const shorter = parseProfile({ retention: { sessionDays: 30 } })
    await run(sessionCleanUp, '', longer)
    expect(await left()).toEqual(['89', 'open'])
    await run(sessionCleanUp, 'days=90', shorter)
    expect(await left()).toEqual(['89', 'open'])
    await run(sessionCleanUp, '', shorter)
    expect(await left()).toEqual(['open'])
  })

  it.each(['30', 'days=0', 'days=-1', 'days=1e9', 'days=99999', 'hours=3', 'days=30; drop'])(
    'does nothing if its params are %j',
    async (params) => {
      await expect(run(sessionCleanUp, params)).rejects.toMatchObject({
        result: { key: 'job.outcome.daysExpected', params: { days: 90 } },
      })
    },
  )
})

describe('the clean-up of messages', () => {
  it('deletes old messages with their attempts, but keeps pending ones', async () => {
    const mail = {
      kind: 'email',
      to: 'li@hospital.example',
      language: 'zh',
      template: 'userNameReminder',
      params: { userName: 'li.na' },
    } as const
    const [old, failed, waiting, fresh] = await queue(database, mail, mail, mail, mail)
    const { owner } = database
    const become = (id = '', state: 'delivered' | 'failed' | 'waiting', days: number) =>
      owner
        .updateTable('message')
        .set({ state, createdAt: daysAgo(days) })
        .where('id', '=', id)
        .execute()
    await become(old, 'delivered', 181)
    await become(failed, 'failed', 181)
    await become(waiting, 'waiting', 400)
    await become(fresh, 'delivered', 179)
    await owner
      .insertInto('messageAttempt')
      .values({ tenantId: '0', id: 'attempt', messageId: old ?? '', outcome: 'delivered' })
      .execute()
    expect(await run(messageCleanUp)).toMatchObject({ params: { count: 2 } })
    const rows = await owner.selectFrom('message').select('id').execute()
    expect(rows.map(({ id }) => id).toSorted()).toEqual([waiting, fresh].toSorted())
    expect(await owner.selectFrom('messageAttempt').selectAll().execute()).toEqual([])
  })
})

describe('the verification of the audit trail', () => {
  it('reports the number of sealed events, and fails when an event was changed', async () => {
    await write(database, 'e1', 'e2')
    await seal(database)
    expect(await run(auditVerification)).toMatchObject({
      key: 'job.outcome.auditWhole',
      params: { sealed: expect.any(Number) },
    })
    await tamper(database, "update audit_event set actor_name = 'x' where entity_id = 'e2'")
    await expect(run(auditVerification)).rejects.toMatchObject({
      result: {
        key: 'job.outcome.auditBroken',
        params: { count: 1, shown: expect.stringMatching(/seal \d+.*changed/) },
      },
    })
  })
})

describe('the job log', () => {
  it('keeps job logs for 30 days, or for the period set in the profile', async () => {
    const { owner } = database
    await owner
      .insertInto('job')
      .values({
        id: 'old',
        jobName: 'old',
        jobGroup: softwareCodes.account,
        jobType: 1,
        status: 1,
        cronExpression: '0 0 0 1 1 ?',
      })
      .execute()
    const entry = (id: string, days: number) => ({
      id,
      jobId: 'old',
      queueId: '00000000-0000-8000-8000-000000000000',
      dueAt: daysAgo(days),
      createdAt: daysAgo(days),
      cause: 'due' as const,
      params: '',
      status: 0,
    })
    await owner
      .insertInto('jobLog')
      .values([entry('31', 31), entry('29', 29)])
      .execute()
    await maintain(testServices(database, parseProfile({ retention: { jobRunDays: 40 } })))
    expect(await database.owner.selectFrom('jobLog').select('id').execute()).toHaveLength(2)
    await maintain(testServices(database))
    const rows = await owner.selectFrom('jobLog').select('id').execute()
    expect(rows).toEqual([{ id: '29' }])
  })
})
