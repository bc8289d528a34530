import { parseProfile, softwareCodes, type TimeRange } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { register } from 'prom-client'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { testServices } from '../../../test-support/services.ts'
import { addMembership, addUser } from '../../modules/identity/sign-in/test-kit/index.ts'
import { addJob } from '../../modules/jobs/scheduler/test-kit/index.ts'
import { codeSms, mail, queue } from '../../modules/messages/test-kit/index.ts'
import { addDomain } from '../../modules/products/licences/test-kit/index.ts'
import { seal, write } from '../../platform/audit/test-kit/index.ts'
import { beginSession, endSession } from '../../platform/caller/sessions.ts'
import { tokenHash } from '../../platform/caller/token.ts'
import { withPool } from '../../platform/database/connect.ts'
import { asPlatform, asSystem, inTransaction } from '../../platform/database/index.ts'
import { createPool } from '../../platform/database/pool.ts'
import { pooled } from '../../platform/database/pooled-connection.ts'
import { createCallTally } from '../../platform/observability/call-tally.ts'
import { maintain } from '../maintenance/index.ts'
import { createGauges, startRecording } from './index.ts'
import { callSums, livingProcesses } from './read.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase({ seeded: true })
})

afterAll(() => database.close())

const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000)

const sums = (range: TimeRange) => inTransaction(database.db, asPlatform, (trx) => callSums(trx, range))
const processes = () => inTransaction(database.db, asPlatform, livingProcesses)

const throwing = (error: unknown): never => {
  throw error
}

const counted = (period: 'minute' | 'hour', minutes: number, processId: string, calls: number) => ({
  period,
  beginsAt: minutesAgo(minutes),
  processId,
  area: 'site',
  calls,
  errors: 1,
  signIns: 0,
  failedSignIns: 0,
})

describe('the recording of a server process', () => {
  it('writes each count once, however often it is saved, and lists the process until it stops', async () => {
    const tally = createCallTally()
    const record = () => startRecording({ db: database.db, tally, onError: throwing })
    tally.add('identity', { calls: 2, signIns: 1, failedSignIns: 1 })
    const first = record()
    const other = record()
    tally.add('identity', { calls: 1, errors: 1 })
    while ((await processes()).length < 2) await new Promise(setImmediate)
    expect(await processes()).toMatchObject(
      Array(2).fill({ pid: process.pid, version: expect.stringMatching(/^\d/), memory: expect.any(Number) }),
    )
    await first.stop()
    expect(await processes()).toHaveLength(1)
    await other.stop()
    expect(await processes()).toEqual([])
    const rows = await database.owner.selectFrom('callCount').selectAll().execute()
    // At least one of the two recordings has all counts. The other may have them too if it was as fast.
    const whole = rows.filter(({ calls, period }) => calls === 3 && period === 'hour')
    expect(whole.length).toBeGreaterThan(0)
    expect(whole[0]).toMatchObject({ area: 'identity', errors: 1, signIns: 1, failedSignIns: 1 })
  })

  it('keeps the counts while the database is unavailable', async () => {
    const tally = createCallTally()
    tally.add('role', { calls: 1 })
    const away = createPool('postgres://nobody@127.0.0.1:1/none')
    const failed = Promise.withResolvers<unknown>()
    const recording = startRecording({ db: withPool(pooled(away)), tally, onError: failed.resolve })
    expect(await failed.promise).toMatchObject({ code: 'ECONNREFUSED' })
    await recording.stop()
    await away.end()
    expect(tally.changed()).toHaveLength(2)
    await startRecording({ db: database.db, tally, onError: throwing }).stop()
    expect(tally.changed()).toEqual([])
    expect((await sums('week')).areas).toContainEqual(expect.objectContaining({ of: 'role', calls: 1 }))
  })
})

describe('the sums of calls', () => {
  it('sums the calls of all processes by time and area, for an hour, a day and a week', async () => {
    const { owner } = database
    await owner.deleteFrom('callCount').execute()
    await owner
      .insertInto('callCount')
      .values([
        counted('minute', 5, 'one', 1),
        counted('minute', 5, 'two', 2),
        { ...counted('minute', 5, 'one', 10), area: 'tenant' },
        // The screen that shows these sums polls this area. Its calls count as calls, but the list of areas omits
        // them.
        { ...counted('minute', 5, 'one', 20), area: 'operations' },
        counted('minute', 90, 'one', 4),
        counted('minute', 1500, 'one', 100),
        counted('hour', 1500, 'one', 8),
        counted('hour', 4 * 1440, 'two', 16),
        counted('hour', 7.5 * 1440, 'two', 1000),
      ])
      .execute()
    const totals = async (range: TimeRange) => {
      const { steps, areas } = await sums(range)
      return { steps: steps.map(({ calls }) => calls), areas: areas.map(({ of, calls }) => `${of} ${calls}`) }
    }
    expect(await totals('hour')).toEqual({ steps: [33], areas: ['tenant 10', 'site 3'] })
    expect(await totals('day')).toEqual({ steps: [4, 33], areas: ['tenant 10', 'site 7'] })
    expect(await totals('week')).toEqual({ steps: [16, 8], areas: ['site 24'] })
    const { steps } = await sums('day')
    expect(steps.map(({ of }) => of.getTime() % (15 * 60_000))).toEqual([0, 0])
  })

  it('deletes old sums, and processes that stopped long ago', async () => {
    const { owner } = database
    const process = { host: 'a', pid: 1, version: '1', startedAt: minutesAgo(99_999), busy: 0.5, memory: 1 }
    await owner
      .insertInto('serverProcess')
      .values([
        { ...process, id: 'gone', seenAt: minutesAgo(9 * 1440) },
        { ...process, id: 'silent', seenAt: minutesAgo(1) },
        { ...process, id: 'alive', seenAt: minutesAgo(0.5) },
      ])
      .execute()
    await owner.deleteFrom('callCount').execute()
    await owner
      .insertInto('callCount')
      .values([
        counted('minute', 2 * 1440 - 5, 'kept', 1),
        counted('minute', 2 * 1440 + 5, 'gone', 1),
        counted('hour', 8 * 1440 - 5, 'kept', 1),
        counted('hour', 8 * 1440 + 5, 'gone', 1),
      ])
      .execute()
    await maintain(testServices(database))
    const left = await owner.selectFrom('callCount').select('processId').execute()
    expect(left.map(({ processId }) => processId)).toEqual(['kept', 'kept'])
    const ids = await owner.selectFrom('serverProcess').select('id').orderBy('id').execute()
    expect(ids.map(({ id }) => id)).toEqual(['alive', 'silent'])
    expect(await processes()).toMatchObject([{ id: 'alive' }])
    await owner.deleteFrom('serverProcess').execute()
  })
})

