import { randomUUID } from 'node:crypto'
import {
  codes,
  type InputOf,
  studyUserDeliveries,
  studyUserNotify,
  studyUserRemovals,
  tenantUserDelete,
} from '@atrium/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { sql } from 'kysely'
import { type Sender, send } from '../../identity/sign-in/test-kit/index.ts'
import { until } from '../../messages/test-kit/index.ts'
import {
  accepting,
  failing,
  type Notices,
  startNotices,
} from '../../products/access-notices/test-kit/index.ts'
import { insertMembership } from '../../tenants/tenant-users/test-kit/index.ts'
import { addStudy } from './test-kit/index.ts'

jest.setTimeout(180_000)

let kit: Notices

beforeAll(async () => {
  kit = await startNotices()
})

afterAll(() => kit.close())

beforeEach(async () => {
  kit.product.received.length = 0
  kit.product.respondWith(accepting())
  await kit.work()
})

afterEach(async () => {
  await kit.stopWork()
  await kit.forget()
  expect(kit.errors.splice(0)).toEqual([])
})

type User = Awaited<ReturnType<Notices['colleague']>>

const down = failing(503)

const removalsResponse = (
  input: Partial<InputOf<typeof studyUserRemovals>> = {},
  sender: Sender = kit.suite.here,
) => send(kit.suite.server, studyUserRemovals, { studyUrlId: kit.study.studyUrlId, ...input }, sender)

const removals = async (...asked: Parameters<typeof removalsResponse>) =>
  (await removalsResponse(...asked)).data?.list

const notify = (
  userIds: string[],
  input: Partial<InputOf<typeof studyUserNotify>> = {},
  sender: Sender = kit.suite.here,
) => send(kit.suite.server, studyUserNotify, { studyUrlId: kit.study.studyUrlId, userIds, ...input }, sender)

/** Cancels all authorizations of a user in the study. */
const cancel = async (user: User) => {
  const row = await kit.rowOf(user)
  expect(await kit.remove([row?.id ?? ''])).toMatchObject({ code: codes.ok })
}

/** Adds a user whose authorization is cancelled while the product is down. */
const removedUser = async () => {
  kit.product.respondWith(accepting())
  const user = await kit.authorized()
  kit.product.respondWith(down)
  await cancel(user)
  await kit.failed(user.userId, 1)
  return user
}

/** Changes what is noted about a user’s rights. */
const setNote = ({ userId }: User, facts: object) =>
  kit.suite.database.owner.updateTable('productAccess').set(facts).where('userId', '=', userId).execute()

const noted = (userId: string) =>
  kit.suite.database.owner
    .selectFrom('productAccessRemoval')
    .selectAll()
    .where('userId', '=', userId)
    .execute()

const eventsOfNotify = () =>
  kit.suite.database.owner
    .selectFrom('auditEvent')
    .select(['entity', 'entityId', 'tenantId', 'before', 'after'])
    .where('call', '=', studyUserNotify.path)
    .orderBy('sequence')
    .execute()

