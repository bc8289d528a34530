import { codes, domainInit, domainSave } from '@atrium/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { sql } from 'kysely'
import { send } from '../../identity/sign-in/test-kit/index.ts'
import { until } from '../../messages/test-kit/index.ts'
import { accepting, failing, type Notices, startNotices } from './test-kit/index.ts'

jest.setTimeout(180_000)

let kit: Notices

beforeAll(async () => {
  kit = await startNotices()
})

afterAll(() => kit.close())

beforeEach(() => {
  kit.product.received.length = 0
  kit.product.respondWith(accepting())
})

afterEach(async () => {
  await kit.stopWork()
  await kit.forget()
  expect(kit.errors.splice(0)).toEqual([])
})

const cancel = async (user: { readonly id: string }) => {
  const row = await kit.rowOf(user)
  expect(await kit.remove([row?.id ?? ''])).toMatchObject({ code: codes.ok })
}

/** Ages the last change of a user's rights by two days. */
const age = (userId: string) =>
  kit.suite.database.owner
    .updateTable('productAccess')
    .set({ changedAt: sql<Date>`changed_at - interval '2 days'` })
    .where('userId', '=', userId)
    .execute()

/** Blocks the product's responses until `letGo` is called. */
function holdResponses() {
  const arrived = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  kit.product.respondWith(async (response, users) => {
    arrived.resolve()
    await held.promise
    await accepting()(response, users)
  })
  return { arrived: arrived.promise, letGo: () => held.resolve() }
}

describe('a product that fails', () => {
  it.each<[string, ReturnType<typeof failing>, object]>([
    [
      'has an error',
      failing(503),
      { key: 'studyInvitation.reason.status', params: expect.objectContaining({ status: 503 }) },
    ],
    [
      'rejects the call',
      failing(200, { code: 500, message: '维护中' }),
      { key: 'product.refused', params: expect.objectContaining({ message: '维护中' }) },
    ],
    [
      'sends another response',
      failing(200, { code: 200, data: { success: 'all' } }),
      { key: 'product.answer', params: expect.anything() },
    ],
    [
      'omits the user',
      failing(200, { code: 200, data: { success: [], failure: [] } }),
      { key: 'product.answer' },
    ],
  ])('is notified again, by a new call, until it accepts: it %s', async (_what, fault, reason) => {
    kit.product.respondWith(fault)
    await kit.work()
    const user = await kit.colleague()
    await kit.authorize(user.id)
    await kit.failed(user.userId, 1)
    expect(await kit.noteOf(user.userId)).toMatchObject({
      state: 'waiting',
      notifiedAt: null,
      failure: reason,
    })
    // The queue itself planned the next attempt.
    await until(async () => (await kit.delayedJobs()) === 1)
    kit.product.respondWith(accepting())
    await kit.skipPause()
    expect(await kit.reached(user.userId, 'notified')).toMatchObject({ failure: null })
    // Under a known key, the product would return its earlier response.
    const [first, second] = kit.product.received
    expect(second?.body).toEqual(first?.body)
    expect(second?.key).not.toBe(first?.key)
    expect(kit.product.received).toHaveLength(2)
  })

  it('is notified of the last rights if they change meanwhile', async () => {
    kit.product.respondWith(failing(503))
    await kit.work()
    const user = await kit.colleague()
    await kit.authorize(user.id)
    await kit.failed(user.userId, 1)
    await until(async () => (await kit.delayedJobs()) === 1)
    kit.product.respondWith(accepting())
    // The change adds a job that begins at once, and replaces the one that waits for the next attempt.
    await cancel(user)
    await kit.reached(user.userId, 'notified')
    expect(kit.product.noticesOf(user.userId)).toMatchObject([{ mayOpen: true }, { mayOpen: false }])
    expect(await kit.pendingJobs()).toBe(0)
  })

  it('is given up after a day', async () => {
    kit.product.respondWith(failing(503))
    const user = await kit.colleague()
    await kit.authorize(user.id)
    await age(user.userId)
    await kit.work()
    expect(await kit.reached(user.userId, 'failed')).toMatchObject({ attempts: 1, notifiedVersion: null })
    expect(await kit.pendingJobs()).toBe(0)
  })

  it('for one user is notified again of that user only', async () => {
    const [one, other] = [await kit.colleague(), await kit.colleague()]
    kit.product.respondWith(accepting({ [other.userId]: '账号\u0000被\r\n占用' }))
    await kit.save({ tenantUserIds: [one.id, other.id], studySiteIds: kit.sites })
    await kit.work()
    await kit.failed(other.userId, 1)
    expect(await kit.noteOf(one.userId)).toMatchObject({ state: 'notified' })
    expect(await kit.noteOf(other.userId)).toMatchObject({
      state: 'waiting',
      failure: { key: 'product.refused', params: { message: '账号 被 占用' } },
    })
    kit.product.respondWith(accepting())
    await until(async () => (await kit.delayedJobs()) === 1)
    await kit.skipPause()
    await kit.reached(other.userId, 'notified')
    expect(kit.product.noticesOf(one.userId)).toHaveLength(1)
    expect(kit.product.noticesOf(other.userId)).toHaveLength(2)
  })
})

