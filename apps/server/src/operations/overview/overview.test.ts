import { codes, type Overview, operationsOverview, type TimeRange } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type RawBuilder, sql } from 'kysely'
import { type Suite, signedIn, startSuite } from '../../app/test-kit/index.ts'
import { fileFigures } from '../../modules/files/index.ts'
import { addFile } from '../../modules/files/test-kit/index.ts'
import { send } from '../../modules/identity/sign-in/test-kit/index.ts'
import { addJob } from '../../modules/jobs/scheduler/test-kit/index.ts'
import { addMessage } from '../../modules/messages/log/test-kit/index.ts'
import { seal, write } from '../../platform/audit/test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000)

const ask = (range: TimeRange, token = suite.admin.token) =>
  send(suite.server, operationsOverview, { range }, { token })

async function overview(range: TimeRange): Promise<Overview> {
  const { data } = await ask(range)
  if (!data) throw new Error('no overview was answered')
  return data
}

describe('the overview', () => {
  it('shows the messages of a range by channel and state, and the newest failures with their reasons', async () => {
    const { database } = suite
    await addMessage(database, 'email', { createdAt: hoursAgo(2) })
    await addMessage(database, 'email', { state: 'waiting', createdAt: hoursAgo(30) })
    await addMessage(database, 'email', { state: 'sending', createdAt: hoursAgo(1) })
    const old = await addMessage(database, 'sms', { state: 'failed', createdAt: hoursAgo(3), sendCount: 24 })
    const id = await addMessage(database, 'email', {
      state: 'failed',
      createdAt: hoursAgo(0.5),
      recipient: 'wang@hospital.example',
    })
    for (const [outcome, at] of [
      ['deferred', hoursAgo(0.5)],
      ['refused', hoursAgo(0.4)],
    ] as const)
      await database.owner
        .insertInto('messageAttempt')
        .values({ tenantId: '0', id: `${id} ${outcome}`, messageId: id, at, outcome })
        .execute()
    const { messages } = await overview('day')
    expect(messages?.channels).toEqual([
      {
        channel: 'email',
        waiting: 1,
        sending: 1,
        delivered: 1,
        failed: 1,
        oldestTime: expect.stringMatching(/Z$/),
      },
      { channel: 'sms', waiting: 0, sending: 0, delivered: 0, failed: 1, oldestTime: '' },
    ])
    expect(messages?.failed).toMatchObject([
      { id, channel: 'email', to: 'wang@hospital.example', outcomeDesc: '被拒收', resendRefusal: '' },
      { id: old, channel: 'sms', outcomeDesc: '', resendRefusal: '已达最多发送次数（24 次）' },
    ])
    const { messages: lately } = await overview('hour')
    expect(lately?.channels).toMatchObject([
      { waiting: 1, sending: 1, delivered: 0, failed: 1 },
      { failed: 0 },
    ])
  })

  it('shows how far the trail is sealed, and the jobs that are late or whose last run failed', async () => {
    const { database } = suite
    const { owner } = database
    await owner.updateTable('job').set({ nextRunAt: null }).execute()
    await addJob(database, { id: 'soon', nextRunAt: hoursAgo(-1) })
    await addJob(database, { id: 'late', nextRunAt: hoursAgo(1) })
    await addJob(database, { id: 'failed', nextRunAt: hoursAgo(-1) })
    await addJob(database, { id: 'mended', nextRunAt: hoursAgo(-1) })
    for (const [jobId, hours, status] of [
      ['failed', 3, 0],
      ['failed', 2, 1],
      ['failed', 1, 2],
      ['mended', 3, 1],
      ['mended', 2, 0],
    ] as const)
      await owner
        .insertInto('jobLog')
        .values({
          id: `${jobId} ${hours}`,
          jobId,
          queueId: crypto.randomUUID(),
          createdAt: hoursAgo(hours),
          dueAt: hoursAgo(hours),
          cause: 'due',
          params: '',
          status,
          result: status === 1 ? 'HTTP 500' : '',
        })
        .execute()
    await write(database, 'sealed')
    const sealed = await seal(database)
    await write(database, 'unsealed')
    const { seals, jobs } = await overview('hour')
    expect(seals).toMatchObject({
      newest: { number: sealed?.number, hash: sealed?.hash },
      unsealedTime: expect.stringMatching(/Z$/),
    })
    expect(jobs).toMatchObject([
      { jobId: 'late', dueTime: expect.stringMatching(/Z$/), failedTime: '', failure: '' },
      { jobId: 'failed', dueTime: '', failedTime: expect.stringMatching(/Z$/), failure: 'HTTP 500' },
    ])
  })

  it('shows calls, processes, the largest tables, files and the disk that stores them', async () => {
    const { owner } = suite.database
    await owner
      .insertInto('callCount')
      .values({
        period: 'minute',
        beginsAt: hoursAgo(0.2),
        processId: 'one',
        area: 'site',
        calls: 3,
        errors: 1,
        signIns: 0,
        failedSignIns: 2,
      })
      .execute()
    await owner
      .insertInto('serverProcess')
      .values({
        id: 'one',
        host: 'a',
        pid: 7,
        version: '1.2.3',
        startedAt: hoursAgo(1),
        seenAt: hoursAgo(0),
        busy: 0.5,
        memory: 9,
      })
      .execute()
    await addFile(suite.database, { content: 'x'.repeat(1000) })
    const { calls, processes, storage, files, disks } = await overview('hour')
    const counts = { calls: 3, errors: 1, signIns: 0, failedSignIns: 2 }
    expect(calls).toEqual({
      step: 60_000,
      steps: [{ time: expect.stringMatching(/:00\.000Z$/), ...counts }],
      areas: [{ area: 'site', ...counts }],
    })
    expect(processes).toMatchObject([{ host: 'a', pid: 7, version: '1.2.3', busy: 0.5, memory: 9 }])
    expect(storage?.tables).toHaveLength(8)
    const sizes = storage?.tables.map(({ bytes }) => bytes) ?? []
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one))
    expect(storage?.database).toBeGreaterThan(sizes.reduce((sum, bytes) => sum + bytes))
    expect(files).toEqual({ count: 1, bytes: 1000, isEstimate: false })
    await sql`analyze file`.execute(owner)
    const guessed = await owner.transaction().execute((trx) => fileFigures(trx, 0))
    expect(guessed).toEqual({ count: 1, bytes: 1000, isEstimate: true })
    expect(disks).toEqual([{ of: 'files', free: expect.any(Number), total: expect.any(Number) }])
    expect(disks?.[0]?.free).toBeGreaterThan(0)
  })

  it('returns null for a part that does not respond in time, and all other parts', async () => {
    await suite.database.owner.transaction().execute(async (trx) => {
      await sql`lock table file in access exclusive mode`.execute(trx)
      const { files, storage, messages } = await overview('hour')
      // Reading the size of a table waits for its locks, like reading its rows.
      expect([files, storage]).toEqual([null, null])
      expect(messages).not.toBeNull()
    })
  })

  it('returns null for a part that its database role may not read, and all other parts', async () => {
    const { owner, db } = suite.database
    const rejectedTo = async (revoke: RawBuilder<unknown>, grant: RawBuilder<unknown>) => {
      await revoke.execute(owner)
      return overview('hour').finally(() => grant.execute(owner))
    }
    const { calls, processes } = await rejectedTo(
      sql`revoke select on call_count from atrium_platform`,
      sql`grant select on call_count to atrium_platform`,
    )
    expect(calls).toBeNull()
    expect(processes).toEqual(expect.any(Array))
    const { rows } = await sql<{ name: string; login: string }>`
      select current_database() as name, session_user as login`.execute(db)
    const { name, login } = rows[0] ?? { name: '', login: '' }
    const [there, user] = [sql.id(name), sql.id(login)]
    await sql`grant connect on database ${there} to ${user}`.execute(owner)
    const { storage } = await rejectedTo(
      sql`revoke connect on database ${there} from public`,
      sql`grant connect on database ${there} to public`,
    )
    expect(storage).toMatchObject({ database: null, tables: expect.arrayContaining([expect.anything()]) })
  })

  it('accepts only known ranges, and only callers whose role has the menu', async () => {
    expect(await ask('year' as TimeRange)).toMatchObject({ code: codes.invalid })
    const { owner } = suite.database
    await owner.insertInto('role').values({ id: 'operator', name: '运维', roleType: 1 }).execute()
    const { token } = await signedIn(suite.database, 'operator')
    expect(await ask('hour', token)).toMatchObject({ code: codes.forbidden })
    await owner.insertInto('roleMenu').values({ roleId: 'operator', menuId: 'operations' }).execute()
    const seen = async () => {
      const { data } = await ask('day', token)
      return {
        counts: data?.messages?.channels.map(({ channel, failed }) => ({ channel, failed })),
        failed: data?.messages?.failed.map(({ channel }) => channel),
        reasons: data?.jobs?.map(({ failure }) => failure),
      }
    }
    const counts = [
      { channel: 'email', failed: 1 },
      { channel: 'sms', failed: 1 },
    ]
    // Recipients of messages and failures of jobs are shown only to roles with the menus of these lists.
    expect(await seen()).toEqual({ counts, failed: [], reasons: ['', ''] })
    const alsoHeld = ['sms', 'task'].map((menuId) => ({ roleId: 'operator', menuId }))
    await owner.insertInto('roleMenu').values(alsoHeld).execute()
    expect(await seen()).toEqual({ counts, failed: ['sms'], reasons: ['', 'HTTP 500'] })
    for (const other of [suite.here, suite.guest])
      expect(await ask('hour', other.token)).toMatchObject({ code: codes.forbidden })
  })
})
