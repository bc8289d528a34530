import { codes, domainSignIns, domainSignOutRepeat, type InputOf, softwareCodes } from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { type Suite, startSuite } from '../../app/test-kit/index.ts'
import { signOutQueue } from '../../platform/database/queue.ts'
import { addUser, type Sender, send } from '../identity/sign-in/test-kit/index.ts'
import { addDomain } from '../products/licences/test-kit/index.ts'
import { addSignInRow, failedNotice } from './test-kit/index.ts'

let suite: Suite
let tenantUrlId: string
let userId: string

beforeAll(async () => {
  suite = await startSuite()
  const user = await addUser(suite.database, {
    userName: 'zhao.min',
    fullName: '赵敏',
    fullNameEn: 'Zhao Min',
  })
  userId = user.id
})

afterAll(() => suite.close())

beforeEach(async () => {
  const { tenantId } = suite.here
  tenantUrlId = await addDomain(suite.database.owner, { tenantId, softwareId: softwareCodes.edc })
})

const add = (row: object = {}) =>
  addSignInRow(suite.database.owner, { tenantId: suite.here.tenantId, tenantUrlId, userId, ...row })

const list = (input: Partial<InputOf<typeof domainSignIns>> = {}, sender: Sender = suite.admin) =>
  send(suite.server, domainSignIns, { tenantUrlId, ...input }, sender)

const idsOf = async (input: Partial<InputOf<typeof domainSignIns>>) => {
  const { data } = await list(input)
  return data?.list.map(({ id }) => id)
}

const repeat = (ids: readonly string[], sender: Sender = suite.admin) =>
  send(suite.server, domainSignOutRepeat, { tenantUrlId, ids: [...ids] }, sender)

const rowOf = (id: string) =>
  suite.database.owner.selectFrom('productSignIn').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const jobsOf = async (id: string) => {
  const { rows } = await sql<{ isDue: boolean }>`
    select start_after <= now() as is_due from pgboss.job
    where name = ${signOutQueue} and singleton_key = ${id} and state < 'active'`.execute(suite.database.owner)
  return rows
}

const waitingNotice = { ...failedNotice, state: 'waiting' } as const

describe('the sign-ins to a domain', () => {
  it('are listed with their users, ends and notices, latest first', async () => {
    const failed = await add({ ...failedNotice, createdAt: new Date('2025-12-31T00:00:00Z') })
    const open = await add({ createdAt: new Date('2026-01-02T00:00:00Z') })
    const { data } = await list()
    expect(data).toEqual({
      totalCount: 2,
      list: [
        {
          ...{ id: open, userId, userName: 'zhao.min', displayName: '赵敏' },
          ...{ signInTime: '2026-01-02T00:00:00.000Z', endTime: '', endReason: '' },
          ...{ state: 'open', attempts: 0, failure: '', notifiedTime: '' },
        },
        {
          ...{ id: failed, userId, userName: 'zhao.min', displayName: '赵敏' },
          ...{ signInTime: '2025-12-31T00:00:00.000Z', endTime: '2026-01-01T00:00:00.000Z' },
          ...{ endReason: 'signed-out', state: 'failed', attempts: 7, notifiedTime: '' },
          failure: expect.stringContaining('503'),
        },
      ],
    })
    const english = await list({}, { ...suite.admin, language: 'en' })
    expect(english.data?.list[1]).toMatchObject({
      displayName: 'Zhao Min',
      failure: expect.stringMatching(/^[ -~]*503/),
    })
  })

  it('are those of this domain only', async () => {
    await add()
    const { tenantId } = suite.here
    tenantUrlId = await addDomain(suite.database.owner, { tenantId, softwareId: softwareCodes.edc })
    expect(await idsOf({})).toEqual([])
  })

  it('are found by state and by part of a name', async () => {
    const other = await addUser(suite.database, { userName: 'qian.duo', fullName: '钱多' })
    const failed = await add(failedNotice)
    const open = await add({ userId: other.id })
    expect(await idsOf({ state: 'failed' })).toEqual([failed])
    expect(await idsOf({ state: 'open' })).toEqual([open])
    expect(await idsOf({ keyWord: '钱' })).toEqual([open])
    expect(await idsOf({ keyWord: 'QIAN' })).toEqual([open])
    expect(await idsOf({ keyWord: 'zhao m' })).toEqual([failed])
    expect(await idsOf({ keyWord: '钱', state: 'failed' })).toEqual([])
  })

  it('are paged, and sorted by the time of the sign-in', async () => {
    const ids: string[] = []
    for (let day = 1; day <= 3; day += 1) ids.push(await add({ createdAt: new Date(Date.UTC(2026, 0, day)) }))
    expect((await list({ limit: 2 })).data).toMatchObject({ totalCount: 3, list: [{ id: ids[2] }, {}] })
    expect(await idsOf({ limit: 2, page: 2 })).toEqual(ids.slice(0, 1))
    expect(await idsOf({ sortBy: 'signInTime', sortOrder: 'asc' })).toEqual(ids)
  })

  it('are shown to users with the menu of tenant domains only', async () => {
    for (const sender of [suite.here, suite.guest])
      expect(await list({}, sender)).toMatchObject({ code: codes.forbidden, data: null })
  })

  it('of an unknown domain are not found', async () => {
    expect(await list({ tenantUrlId: 'nowhere' })).toMatchObject({ code: codes.notFound })
  })
})