describe('removals that the product has not confirmed', () => {
  it('are listed with names and reasons, latest first, until the product confirms them', async () => {
    const [first, second] = [await kit.authorized(), await kit.authorized()]
    kit.product.respondWith(down)
    for (const user of [first, second]) {
      await cancel(user)
      await kit.failed(user.userId, 1)
    }
    expect(await removalsResponse()).toMatchObject({
      data: {
        list: [
          {
            id: second.userId,
            displayName: second.fullName,
            userName: expect.stringMatching(/./),
            removedAt: expect.stringMatching(/^20.*Z$/),
            notification: {
              state: 'waiting',
              at: expect.stringMatching(/^20.*Z$/),
              message: '处理失败：HTTP 503',
            },
          },
          { id: first.userId, displayName: first.fullName },
        ],
        totalCount: 2,
      },
    })
    const inEnglish = await removals({}, { ...kit.suite.here, language: 'en' })
    expect(inEnglish?.[0]?.notification.message).toBe('it failed: HTTP 503')
    kit.product.respondWith(accepting())
    await kit.skipPause()
    for (const { userId } of [first, second]) await kit.reached(userId, 'notified')
    expect(await removalsResponse()).toMatchObject({ data: { list: [], totalCount: 0 } })
    for (const { userId } of [first, second]) expect(await noted(userId)).toEqual([])
  })

  it('are in the log of notifications, with each attempt and why it failed', async () => {
    const user = await removedUser()
    kit.product.respondWith(accepting())
    await kit.skipPause()
    await kit.reached(user.userId, 'notified')
    const { studyUrlId } = kit.study
    const log = () => send(kit.suite.server, studyUserDeliveries, { studyUrlId, limit: 2 }, kit.suite.here)
    await until(async () => (await log()).data?.list[0]?.state === 'done')
    expect((await log()).data?.list).toEqual([
      {
        ...{ id: expect.any(String), at: expect.stringMatching(/^20.*Z$/), durationMs: expect.any(Number) },
        ...{ state: 'done', people: 1, confirmed: 1, message: '' },
      },
      expect.objectContaining({ state: 'failed', people: 1, confirmed: null, message: '处理失败：HTTP 503' }),
    ])
    const other = await kit.authorized()
    kit.product.respondWith(failing(404))
    await cancel(other)
    await until(async () => (await log()).data?.list[0]?.state === 'unsupported')
    expect(await send(kit.suite.server, studyUserDeliveries, { studyUrlId }, kit.suite.there)).toMatchObject({
      code: codes.notFound,
    })
  })

  it('include those that were given up', async () => {
    const user = await removedUser()
    await setNote(user, { state: 'failed' })
    expect(await removals()).toMatchObject([{ id: user.userId, notification: { state: 'failed' } }])
  })

  it('name users who have left the tenant, and show nothing else of them', async () => {
    const user = await removedUser()
    const left = await send(kit.suite.server, tenantUserDelete, { id: user.id }, kit.suite.here)
    expect(left).toMatchObject({ code: codes.ok })
    const [row] = (await removals()) ?? []
    expect(row).toMatchObject({ id: user.userId, displayName: user.fullName })
    expect(Object.keys(row ?? {}).sort()).toEqual([
      'displayName',
      'id',
      'notification',
      'removedAt',
      'userName',
    ])
  })

  it('omit users who are still authorized at another site, or again', async () => {
    const user = await kit.authorized()
    kit.product.respondWith(down)
    const row = await kit.rowOf(user, { studySiteId: kit.first })
    await kit.remove([row?.id ?? ''], true)
    await kit.failed(user.userId, 1)
    expect(await removals()).toEqual([])
    await cancel(user)
    await kit.failed(user.userId, 1)
    expect(await removals()).toMatchObject([{ id: user.userId }])
    await kit.authorize(user.id)
    expect(await removals()).toEqual([])
  })

  it('are those of one study, and stay listed while the user’s rights change elsewhere', async () => {
    const { tenantId, softwareId, tenantUrlId } = kit.study
    const { owner } = kit.suite.database
    const other = await addStudy(kit.suite.database, { tenantId, softwareId }, `另一研究${randomUUID()}`)
    await owner.updateTable('studyUrl').set({ tenantUrlId }).where('id', '=', other.studyUrlId).execute()
    const user = await removedUser()
    await kit.save({ studyUrlId: other.studyUrlId, tenantUserIds: [user.id] })
    await kit.failed(user.userId, 1)
    expect(await removals()).toMatchObject([{ id: user.userId }])
    expect(await removals({ studyUrlId: other.studyUrlId })).toEqual([])
  })

  it('omit what the product confirmed to a server of the version before, which deletes no notes', async () => {
    const user = await removedUser()
    const note = await kit.noteOf(user.userId)
    await setNote(user, { version: (note?.version ?? 0) + 1, notifiedVersion: note?.version })
    expect(await noted(user.userId)).toHaveLength(1)
    expect(await removals()).toEqual([])
  })

  it('omit a product without the call, and a domain without an API', async () => {
    const user = await kit.authorized()
    kit.product.respondWith(failing(404))
    await cancel(user)
    await kit.reached(user.userId, 'unsupported')
    expect(await removals()).toEqual([])

    kit.product.respondWith(accepting())
    const other = await kit.authorized()
    await kit.setApiUrl(kit.study.tenantUrlId, '')
    try {
      await cancel(other)
      expect(await noted(other.userId)).toEqual([])
    } finally {
      await kit.setApiUrl(kit.study.tenantUrlId)
    }
  })

  it('are paged by the database', async () => {
    await kit.stopWork()
    const { owner } = kit.suite.database
    const { tenantId, studyUrlId } = kit.study
    const people = []
    for (let number = 0; number < 12; number += 1) people.push(await kit.colleague())
    const ids = people.map(({ id }) => id)
    await owner
      .insertInto('studyUser')
      .values(ids.map((id) => ({ tenantId, id, studyUrlId, tenantUserId: id })))
      .execute()
    await owner.deleteFrom('studyUser').where('tenantUserId', 'in', ids).execute()
    const pages = []
    for (const page of [1, 2, 3]) pages.push(await removalsResponse({ limit: 5, page }))
    expect(pages.map(({ data }) => data?.totalCount)).toEqual([12, 12, 12])
    expect(pages.map(({ data }) => data?.list.length)).toEqual([5, 5, 2])
    const listed = pages.flatMap(({ data }) => data?.list.map(({ id }) => id) ?? [])
    expect(new Set(listed)).toEqual(new Set(people.map(({ userId }) => userId)))
  })

  it('are not found in a study of another tenant', async () => {
    await removedUser()
    expect(await removalsResponse({}, kit.suite.there)).toMatchObject({ code: codes.notFound, data: null })
    expect(await removals({}, kit.suite.admin)).toHaveLength(1)
  })
})

