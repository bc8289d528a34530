import { codes, sendSignInCode } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import {
  addReachable,
  ageCodes,
  ageLimits,
  messagesTo,
  newAddress,
  newPhone,
  type Sender,
  secretSentTo,
  send,
  solvedCaptcha,
  twoServers,
} from './test-kit/index.ts'

const { database, server, serverOf } = twoServers()

const ask = (phone: string, sender: Sender = { address: newAddress() }, server = 0) =>
  send(serverOf(server), sendSignInCode, { phone }, sender)

const askSolved = async (phone: string, sender: Sender = { address: newAddress() }) =>
  send(server, sendSignInCode, { phone, ...(await solvedCaptcha(database)) }, sender)

const codesSentToday = (phone: string, used: number) =>
  database.owner.updateTable('rateLimit').set({ used }).where('bucket', '=', `day:sign-in:${phone}`).execute()

describe('sending a sign-in code', () => {
  it('sends six digits in the language of the request', async () => {
    const { phone } = await addReachable(database)
    const response = await ask(phone, { language: 'en', address: newAddress() })
    expect(response).toMatchObject({
      code: codes.ok,
      data: null,
      message: 'If there is such an account, its verification code is on its way',
    })
    const [message] = await messagesTo(database, phone)
    expect(message).toMatchObject({ template: 'signInCode', kind: 'sms', language: 'en' })
    expect(message?.secret).toMatch(/^\d{6}$/)
    expect(message?.text).toContain(message?.secret)
  })

  it('sends one code for fifty parallel requests over two servers, and reports how long to wait', async () => {
    const { phone } = await addReachable(database)
    const address = newAddress()
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => ask(phone, { address }, index)),
    )
    const rejected = responses.filter(({ code }) => code === codes.limitReached)
    expect(responses.filter(({ code }) => code === codes.ok)).toHaveLength(1)
    expect(rejected).toHaveLength(49)
    for (const { message } of rejected) expect(message).toMatch(/^验证码已发送，请 \d{1,2} 秒后再获取$/)
    expect(await messagesTo(database, phone)).toHaveLength(1)
  })

  it('sends another one after a minute', async () => {
    const { phone } = await addReachable(database)
    await ask(phone)
    await ageCodes(database, 20)
    expect(await ask(phone)).toMatchObject({ code: codes.limitReached })
    await ageCodes(database, 40)
    expect(await ask(phone)).toMatchObject({ code: codes.ok })
    expect(await messagesTo(database, phone)).toHaveLength(2)
  })

  it('sends thirty a day, and reports the limit in both languages', async () => {
    const { phone } = await addReachable(database)
    await ask(phone)
    await codesSentToday(phone, 29)
    await ageCodes(database, 60)
    expect(await askSolved(phone)).toMatchObject({ code: codes.ok })
    await ageCodes(database, 60)
    expect(await askSolved(phone)).toMatchObject({
      code: codes.limitReached,
      message: '当天验证码已达上限（30 次），请明天再试',
    })
    expect(await askSolved(phone, { language: 'en', address: newAddress() })).toMatchObject({
      message: 'verification code limit exceeded for the day (30), try again tomorrow',
    })
    expect(await messagesTo(database, phone)).toHaveLength(2)
    await ageLimits(database, 86_400)
    expect(await ask(phone)).toMatchObject({ code: codes.ok })
  })

  it('requires a captcha after five codes in a day, from any address and even for an unknown number', async () => {
    const { phone } = await addReachable(database)
    for (const number of [phone, newPhone()]) {
      for (let time = 0; time < 5; time++) {
        expect(await ask(number)).toMatchObject({ code: codes.ok })
        await ageCodes(database, 60)
      }
      expect(await ask(number)).toMatchObject({
        code: codes.captchaNeeded,
        message: '操作较为频繁，请输入图形验证码',
      })
      expect(await askSolved(number)).toMatchObject({ code: codes.ok })
    }
    expect(await messagesTo(database, phone)).toHaveLength(6)
  })

  it('has a separate daily limit that other messages do not use up', async () => {
    const { userName, phone, email } = await addReachable(database)
    const limits = ['remind', 'reset', 'verify', 'password'].flatMap((purpose) =>
      [phone, email, userName].map((key) => `day:${purpose}:${key}`),
    )
    const endsAt = new Date(Date.now() + 3_600_000)
    await database.owner
      .insertInto('rateLimit')
      .values(limits.map((bucket) => ({ bucket, used: 30, endsAt })))
      .execute()
    expect(await ask(phone)).toMatchObject({ code: codes.ok })
  })

  it('sends at most sixty an hour for one address, across all numbers', async () => {
    const address = newAddress()
    const asked = Array.from({ length: 65 }, (_, index) => ask(newPhone(), { address }, index))
    const responses = (await Promise.all(asked)).map(({ code }) => code)
    expect(responses.filter((code) => code === codes.ok)).toHaveLength(60)
    expect(responses.filter((code) => code === codes.limitReached)).toHaveLength(5)
  })

  it('responds to an unknown number in the same way, including limits, and sends nothing', async () => {
    const { phone } = await addReachable(database)
    const locked = await addReachable(database, { status: '1' })
    const responses = []
    for (const number of [phone, newPhone(), locked.phone])
      responses.push(
        [await ask(number), await ask(number)].map(({ message, ...rest }) => [message.slice(0, 6), rest]),
      )
    expect(responses[1]).toEqual(responses[0])
    expect(responses[2]).toEqual(responses[0])
    expect(await messagesTo(database, locked.phone)).toEqual([])
  })

  it('finds a number in any notation', async () => {
    const { phone } = await addReachable(database)
    const written = `+86 ${phone.slice(0, 3)}-${phone.slice(3, 7)} ${phone.slice(7)}`
    expect(await ask(written)).toMatchObject({ code: codes.ok })
    expect(await messagesTo(database, phone)).toHaveLength(1)
  })

  it('stores the code only in the outbox', async () => {
    const { phone } = await addReachable(database)
    await ask(phone)
    const code = await secretSentTo(database, phone)
    const rows = await database.owner
      .selectFrom('oneTimeCode')
      .selectAll()
      .where('subject', '=', phone)
      .execute()
    expect(JSON.stringify(rows)).not.toContain(code)
    expect(server.log()).not.toContain(`"${code}"`)
  })
})
