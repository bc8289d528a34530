import { randomUUID } from 'node:crypto'
import {
  codes,
  failedResend,
  isArrive,
  mailList,
  mailLog,
  mailResend,
  maxResent,
  parseProfile,
  smsList,
  smsLog,
  smsResend,
  type TimeRange,
} from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { type Suite, signedIn, startSuite } from '../../../app/test-kit/index.ts'
import { asSystem, inTransaction } from '../../../platform/database/index.ts'
import { secrets, send } from '../../identity/sign-in/test-kit/index.ts'
import { createOutbox, type Message } from '../index.ts'
import { codeSms, mail } from '../test-kit/index.ts'
import { addMessage } from './test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})
afterAll(() => suite.close())

const admin = () => ({ token: suite.admin.token })
const listSms = async (input: object = {}) => {
  const { data } = await send(suite.server, smsList, input, admin())
  return data?.list ?? []
}
const listMail = async (input: object = {}) => {
  const { data } = await send(suite.server, mailList, input, admin())
  return data?.list ?? []
}
const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)

describe('the lists', () => {
  it('show only their own kind, newest first, with the details to assess each message', async () => {
    const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))
    const recipient = '13911110000'
    const first = await addMessage(suite.database, 'sms', { recipient, createdAt: at(1) })
    const second = await addMessage(suite.database, 'sms', {
      recipient,
      createdAt: at(2),
      state: 'failed',
      softwareId: '020',
    })
    const list = await listSms({ phone: recipient })
    expect(list).toEqual([
      {
        id: second,
        phone: recipient,
        softName: '电子数据采集系统（EDC）',
        state: 'failed',
        arriveDesc: '发送失败',
        sendCount: 1,
        maxSendCount: 24,
        resendRefusal: '',
        createTime: at(2).toISOString(),
      },
      expect.objectContaining({ id: first, softName: '用户中心', arriveDesc: '已送达' }),
    ])
    expect(idsOf(await listSms({ phone: recipient, sortBy: 'createTime', sortOrder: 'asc' }))).toEqual([
      first,
      second,
    ])
    const english = await send(suite.server, smsList, { phone: recipient }, { ...admin(), language: 'en' })
    expect(english.data?.list[1]).toMatchObject({ softName: 'User Centre', arriveDesc: 'Delivered' })
    expect(await listMail({ keyWord: recipient })).toEqual([])
  })

  it('find messages by part of a phone number in any notation, by recipient and by subject', async () => {
    const sms = await addMessage(suite.database, 'sms', { recipient: '13922220001' })
    for (const phone of ['2222', '139 2222 0001', '+86 139-2222-0001']) {
      expect(idsOf(await listSms({ phone }))).toContain(sms)
    }
    const found = await addMessage(suite.database, 'email', {
      recipient: 'wang@clinic.example',
      subject: '随访提醒',
    })
    const other = await addMessage(suite.database, 'email', {
      recipient: 'follow@clinic.example',
      subject: 'Wang',
    })
    expect(idsOf(await listMail({ keyWord: 'wang' }))).toEqual([other, found])
    expect(idsOf(await listMail({ subject: 'wan' }))).toEqual([other])
    expect(idsOf(await listMail({ subject: '随访' }))).toEqual([found])
    expect(idsOf(await listMail({ keyWord: 'clinic', subject: '提醒' }))).toEqual([found])
  })

  it('filter by product, counting the suite’s own messages as the user centre’s', async () => {
    const recipient = '13933330000'
    const own = await addMessage(suite.database, 'sms', { recipient })
    const edc = await addMessage(suite.database, 'sms', { recipient, softwareId: '020' })
    expect(idsOf(await listSms({ phone: recipient, softId: '00' }))).toEqual([own])
    expect(idsOf(await listSms({ phone: recipient, softId: '020' }))).toEqual([edc])
    expect(idsOf(await listSms({ phone: recipient, softId: 'gone' }))).toEqual([])
  })

  it('filter by arrival, counting messages on their way as not arrived', async () => {
    const recipient = '13944440000'
    const states = ['delivered', 'failed', 'sending', 'waiting'] as const
    const ids: string[] = []
    for (const state of states) ids.push(await addMessage(suite.database, 'sms', { recipient, state }))
    const found = async (arrived: number) =>
      idsOf(await listSms({ phone: recipient, isArrive: arrived })).toSorted()
    expect(await found(isArrive.yes)).toEqual(ids.slice(0, 1))
    expect(await found(isArrive.no)).toEqual(ids.slice(1).toSorted())
  })

  it('filter by an inclusive range of days, in the deployment’s time zone or a given one', async () => {
    const recipient = '13955550000'
    // Shanghai is eight hours ahead: the last moment of 1 May and the first moment of 2 May there.
    const times = ['2026-05-01T15:59:59.999Z', '2026-05-01T16:00:00Z', '2026-05-02T16:00:00Z']
    const [first, second, third] = await Promise.all(
      times.map((time) => addMessage(suite.database, 'sms', { recipient, createdAt: new Date(time) })),
    )
    const found = async (days: object) => idsOf(await listSms({ phone: recipient, ...days }))
    expect(await found({ startTime: '2026-05-02', endTime: '2026-05-02' })).toEqual([second])
    expect(await found({ startTime: '2026-05-02' })).toEqual([third, second])
    expect(await found({ endTime: '2026-05-01' })).toEqual([first])
    // New York is four hours behind: the first two times are on 1 May there, the third on 2 May.
    const timeZone = 'America/New_York'
    expect(await found({ endTime: '2026-05-01', timeZone })).toEqual([second, first])
    expect(await found({ startTime: '2026-05-02', timeZone })).toEqual([third])
    for (const startTime of ['2026-02-30', '0000-01-01', 'today']) {
      const wrong = await send(suite.server, smsList, { startTime }, admin())
      expect(wrong).toMatchObject({ code: codes.invalid, errors: [{ field: 'startTime' }] })
    }
    for (const zone of ['', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])
      expect(await found({ startTime: '0001-01-01', endTime: '9999-12-31', timeZone: zone })).toHaveLength(3)
  })
})