describe('a product without the call', () => {
  it.each([
    ['HTTP', failing(404)],
    ['its envelope', failing(200, { code: 404 })],
  ])('says so by %s, and is notified of the next change only', async (_what, fault) => {
    kit.product.respondWith(fault)
    await kit.work()
    const user = await kit.colleague()
    await kit.authorize(user.id)
    expect(await kit.reached(user.userId, 'unsupported')).toMatchObject({ failure: null, notifiedAt: null })
    expect(await kit.pendingJobs()).toBe(0)
    kit.product.respondWith(accepting())
    await cancel(user)
    expect(await kit.reached(user.userId, 'notified')).toMatchObject({
      notifiedVersion: kit.product.noticesOf(user.userId).at(-1)?.accessVersion,
    })
  })

  it('is notified once its domain is initialised, or has another API address', async () => {
    const { server, admin, database } = kit.suite
    kit.product.respondWith(failing(404))
    await kit.work()
    const user = await kit.colleague()
    await kit.authorize(user.id)
    await kit.reached(user.userId, 'unsupported')
    kit.product.respondWith(accepting())
    const { tenantUrlId: id } = kit.study
    expect(await send(server, domainInit, { id }, admin)).toMatchObject({ code: codes.ok })
    await kit.reached(user.userId, 'notified')

    kit.product.respondWith(failing(404))
    await cancel(user)
    await kit.reached(user.userId, 'unsupported')
    kit.product.respondWith(accepting())
    const domain = await database.owner
      .selectFrom('tenantUrl')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const { tenantId, softwareId, urlName, url, mobileUrl, rowVersion } = domain
    const saved = { id, tenantId, softwareId, urlName, url, mobileUrl, rowVersion }
    const apiUrl = `${kit.product.apiUrl}/v2`
    expect(await send(server, domainSave, { ...saved, apiUrl }, admin)).toMatchObject({ code: codes.ok })
    await kit.reached(user.userId, 'notified')
    await kit.setApiUrl(id)
  })
})

describe('a change while a call is in progress', () => {
  it('is notified afterwards', async () => {
    const { arrived, letGo } = holdResponses()
    await kit.work()
    const user = await kit.colleague()
    await kit.authorize(user.id)
    await arrived
    await cancel(user)
    letGo()
    expect(await kit.reached(user.userId, 'notified')).toMatchObject({ notifiedVersion: expect.any(Number) })
    expect(kit.product.noticesOf(user.userId)).toMatchObject([{ mayOpen: true }, { mayOpen: false }])
  })

  it('is not lost if it commits after another one whose job has already begun', async () => {
    const { owner } = kit.suite.database
    await kit.work()
    const [one, other] = [await kit.authorized(), await kit.authorized()]
    const cancelled = (tenantUserId: string) =>
      owner.deleteFrom('studyUser').where('tenantUserId', '=', tenantUserId)
    await owner.transaction().execute(async (trx) => {
      await trx.executeQuery(cancelled(one.id))
      // The other transaction adds its job and is notified, while this one is still open.
      await cancelled(other.id).execute()
      await kit.reached(other.userId, 'notified')
      await until(async () => (await kit.pendingJobs()) === 0)
    })
    expect(await kit.reached(one.userId, 'notified')).toMatchObject({
      notifiedVersion: kit.product.noticesOf(one.userId).at(-1)?.accessVersion,
    })
  })
})

describe('rights that a transaction is changing', () => {
  it('are notified again if it rolls back', async () => {
    const { arrived, letGo } = holdResponses()
    await kit.work()
    const user = await kit.colleague()
    await kit.authorize(user.id)
    await arrived
    const work = kit.suite.database.owner.transaction().execute(async (trx) => {
      await trx.deleteFrom('studyUser').where('tenantUserId', '=', user.id).execute()
      letGo()
      // The result is not stored, and nobody waits for this transaction.
      await until(async () => (await kit.delayedJobs()) === 1)
      throw new Error('rolled back')
    })
    await expect(work).rejects.toThrow('rolled back')
    await kit.skipPause()
    expect(await kit.reached(user.userId, 'notified')).toMatchObject({ attempts: 0 })
    // Its result was not stored, so the repeated call has the same key.
    const [first, second] = kit.product.received
    expect(second).toEqual(first)
  })
})

describe('several processes', () => {
  it('send each change once, in calls of at most 100 users', async () => {
    const { owner } = kit.suite.database
    const { tenantId, studyUrlId } = kit.study
    const people = []
    for (let number = 0; number < 130; number += 1) people.push(await kit.colleague())
    for (let number = 1; number <= 3; number += 1) await kit.work()
    await owner
      .insertInto('studyUser')
      .values(people.map(({ id }) => ({ tenantId, id, studyUrlId, tenantUserId: id })))
      .execute()
    for (const { userId } of people) await kit.reached(userId, 'notified')
    const sizes = kit.product.received.map(({ body }) => body.users.length)
    expect(sizes.toSorted()).toEqual([100, 30])
    const notified = kit.product.received.flatMap(({ body }) => body.users.map(({ user }) => user.userId))
    expect(new Set(notified)).toEqual(new Set(people.map(({ userId }) => userId)))
  })
})

describe('a job', () => {
  it('carries ids only, and is added again if it got lost', async () => {
    const { owner } = kit.suite.database
    const user = await kit.colleague()
    await kit.authorize(user.id)
    const { tenantId, tenantUrlId, softwareId } = kit.study
    const { rows } = await sql`select distinct data, group_id from pgboss.job`.execute(owner)
    expect(rows).toEqual([{ data: { tenantId, id: tenantUrlId }, groupId: softwareId }])
    await sql`delete from pgboss.job`.execute(owner)
    await kit.work()
    await kit.reached(user.userId, 'notified')
  })
})

describe('stop', () => {
  it('waits for a call in progress', async () => {
    const { arrived, letGo } = holdResponses()
    const worker = await kit.work()
    const user = await kit.colleague()
    await kit.authorize(user.id)
    await arrived
    const stopped = worker.stop(new AbortController().signal)
    letGo()
    await stopped
    expect(await kit.noteOf(user.userId)).toMatchObject({ state: 'notified' })
  })
})