describe('repeating a notice', () => {
  it('queues one that was given up, with three more days to arrive', async () => {
    const id = await add(failedNotice)
    expect(await repeat([id])).toMatchObject({ code: codes.ok, data: 1 })
    const row = await rowOf(id)
    expect(row).toMatchObject({ state: 'waiting', attempts: 0, failure: null, endedAt: failedNotice.endedAt })
    expect(Date.now() - Number(row.requeuedAt)).toBeLessThan(60_000)
    expect(await jobsOf(id)).toEqual([{ isDue: true }])
  })

  it('brings the next attempt of one that has failed so far forward', async () => {
    const id = await add(waitingNotice)
    await sql`select queue_job(${signOutQueue}, '{}', ${id}, 'product', now() + interval '1 hour')`.execute(
      suite.database.owner,
    )
    expect(await repeat([id])).toMatchObject({ data: 1 })
    expect(await rowOf(id)).toMatchObject({ state: 'waiting', attempts: 0, failure: null })
    expect(await jobsOf(id)).toEqual([{ isDue: true }])
  })

  it('leaves others alone, and is rejected if there is nothing to repeat', async () => {
    const endedAt = failedNotice.endedAt
    const others = [
      await add(),
      await add({ endedAt, state: 'waiting' }),
      await add({ endedAt, state: 'notified' }),
      await add({ endedAt, state: 'unsupported' }),
    ]
    const before = await Promise.all(others.map(rowOf))
    expect(await repeat(others)).toMatchObject({ code: codes.conflict, data: null })
    const failed = await add(failedNotice)
    expect(await repeat([...others, failed, 'unknown'])).toMatchObject({ data: 1 })
    expect(await Promise.all(others.map(rowOf))).toEqual(before)
  })

  it('leaves the notices of other domains alone', async () => {
    const id = await add(failedNotice)
    const { tenantId } = suite.here
    tenantUrlId = await addDomain(suite.database.owner, { tenantId, softwareId: softwareCodes.edc })
    expect(await repeat([id])).toMatchObject({ code: codes.conflict })
    expect(await rowOf(id)).toMatchObject({ state: 'failed' })
  })

  it('is recorded in the audit trail with the states before and after', async () => {
    const ids = [await add(failedNotice), await add(waitingNotice)]
    await repeat(ids)
    const event = await suite.database.owner
      .selectFrom('auditEvent')
      .select(['tenantId', 'entity', 'before', 'after'])
      .where('entityId', '=', ids.join())
      .executeTakeFirstOrThrow()
    const [one, other] = ids.map((id) => ({ id, userId, tenantUrlId, softwareId: softwareCodes.edc }))
    expect(event).toEqual({
      tenantId: suite.here.tenantId,
      entity: 'product_sign_in',
      before: {
        list: [
          { ...one, state: 'failed', attempts: 7 },
          { ...other, state: 'waiting', attempts: 7 },
        ],
      },
      after: { list: [one, other].map((row) => ({ ...row, state: 'waiting', attempts: 0 })) },
    })
  })

  it('is forbidden for users without the menu of tenant domains', async () => {
    const id = await add(failedNotice)
    for (const sender of [suite.here, suite.guest])
      expect(await repeat([id], sender)).toMatchObject({ code: codes.forbidden })
    expect(await rowOf(id)).toMatchObject({ state: 'failed' })
  })
})
