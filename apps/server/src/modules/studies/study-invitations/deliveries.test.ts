import { codes, softwareCodes } from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { testServices } from '../../../../test-support/services.ts'
import { messagesTo, secretSentTo } from '../../identity/sign-in/test-kit/index.ts'
import { deliverDue } from './deliveries.ts'
import {
  accept,
  answering,
  type Inviting,
  joined,
  linkStudy,
  newAddress,
  saying,
  startInviting,
  startProduct,
} from './test-kit/index.ts'

let inviting: Inviting

beforeAll(async () => {
  inviting = await startInviting()
})

afterAll(() => inviting.close())

beforeEach(async () => {
  inviting.product.received.length = 0
  inviting.product.respondWith(answering())
  // Rows of earlier tests must not be delivered.
  await inviting.suite.database.owner
    .updateTable('productAuthorization')
    .set({ nextAttemptAt: null })
    .execute()
})

const deliver = () => deliverDue(testServices(inviting.suite.database))

describe('a delivery to a product', () => {
  it('takes back only the rejected grants, each with its reason', async () => {
    const { addPerson, invite, product, authorizationsOf, grantsOf } = inviting
    const [one, other] = [await addPerson('甲'), await addPerson('乙')]
    product.respondWith(answering({ [other.userId]: '培训未完成' }))
    const { data } = await invite({ userList: [one.id, other.id] })
    expect(data).toEqual({
      success: ['甲'],
      failure: ['乙：产品已拒绝（培训未完成）'],
      outcomes: expect.arrayContaining([
        { name: '甲', state: 'accepted', reason: '' },
        { name: '乙', state: 'refused', reason: '培训未完成' },
      ]),
      retry: { userList: [other.id], EmailList: [] },
    })
    expect(await authorizationsOf(one.id)).toHaveLength(1)
    expect(await authorizationsOf(other.id)).toEqual([])
    expect(await grantsOf(other.id)).toMatchObject([{ state: 'refused', message: '培训未完成' }])
    // Once the product accepts them, a single repeated call with a new key is enough.
    product.respondWith(answering())
    expect((await invite({ userList: data?.retry.userList })).data).toMatchObject({ success: ['乙'] })
    expect(new Set(product.received.map(({ key }) => key)).size).toBe(2)
    expect(await authorizationsOf(other.id)).toHaveLength(1)
  })

  it('shortens the product’s reason to one line', async () => {
    const { addPerson, invite, product, grantsOf } = inviting
    const [one, other] = [await addPerson('子'), await addPerson('丑')]
    product.respondWith(answering({ [one.userId]: `\u0000\u202e培训\r\n未完成 ${'😀'.repeat(600)}` }))
    const { data } = await invite({ userList: [one.id, other.id] })
    const message = `培训 未完成 ${'😀'.repeat(493)}`
    expect(data).toMatchObject({ success: ['丑'], failure: [`子：产品已拒绝（${message}）`] })
    expect(await grantsOf(one.id)).toMatchObject([{ state: 'refused', message }])
    expect(await grantsOf(other.id)).toMatchObject([{ state: 'accepted' }])
  })

  it('keeps the earlier grant if the product rejects an extended one', async () => {
    const { addPerson, invite, product, edc, authorizationsOf, grantsOf } = inviting
    const [first = '', second = ''] = edc.siteIds
    const one = await addPerson('丙')
    await invite({ userList: [one.id], siteList: [first] })
    product.respondWith(answering({ [one.userId]: '中心未启动' }))
    await invite({ userList: [one.id], siteList: [first, second], replacing: [one.id] })
    expect(await authorizationsOf(one.id)).toMatchObject([{ studySiteId: first }])
    expect(await grantsOf(one.id)).toMatchObject([
      { state: 'accepted', message: '中心未启动', grants: { siteIds: [first] } },
    ])
  })

  it.each<[string, object]>([
    ['answers rubbish', { code: 200, data: { success: 'all' } }],
    ['says nothing of somebody', { code: 200, data: { success: [], failure: [] } }],
    ['does not know the signature', { code: 401, message: 'no' }],
  ])(
    'is repeated with the same key until the product gives a valid response: it %s',
    async (_what, result) => {
      const { addPerson, invite, product, authorizationsOf, grantsOf, waitPause } = inviting
      const one = await addPerson('丁')
      product.respondWith(saying(result))
      const { code, data } = await invite({ userList: [one.id] })
      const outcomes = [{ name: '丁', state: 'waiting', reason: expect.stringMatching(/./) }]
      // The grant is retried automatically, so there is nothing for an administrator to resend.
      const retry = { userList: [], EmailList: [] }
      expect({ code, data }).toMatchObject({ code: codes.ok, data: { success: [], outcomes, retry } })
      expect(data?.failure).toEqual([expect.stringMatching(/^丁：等待产品确认（.+）$/)])
      expect(await grantsOf(one.id)).toMatchObject([{ state: 'waiting', attempts: 1 }])
      expect(await authorizationsOf(one.id)).toHaveLength(1)
      await deliver()
      expect(product.received).toHaveLength(1)
      await waitPause()
      await deliver()
      expect(await grantsOf(one.id)).toMatchObject([{ state: 'waiting', attempts: 2 }])
      product.respondWith(answering())
      await waitPause()
      await deliver()
      expect(await grantsOf(one.id)).toMatchObject([{ state: 'accepted', message: '' }])
      expect(product.received).toHaveLength(3)
      expect(new Set(product.received.map(({ key }) => key)).size).toBe(1)
      expect(await authorizationsOf(one.id)).toHaveLength(1)
    },
  )

  it('keeps its key when a lost response is retried, so the grant is applied once', async () => {
    const { addPerson, product, invite, authorizationsOf, grantsOf, waitPause } = inviting
    const one = await addPerson('己')
    const done = new Set<string>()
    // The product applies the grant, but its response is lost.
    product.respondWith(({ key }, response) => {
      done.add(key)
      response.destroy()
    })
    await invite({ userList: [one.id] })
    product.respondWith((sent, response) => {
      done.add(sent.key)
      answering()(sent, response)
    })
    await waitPause()
    await deliver()
    expect(done.size).toBe(1)
    expect(await grantsOf(one.id)).toMatchObject([{ state: 'accepted' }])
    expect(await authorizationsOf(one.id)).toHaveLength(1)
  })

  it('gets a new key if data changed after a response was lost', async () => {
    const { suite, addPerson, product, invite, authorizationsOf, grantsOf, waitPause } = inviting
    const one = await addPerson('午')
    const known = new Map<string, string>()
    let loses = true
    product.respondWith((sent, response) => {
      const body = JSON.stringify(sent.body)
      const before = known.get(sent.key) ?? body
      known.set(sent.key, before)
      if (before !== body) saying({ code: 409, message: '内容不同' })(sent, response)
      else if (loses) response.destroy()
      else answering()(sent, response)
    })
    const rename = (fullName: string) =>
      suite.database.owner.updateTable('appUser').set({ fullName }).where('id', '=', one.userId).execute()
    await invite({ userList: [one.id] })
    loses = false
    await rename('午时')
    await waitPause()
    await deliver()
    expect(await grantsOf(one.id)).toMatchObject([{ state: 'accepted', message: '' }])
    expect(await authorizationsOf(one.id)).toHaveLength(1)
    await rename('正午')
    expect((await invite({ userList: [one.id] })).data).toMatchObject({ success: ['正午'], failure: [] })
    expect(known.size).toBe(3)
  })

  it.each([
    ['yes', answering()],
    ['no', saying({ code: 422, message: '不行' })],
  ])(
    'ignores the late response %s to an older invitation while a newer one is pending',
    async (_word, late) => {
      const { addPerson, product, invite, edc, authorizationsOf, grantsOf } = inviting
      const one = await addPerson('子')
      const [first = '', second = ''] = edc.siteIds
      const held = Promise.withResolvers<() => void>()
      product.respondWith((sent, response) => held.resolve(() => late(sent, response)))
      const older = invite({ userList: [one.id], siteList: [first] })
      const respondLate = await held.promise
      product.respondWith(saying({ nothing: true }))
      await invite({ userList: [one.id], siteList: [second], replacing: [one.id] })
      respondLate()
      expect((await older).code).toBe(codes.ok)
      // The newer grant is still waiting, and no authorization is removed.
      expect(await grantsOf(one.id)).toMatchObject([{ state: 'waiting', grants: { siteIds: [second] } }])
      expect(await authorizationsOf(one.id)).toHaveLength(2)
      expect(new Set(product.received.map(({ key }) => key)).size).toBe(2)
    },
  )

  it('is given up after a day without a response, and the grant is taken back', async () => {
    const { suite, addPerson, invite, product, authorizationsOf, grantsOf, waitPause } = inviting
    const one = await addPerson('庚')
    product.respondWith(saying({ nothing: true }))
    await invite({ userList: [one.id] })
    await suite.database.owner
      .updateTable('productAuthorization')
      .set({ waitingSince: sql<Date>`now() - interval '25 hours'` })
      .where('tenantUserId', '=', one.id)
      .execute()
    await waitPause()
    await deliver()
    expect(await grantsOf(one.id)).toMatchObject([
      { state: 'refused', message: expect.stringMatching(/^一天之内始终未确认：/) },
    ])
    expect(await authorizationsOf(one.id)).toEqual([])
    await waitPause()
    await deliver()
    expect(product.received).toHaveLength(2)
  })

  /** Adds a user with a delivery that has been pending for a long time. */
  const leave = async (fullName: string, studyUrlId: string, dueSince: number) => {
    const { suite, addPerson, tenantId } = inviting
    const one = await addPerson(fullName)
    const grants = { generalRoleId: 'M1', roles: [], siteIds: [], allSites: true }
    await suite.database.owner
      .insertInto('productAuthorization')
      .values({
        tenantId,
        id: one.id,
        studyUrlId,
        tenantUserId: one.id,
        grants: JSON.stringify(grants),
        language: 'zh',
        batchId: one.id,
        nextAttemptAt: new Date(dueSince),
      })
      .execute()
    return one
  }

  it('is not delayed by another unresponsive product, which gets at most two concurrent calls, one per URL', async () => {
    const { suite, tenantId, product, edc, grantsOf } = inviting
    const well = await startProduct()
    try {
      const { apiUrl } = product
      const addresses = [edc, edc, edc]
      for (const _ of [1, 2])
        addresses.push(await linkStudy(suite.database, { tenantId, softwareId: edc.softwareId, apiUrl }))
      for (const { studyUrlId } of addresses) await leave('丑', studyUrlId, 0)
      const { studyUrlId } = await linkStudy(suite.database, {
        tenantId,
        softwareId: softwareCodes.rtsm,
        apiUrl: well.apiUrl,
      })
      const one = await leave('寅', studyUrlId, 1000)
      const held: (() => void)[] = []
      product.respondWith((sent, response) => void held.push(() => answering()(sent, response)))
      const sent = Promise.withResolvers<void>()
      well.respondWith((call, response) => {
        answering()(call, response)
        sent.resolve()
      })
      const stopping = new AbortController()
      const delivering = deliverDue(testServices(suite.database), stopping.signal)
      await sent.promise
      stopping.abort()
      while (held.length < 2) await new Promise((soon) => setTimeout(soon, 5))
      for (const result of held) result()
      await delivering
      expect(product.received).toHaveLength(2)
      expect(new Set(product.received.map(({ body }) => body.tenantUrlId)).size).toBe(2)
      expect(await grantsOf(one.id)).toMatchObject([{ state: 'accepted' }])
    } finally {
      await well.close()
    }
  })

  it('is taken over by another process if the first one dies', async () => {
    const { edc, product, grantsOf } = inviting
    const one = await leave('辛', edc.studyUrlId, 0)
    // Two processes poll at the same moment.
    await Promise.all([deliver(), deliver()])
    expect(product.received.map(({ body }) => body.users)).toMatchObject([
      [{ userId: one.userId, fullName: '辛' }],
    ])
    expect(await grantsOf(one.id)).toMatchObject([{ state: 'accepted' }])
  })
})