describe('a log', () => {
  const outbox = () => createOutbox({ secrets, profile: parseProfile({}) })
  const queue = (message: Message) =>
    inTransaction(suite.database.db, asSystem, (trx) => outbox().queueMessage(trx, message))

  it('shows the text of a message without its code, key or password', async () => {
    const code = await queue(codeSms)
    const { data } = await send(suite.server, smsLog, { id: code }, admin())
    expect(data).toMatchObject({
      contentState: 'shown',
      content: expect.stringContaining('您的登录验证码为 ***'),
      expireTime: expect.stringMatching(/Z$/),
      attempts: [],
    })
    const key = 'k3y-of_the-link0123456789'
    const link = await queue({
      kind: 'email',
      to: 'li@hospital.example',
      language: 'en',
      template: 'emailVerification',
      params: { userName: 'li.na', key, lifeSeconds: 600 },
    })
    const password = 'Fresh0Password9'
    const account = await queue({
      kind: 'email',
      to: 'li@hospital.example',
      language: 'en',
      template: 'newAccount',
      params: { userName: 'li.na', password, lifeSeconds: 600 },
    })
    for (const [id, secret] of [
      [link, key],
      [account, password],
    ] as const) {
      const log = await send(suite.server, mailLog, { id }, admin())
      expect(log.data?.content).toContain('***')
      expect(log.data?.content).toContain('li.na')
      expect(JSON.stringify(log)).not.toContain(secret)
      expect(JSON.stringify(await listMail())).not.toContain(secret)
    }
    const plain = await queue(mail)
    const log = await send(suite.server, mailLog, { id: plain }, admin())
    expect(log.data).toMatchObject({ contentState: 'shown', subject: '您的用户名', expireTime: '' })
  })

  it('shows whether a text was deleted or cannot be decrypted', async () => {
    const stateOf = async (id: string) =>
      (await send(suite.server, mailLog, { id }, admin())).data?.contentState
    expect(await stateOf(await addMessage(suite.database, 'email', { bodyEncrypted: null }))).toBe('wiped')
    expect(await stateOf(await addMessage(suite.database, 'email'))).toBe('unreadable')
  })

  it('shows every attempt with a translated outcome and the other side’s response', async () => {
    const id = await addMessage(suite.database, 'sms', { state: 'sending', sendCount: 3 })
    const attempts = [
      { outcome: 'deferred' as const, answer: 'HTTP 429 later' },
      { outcome: null },
      { outcome: null },
    ]
    for (const [index, attempt] of attempts.entries()) {
      await suite.database.owner
        .insertInto('messageAttempt')
        .values({ tenantId: '0', id: randomUUID(), messageId: id, at: new Date(index), ...attempt })
        .execute()
    }
    const { data } = await send(suite.server, smsLog, { id }, admin())
    expect(data?.attempts).toMatchObject([
      { outcome: 'sending', outcomeDesc: '发送中' },
      { outcome: 'lost', outcomeDesc: '发送中断，结果未知' },
      { outcome: 'deferred', outcomeDesc: '暂未接收', sendResult: 'HTTP 429 later' },
    ])
  })

  it('shows messages of its own kind only', async () => {
    const id = await addMessage(suite.database, 'sms')
    expect((await send(suite.server, mailLog, { id }, admin())).code).toBe(codes.notFound)
  })
})