describe('notifying the product again', () => {
  it('begins a removal anew that was given up, with content that the product does not know yet', async () => {
    const user = await removedUser()
    await setNote(user, { state: 'failed' })
    const before = await kit.noteOf(user.userId)
    await sql`delete from pgboss.job`.execute(kit.suite.database.owner)
    kit.product.respondWith(accepting())
    expect(await notify([user.userId])).toMatchObject({ code: codes.ok, message: '正在再次通知产品' })
    const after = await kit.reached(user.userId, 'notified')
    expect(after).toMatchObject({ attempts: 0, failure: null })
    expect(after?.changedAt.getTime()).toBeGreaterThan(before?.changedAt.getTime() ?? 0)
    const [, known, last] = kit.product.callsAbout(user.userId)
    expect(last?.key).not.toBe(known?.key)
    const [, earlier, notice] = kit.product.noticesOf(user.userId)
    expect(notice).toMatchObject({ mayOpen: false, studies: [] })
    expect(notice?.accessVersion).toBeGreaterThan(earlier?.accessVersion ?? 0)
    expect(await removals()).toEqual([])
    const { tenantId, studyUrlId, tenantUrlId } = kit.study
    const ids = { tenantId, tenantUrlId, userId: user.userId }
    expect((await eventsOfNotify()).at(-1)).toEqual({
      entity: 'product_access',
      entityId: studyUrlId,
      tenantId,
      before: { list: [{ ...ids, state: 'failed', attempts: 1 }] },
      after: { list: [{ ...ids, state: 'waiting', attempts: 0 }] },
    })
  })

  it('does not wait for the next attempt, also of an authorized user and of one who has left', async () => {
    const gone = await removedUser()
    await send(kit.suite.server, tenantUserDelete, { id: gone.id }, kit.suite.here)
    const user = await kit.colleague()
    await kit.authorize(user.id)
    await kit.failed(user.userId, 1)
    await until(async () => (await kit.delayedJobs()) > 0)
    const row = await kit.rowOf(user)
    expect(row).toMatchObject({ userId: user.userId, notification: { state: 'waiting' } })
    expect(row?.notification.message).not.toBe('')
    kit.product.respondWith(accepting())
    expect(await notify([user.userId, gone.userId])).toMatchObject({ code: codes.ok })
    for (const { userId } of [user, gone]) await kit.reached(userId, 'notified')
    expect(kit.product.noticesOf(user.userId).at(-1)).toMatchObject({ mayOpen: true })
  })

  it('skips users whose notification has not failed', async () => {
    const known = await kit.authorized()
    const before = await kit.noteOf(known.userId)
    const user = await removedUser()
    expect(await notify([known.userId, user.userId])).toMatchObject({ code: codes.ok })
    expect(await kit.noteOf(known.userId)).toEqual(before)
  })

  it.each([
    ['has confirmed', { state: 'notified' }],
    ['does not have the call', { state: 'unsupported' }],
    ['is being notified', { state: 'waiting', failure: null }],
  ])('is rejected if the product %s', async (_what, facts) => {
    const user = await kit.authorized()
    await kit.stopWork()
    await setNote(user, facts)
    const events = await eventsOfNotify()
    const before = await kit.noteOf(user.userId)
    expect(await notify([user.userId])).toMatchObject({
      code: codes.conflict,
      message: '所选用户无需再次通知：产品已确认、正在通知或不支持通知',
    })
    expect(await kit.noteOf(user.userId)).toEqual(before)
    expect(await eventsOfNotify()).toEqual(events)
  })

  it('is rejected if the product has no API any more', async () => {
    const user = await removedUser()
    await kit.setApiUrl(kit.study.tenantUrlId, '')
    try {
      expect(await notify([user.userId])).toMatchObject({
        code: codes.conflict,
        message: '租户未配置 URL，请联系管理员',
      })
    } finally {
      await kit.setApiUrl(kit.study.tenantUrlId)
    }
  })

  it('finds only users of the study, and nobody in another tenant', async () => {
    const { suite, foreign } = kit
    const user = await removedUser()
    const stranger = await kit.colleague()
    const member = await insertMembership(suite.database, {
      tenantId: foreign.tenantId,
      userId: stranger.userId,
    })
    await kit.save({ studyUrlId: foreign.studyUrlId, tenantUserIds: [member] }, suite.there)
    await kit.failed(user.userId, 1)
    await kit.stopWork()
    const before = await kit.noteOf(user.userId)
    const message = '部分用户的变更已由产品确认，或已不在列表中，请刷新后重试'
    for (const userId of [stranger.userId, randomUUID()]) {
      expect(await notify([userId])).toMatchObject({ code: codes.notFound, message })
      expect(await notify([user.userId, userId])).toMatchObject({ code: codes.notFound, message })
    }
    expect(await notify([user.userId], {}, suite.there)).toMatchObject({ code: codes.notFound })
    expect(await notify([user.userId], { studyUrlId: foreign.studyUrlId }, suite.there)).toMatchObject({
      code: codes.notFound,
    })
    expect(await kit.noteOf(user.userId)).toEqual(before)
  })

  it('counts as a call to a product, of which a user may make 120 per minute', async () => {
    const { owner } = kit.suite.database
    const user = await removedUser()
    const bucket = `calling:${kit.suite.here.userId}`
    await owner
      .insertInto('rateLimit')
      .values({ bucket, used: 120, endsAt: new Date(Date.now() + 50_000) })
      .onConflict((conflict) =>
        conflict.column('bucket').doUpdateSet({ used: 120, endsAt: new Date(Date.now() + 50_000) }),
      )
      .execute()
    expect(await notify([user.userId])).toMatchObject({ code: codes.limitReached })
    await owner.deleteFrom('rateLimit').where('bucket', '=', bucket).execute()
  })
})