describe('the same invitation', () => {
  it('results in one authorization and one e-mail if it is sent twice concurrently', async () => {
    const { suite, addPerson, invite, authorizationsOf, grantsOf } = inviting
    const one = await addPerson('壬')
    const address = newAddress()
    const results = await Promise.all(
      Array.from({ length: 4 }, () => invite({ userList: [one.id], EmailList: [address] })),
    )
    expect(results.map(({ code }) => code)).toEqual(Array(4).fill(codes.ok))
    expect(await authorizationsOf(one.id)).toHaveLength(1)
    expect(await grantsOf(one.id)).toHaveLength(1)
    expect(await messagesTo(suite.database, address)).toHaveLength(1)
    const invitations = await suite.database.owner
      .selectFrom('invitation')
      .innerJoin('studyUser', 'studyUser.invitationId', 'invitation.id')
      .select('invitation.id')
      .where('email', '=', address)
      .execute()
    expect(invitations).toHaveLength(1)
  })

  it('is mailed again with a new link if the first e-mail is several hours old', async () => {
    const { suite, invite } = inviting
    const address = newAddress()
    await invite({ EmailList: [address] })
    const first = await secretSentTo(suite.database, address)
    await suite.database.owner
      .updateTable('invitation')
      .set({ expiresAt: sql<Date>`expires_at - interval '7 hours'` })
      .where('email', '=', address)
      .execute()
    await invite({ EmailList: [address] })
    expect(await messagesTo(suite.database, address)).toHaveLength(2)
    expect(await secretSentTo(suite.database, address)).not.toBe(first)
  })
})