describe('resending', () => {
  const resend = (ids: readonly string[], call = smsResend) =>
    send(suite.server, call, { ids: [...ids] }, admin())
  const stored = (id: string) =>
    suite.database.owner.selectFrom('message').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const jobsOf = async (id: string) => {
    const { rows } = await sql`select from pgboss.job where singleton_key = ${id}`.execute(
      suite.database.owner,
    )
    return rows.length
  }

  it('queues a message again under a new reference, with a single job', async () => {
    const ids = [
      await addMessage(suite.database, 'email'),
      await addMessage(suite.database, 'email', { state: 'failed' }),
    ]
    const before = await Promise.all(ids.map(stored))
    expect(await resend(ids, mailResend)).toMatchObject({ code: codes.ok, data: { count: 2, refused: [] } })
    for (const [index, id] of ids.entries()) {
      const after = await stored(id)
      expect(after).toMatchObject({ state: 'waiting', sendCount: 1, deliveredAt: null })
      expect(after.reference).toMatch(/^<[\w-]{36}@atrium\.example>$/)
      expect(after.reference).not.toBe(before[index]?.reference)
      expect(await jobsOf(id)).toBe(1)
    }
  })

  it.each([
    ['is on its way', { state: 'sending' as const }, codes.conflict, '正在发送或等待发送'],
    ['is pending', { state: 'waiting' as const }, codes.conflict, '正在发送或等待发送'],
    ['has used up its attempts', { sendCount: 24 }, codes.limitReached, '24 次'],
    ['was just resent', { resentAt: new Date() }, codes.limitReached, '1 分钟内'],
    ['has lost its text', { bodyEncrypted: null, wipedAt: new Date() }, codes.conflict, '内容已清除'],
    ['has expired', { state: 'failed' as const, expiresAt: new Date(0) }, codes.conflict, '已过期'],
  ])('rejects a message that %s, with a reason that the list shows too', async (_, facts, code, reason) => {
    const recipient = `1396${Math.random().toString().slice(2, 9)}`
    const id = await addMessage(suite.database, 'sms', { recipient, ...facts })
    const before = await stored(id)
    expect(await resend([id])).toMatchObject({ code, message: expect.stringContaining(reason) })
    expect(await stored(id)).toEqual(before)
    expect(await jobsOf(id)).toBe(0)
    expect(await listSms({ phone: recipient })).toMatchObject([
      { resendRefusal: expect.stringContaining(reason) },
    ])
  })

  it('resends the possible ones of several messages and gives a reason for each of the others', async () => {
    const possible = await addMessage(suite.database, 'sms')
    const spent = await addMessage(suite.database, 'sms', { sendCount: 24, recipient: '13977770000' })
    const response = await resend([possible, spent, 'gone'])
    expect(response).toMatchObject({
      code: codes.ok,
      data: {
        count: 1,
        refused: [
          { id: spent, to: '13977770000', reason: '已达最多发送次数（24 次）' },
          { id: 'gone', to: '', reason: '该消息不存在' },
        ],
      },
    })
    expect(await resend([possible, spent, 'gone'])).toMatchObject({
      code: codes.conflict,
      message: expect.stringContaining('已达最多发送次数（24 次）（1 条）'),
    })
    expect(await resend(['gone'])).toMatchObject({ code: codes.notFound })
  })

  it('happens once in parallel calls, regardless of their order', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => addMessage(suite.database, 'sms')))
    const responses = await Promise.all([
      resend(ids),
      resend(ids.toReversed()),
      resend(ids),
      resend(ids.toReversed()),
    ])
    expect(responses.filter(({ code }) => code === codes.ok)).toHaveLength(1)
    for (const id of ids) expect(await jobsOf(id)).toBe(1)
  })

  it('is reserved for platform administrators, whatever menus other users have', async () => {
    const { owner } = suite.database
    await owner.insertInto('role').values({ id: 'operator', name: '运维', roleType: 1 }).execute()
    await owner
      .insertInto('roleMenu')
      .values([
        { roleId: 'operator', menuId: 'sms' },
        { roleId: 'operator', menuId: 'email' },
      ])
      .execute()
    const { token } = await signedIn(suite.database, 'operator')
    const id = await addMessage(suite.database, 'sms')
    expect((await send(suite.server, smsList, {}, { token })).code).toBe(codes.ok)
    expect((await send(suite.server, smsLog, { id }, { token })).code).toBe(codes.ok)
    for (const call of [smsResend, mailResend]) {
      expect((await send(suite.server, call, { ids: [id] }, { token })).code).toBe(codes.forbidden)
    }
    const all = await send(suite.server, failedResend, { range: 'hour' }, { token })
    expect(all.code).toBe(codes.forbidden)
  })

  describe('all failed messages', () => {
    const resendFailed = (range: TimeRange) => send(suite.server, failedResend, { range }, admin())
    const failedAt = (minutes: number, facts: Parameters<typeof addMessage>[2] = {}) =>
      addMessage(suite.database, 'email', {
        state: 'failed',
        createdAt: new Date(Date.now() - minutes * 60_000),
        ...facts,
      })

    beforeEach(async () => {
      await suite.database.owner.updateTable('message').set({ state: 'delivered' }).execute()
    })

    it('resends messages of the range under the usual rules, and counts the others by reason', async () => {
      expect(await resendFailed('week')).toMatchObject({
        code: codes.notFound,
        message: '这段时间内没有发送失败的消息',
      })
      const spent = await failedAt(1, { sendCount: 24 })
      expect(await resendFailed('week')).toMatchObject({
        code: codes.limitReached,
        message: expect.stringContaining('已达最多发送次数（24 次）'),
      })
      const possible = [await failedAt(2), await addMessage(suite.database, 'sms', { state: 'failed' })]
      const earlier = await failedAt(90)
      const delivered = await addMessage(suite.database, 'email')
      await failedAt(3, { expiresAt: new Date(0) })
      await failedAt(4, { expiresAt: new Date(0) })
      const { code, data } = await resendFailed('hour')
      expect({ code, count: data?.count, more: data?.more }).toEqual({
        code: codes.ok,
        count: 2,
        more: false,
      })
      expect(data?.refused.toSorted((one, other) => one.count - other.count)).toEqual([
        { reason: '已达最多发送次数（24 次）', count: 1 },
        { reason: expect.stringContaining('已过期'), count: 2 },
      ])
      for (const id of possible) {
        expect(await stored(id)).toMatchObject({ state: 'waiting' })
        expect(await jobsOf(id)).toBe(1)
      }
      for (const [id, state] of [
        [spent, 'failed'],
        [earlier, 'failed'],
        [delivered, 'delivered'],
      ] as const)
        expect(await stored(id)).toMatchObject({ state })
      const event = await suite.database.owner
        .selectFrom('auditEvent')
        .select(['entity', 'actorId', 'before', 'after'])
        .where('call', '=', failedResend.path)
        .executeTakeFirstOrThrow()
      const listed = (state: string) => ({
        list: expect.arrayContaining(possible.map((id) => expect.objectContaining({ id, state }))),
      })
      expect(event).toMatchObject({
        entity: 'message',
        actorId: suite.admin.userId,
        before: listed('failed'),
        after: listed('waiting'),
      })
    })

    it('resends a limited number per channel, newest first', async () => {
      const { owner } = suite.database
      const { id } = await stored(await failedAt(5))
      await sql`insert into message (tenant_id, id, kind, template, recipient, body_encrypted, language, reference,
          state, max_send_count, created_at)
        select tenant_id, gen_random_uuid(), kind, template, recipient, body_encrypted, language, gen_random_uuid(),
          state, max_send_count, now() from message, generate_series(1, ${maxResent}) where id = ${id}`.execute(
        owner,
      )
      expect((await resendFailed('hour')).data).toEqual({ count: maxResent, refused: [], more: true })
      expect(await stored(id)).toMatchObject({ state: 'failed' })
      expect((await resendFailed('hour')).data).toEqual({ count: 1, refused: [], more: false })
    })

    it('reaches older messages behind any number of newer ones that cannot be resent', async () => {
      const { owner } = suite.database
      const { id } = await stored(await failedAt(5))
      await sql`insert into message (tenant_id, id, kind, template, recipient, language, reference, state,
          max_send_count, created_at)
        select tenant_id, gen_random_uuid(), kind, template, recipient, language, gen_random_uuid(), state,
          max_send_count, now() from message, generate_series(1, 10000) where id = ${id}`.execute(owner)
      expect((await resendFailed('hour')).data).toEqual({
        count: 1,
        refused: [{ reason: expect.stringContaining('内容已清除'), count: 10_000 }],
        more: false,
      })
      expect(await stored(id)).toMatchObject({ state: 'waiting' })
    })
  })
})