/** Returns the lines of a metric, as Prometheus reads them. */
const values = async (name: string) => {
  const text = await register.getSingleMetricAsString(name)
  return text.split('\n').filter((line) => line.startsWith(name))
}

/** Adds a user and a domain for each row of product_access. */
async function addAccess(...rows: readonly object[]): Promise<void> {
  for (const row of rows) {
    const { id: userId } = await addUser(database)
    const tenantId = await addMembership(database, userId, null)
    const tenantUrlId = await addDomain(database.owner, { tenantId, softwareId: softwareCodes.edc })
    await database.owner
      .insertInto('productAccess')
      .values({ tenantId, tenantUrlId, userId, ...row })
      .execute()
  }
}

describe('the gauges of the whole deployment', () => {
  it('reports the current state', async () => {
    const { owner, db } = database
    const refresh = createGauges({ db, profile: testServices(database).profile })
    const [, sent = '', failed = '', old = ''] = await queue(database, mail, mail, mail, mail)
    await queue(database, codeSms)
    await owner.updateTable('message').set({ state: 'delivered' }).where('id', '=', sent).execute()
    await owner.updateTable('message').set({ state: 'failed' }).where('id', 'in', [failed, old]).execute()
    await owner
      .updateTable('message')
      .set({ createdAt: minutesAgo(1450) })
      .where('id', '=', old)
      .execute()
    const { id } = await addUser(database)
    await inTransaction(db, asSystem, async (trx) => {
      const client = { address: '192.0.2.1', userAgent: '' }
      await beginSession(trx, id, client)
      await endSession(trx, tokenHash(await beginSession(trx, id, client)))
    })
    await owner.updateTable('job').set({ nextRunAt: null }).execute()
    await addJob(database, { id: 'late', nextRunAt: minutesAgo(2) })
    await addJob(database, { id: 'soon', nextRunAt: minutesAgo(-2) })
    await addAccess({ changedAt: minutesAgo(2) }, { changedAt: minutesAgo(0) })
    await addAccess(
      { state: 'failed', changedAt: minutesAgo(1500) },
      { state: 'failed', changedAt: minutesAgo(2900) },
    )
    await seal(database)
    await refresh()
    expect(await values('atrium_access_notices')).toEqual([
      'atrium_access_notices{state="waiting"} 1',
      'atrium_access_notices{state="failed"} 1',
    ])
    expect(await values('atrium_audit_oldest_unsealed_seconds')).toEqual([
      'atrium_audit_oldest_unsealed_seconds 0',
    ])
    await write(database, 'unsealed')
    await refresh()
    expect(await values('atrium_messages')).toEqual([
      'atrium_messages{channel="email",state="waiting"} 1',
      'atrium_messages{channel="email",state="failed"} 1',
      'atrium_messages{channel="sms",state="waiting"} 1',
      'atrium_messages{channel="sms",state="failed"} 0',
    ])
    expect(await values('atrium_sessions')).toEqual(['atrium_sessions 1'])
    expect(await values('atrium_jobs_late')).toEqual(['atrium_jobs_late 1'])
    expect(await values('atrium_processes')).toEqual(['atrium_processes 0'])
    expect(await values('atrium_database_up')).toEqual(['atrium_database_up 1'])
    const [age = ''] = await values('atrium_audit_oldest_unsealed_seconds')
    expect(Number(age.split(' ')[1])).toBeGreaterThan(0)
  })

  it('omits the gauges while the database is unavailable, without affecting other metrics', async () => {
    const away = createPool('postgres://nobody@127.0.0.1:1/none')
    await createGauges({ db: withPool(pooled(away)), profile: parseProfile({}) })()
    await away.end()
    expect(await values('atrium_database_up')).toEqual(['atrium_database_up 0'])
    for (const name of [
      'atrium_messages',
      'atrium_access_notices',
      'atrium_sessions',
      'atrium_jobs_late',
      'atrium_processes',
    ])
      expect(await values(name)).toEqual([])
  })
})