describe('acceptance', () => {
  it('grants what the invitation contains, and then delivers it to the product', async () => {
    const { suite, invite, product, edc, authorizationsOf, grantsOf } = inviting
    const address = newAddress()
    await invite({ EmailList: [address], siteList: [...edc.siteIds] })
    await deliver()
    expect(product.received).toEqual([])
    expect(await accept(suite, address)).toMatchObject({ code: codes.ok })
    const [one] = await joined(suite, address)
    expect(await authorizationsOf(one?.id ?? '')).toHaveLength(2)
    expect(await grantsOf(one?.id ?? '')).toMatchObject([{ state: 'waiting' }])
    await deliver()
    expect(product.received).toMatchObject([{ body: { users: [{ fullName: '新人', email: address }] } }])
    expect(await grantsOf(one?.id ?? '')).toMatchObject([{ state: 'accepted' }])
  })

  it('grants nothing if the licence has expired meanwhile, and can be retried', async () => {
    const { suite, invite, tenantId, edc } = inviting
    const address = newAddress()
    await invite({ EmailList: [address] })
    const licences = suite.database.owner
      .updateTable('tenantSoftware')
      .where('tenantId', '=', tenantId)
      .where('softwareId', '=', edc.softwareId)
    await licences.set({ isEnable: false }).execute()
    expect(await accept(suite, address)).toMatchObject({ code: codes.licence })
    await licences.set({ isEnable: true }).execute()
    expect(await joined(suite, address)).toEqual([])
    expect(await accept(suite, address)).toMatchObject({ code: codes.ok })
  })
})
