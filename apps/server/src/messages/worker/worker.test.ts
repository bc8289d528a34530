import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { sendersOf } from '../senders.ts'
import {
  type Answer,
  codeSms,
  letPass,
  type MailServer,
  mail,
  profile,
  queue,
  read,
  refusal,
  secrets,
  startGateway,
  startMailServer,
  startWorkerProcess,
  type TestGateway,
  until,
} from '../test-kit/index.ts'
import { type FailedAttempt, type MessageWorker, startMessageWorker, type WorkerOptions } from './index.ts'

jest.setTimeout(60_000)

let database: TestDatabase
let mailServer: MailServer
let gateway: TestGateway
let replyToMail: () => Promise<void> | void
let answerSms: () => Answer | undefined
const workers: MessageWorker[] = []
let failed: FailedAttempt[]

beforeEach(async () => {
  replyToMail = () => {}
  answerSms = () => ({ status: 200 })
  failed = []
  database = await createTestDatabase()
  mailServer = await startMailServer(() => replyToMail())
  gateway = await startGateway(() => answerSms())
})
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop()
  await mailServer.close()
  await gateway.close()
  await database.close()
})

function work(options: Partial<WorkerOptions> = {}): MessageWorker {
  const worker = startMessageWorker({
    db: database.db,
    secrets,
    senders: sendersOf({ SMTP_URL: mailServer.url, SMS_GATEWAY_URL: gateway.url }, profile),
    interval: 25,
    onFailedAttempt: (attempt) => failed.push(attempt),
    ...options,
  })
  workers.push(worker)
  return worker
}

const stateOf = async (id: string | undefined) => (await read(database, id)).state
const isIn = (state: string, id: string | undefined) => async () => (await stateOf(id)) === state

describe('a message', () => {
  it('is sent once, and kept when there is no secret in it', async () => {
    const [id] = await queue(database, mail)
    work()
    await until(isIn('delivered', id))
    const sent = await read(database, id)
    expect(sent).toMatchObject({ sendCount: 1, outcomes: ['delivered'], wipedAt: null })
    expect(sent.bodyEncrypted).not.toBeNull()
    expect(sent.deliveredAt).toBeInstanceOf(Date)
    expect(sent.attempts[0]?.answer).toContain('250')
    expect(mailServer.arrived).toMatchObject([{ to: ['li@hospital.example'], messageId: sent.reference }])
  })

  it('is wiped when it was delivered, if there was a code in it', async () => {
    answerSms = () => ({ status: 200, body: '{"accepted": "482913 is your code"}' })
    const [id] = await queue(database, codeSms)
    work()
    await until(isIn('delivered', id))
    const sent = await read(database, id)
    expect(sent).toMatchObject({ bodyEncrypted: null, wipedAt: expect.any(Date) })
    expect(sent.attempts[0]?.answer).toBe('HTTP 200 {"accepted": "*** is your code"}')
    expect(JSON.parse(gateway.asked[0]?.body ?? '')).toMatchObject({ id, params: { code: '482913' } })
  })

  it('waits while nothing is configured for its kind', async () => {
    const [waiting, sent] = await queue(database, codeSms, mail)
    work({ senders: sendersOf({ SMTP_URL: mailServer.url }, profile) })
    await until(isIn('delivered', sent))
    expect(await read(database, waiting)).toMatchObject({ state: 'waiting', sendCount: 0 })
  })

  it('whose recipient is refused is not tried again', async () => {
    const [id] = await queue(database, { ...mail, to: 'nobody@hospital.example' })
    work()
    await until(isIn('failed', id))
    await letPass(database, 86_400)
    expect(await read(database, id)).toMatchObject({ sendCount: 1, outcomes: ['refused'] })
    expect(failed).toEqual([
      { id, kind: 'email', template: 'userNameReminder', sendCount: 1, outcome: 'refused' },
    ])
  })

  it('that cannot be read under this SECRET_KEY is put off, not lost', async () => {
    const [id] = await queue(database, mail)
    await database.owner.updateTable('message').set({ bodyEncrypted: 'v1.AAAA.AAAA' }).execute()
    work()
    await until(async () => (await read(database, id)).outcomes[0] === 'deferred')
    expect(await stateOf(id)).toBe('waiting')
    expect(mailServer.arrived).toEqual([])
  })
})

describe('retries', () => {
  it('come later each time, and end', async () => {
    replyToMail = () => {
      throw refusal(451, 'come back later')
    }
    const [id] = await queue(database, mail)
    await database.owner.updateTable('message').set({ maxSendCount: 3 }).execute()
    work()
    const pauses: number[] = []
    for (const attempt of [1, 2, 3]) {
      await until(async () => (await read(database, id)).outcomes.at(attempt - 1) === 'deferred')
      const { nextTryAt, attempts } = await read(database, id)
      pauses.push((nextTryAt.getTime() - (attempts.at(-1)?.at.getTime() ?? 0)) / 1000)
      await letPass(database, 3600)
    }
    expect(pauses[0]).toBeGreaterThanOrEqual(5)
    expect(pauses[0]).toBeLessThan(8)
    expect(pauses[1]).toBeGreaterThanOrEqual(15)
    expect(pauses[1]).toBeLessThan(21)
    expect(await read(database, id)).toMatchObject({ state: 'failed', sendCount: 3 })
  })

  it('need no more waiting once the other side is back', async () => {
    answerSms = () => ({ status: 503 })
    const [early] = await queue(database, codeSms)
    work()
    await until(async () => (await read(database, early)).outcomes[0] === 'unreachable')
    await letPass(database, -300)
    answerSms = () => ({ status: 200 })
    const [late] = await queue(database, { ...codeSms, to: '13800000002' })
    await until(isIn('delivered', late))
    await until(isIn('delivered', early))
    expect(await read(database, early)).toMatchObject({
      sendCount: 2,
      outcomes: ['unreachable', 'delivered'],
    })
  })

  it('of a message that fails alone are not hurried by every other one that arrives', async () => {
    const bad = '13800000009'
    answerSms = () => ({ status: gateway.asked.at(-1)?.body.includes(bad) ? 503 : 200 })
    const [alone] = await queue(database, { ...codeSms, to: bad })
    work()
    const outcomesOf = async () => (await read(database, alone)).outcomes
    await until(async () => (await outcomesOf())[0] === 'unreachable')
    await letPass(database, -300)
    const deliver = async (to: string) => {
      const [id] = await queue(database, { ...codeSms, to })
      await until(isIn('delivered', id))
    }
    await deliver('13800000001')
    await until(async () => (await outcomesOf())[1] === 'unreachable')
    await letPass(database, -300)
    await deliver('13800000002')
    await deliver('13800000003')
    expect(await outcomesOf()).toEqual(['unreachable', 'unreachable'])
    expect((await read(database, alone)).nextTryAt.getTime()).toBeGreaterThan(Date.now())
  })

  it('reach a server that was not there at first', async () => {
    await mailServer.close()
    const [id] = await queue(database, mail)
    work()
    await until(async () => (await read(database, id)).outcomes[0] === 'unreachable')
    mailServer = await startMailServer(undefined, mailServer.port)
    await letPass(database, 10)
    await until(isIn('delivered', id))
    expect(mailServer.arrived).toHaveLength(1)
  })

  it('of e-mail hold up no SMS', async () => {
    const held = Promise.withResolvers<void>()
    replyToMail = () => held.promise
    await queue(database, ...Array.from({ length: 20 }, () => mail))
    const [sms] = await queue(database, codeSms)
    work()
    await until(isIn('delivered', sms))
    expect(mailServer.arrived).toEqual([])
    held.resolve()
  })
})

describe('expiry', () => {
  it('ends and wipes a code that could not be sent in time', async () => {
    answerSms = () => ({ status: 503 })
    const [id] = await queue(database, codeSms)
    work()
    await until(async () => (await read(database, id)).outcomes[0] === 'unreachable')
    answerSms = () => ({ status: 200 })
    await letPass(database, 600)
    await until(isIn('failed', id))
    expect(await read(database, id)).toMatchObject({
      ...{ bodyEncrypted: null, wipedAt: expect.any(Date), sendCount: 1 },
      outcomes: ['unreachable', 'expired'],
    })
    expect(gateway.asked).toHaveLength(1)
  })

  it('comes even where nothing is configured', async () => {
    const [id] = await queue(database, codeSms)
    await letPass(database, 601)
    work({ senders: [] })
    await until(isIn('failed', id))
    expect(await read(database, id)).toMatchObject({ bodyEncrypted: null, outcomes: ['expired'] })
  })

  it('wipes a code that was refused as soon as it is no longer good', async () => {
    answerSms = () => ({ status: 422 })
    const [id] = await queue(database, codeSms)
    work()
    await until(isIn('failed', id))
    expect((await read(database, id)).bodyEncrypted).not.toBeNull()
    await letPass(database, 600)
    await until(async () => (await read(database, id)).bodyEncrypted === null)
    expect((await read(database, id)).outcomes).toEqual(['refused'])
  })
})

describe('several workers', () => {
  it('send each message once between them', async () => {
    const messages = Array.from({ length: 60 }, (_, n) => ({ ...mail, to: `user${n}@hospital.example` }))
    const ids = await queue(database, ...messages)
    for (let n = 0; n < 4; n += 1) work({ interval: 1 })
    await until(async () => {
      const rows = await database.owner.selectFrom('message').select('state').execute()
      return rows.every(({ state }) => state === 'delivered')
    })
    const recipients = mailServer.arrived.flatMap(({ to }) => to)
    expect(recipients.toSorted()).toEqual(messages.map(({ to }) => to).toSorted())
    expect(ids).toHaveLength(60)
  })

  it('leave a message alone whose sender takes its time, and the sender gives up before they may not', async () => {
    replyToMail = () => new Promise(() => {})
    const [id] = await queue(database, mail)
    work({ leaseSeconds: 2 })
    work({ leaseSeconds: 2 })
    await until(async () => (await read(database, id)).outcomes[0] === 'unreachable')
    const { attempts, nextTryAt, sendCount } = await read(database, id)
    expect({ attempts: attempts.length, sendCount }).toEqual({ attempts: 1, sendCount: 1 })
    expect(nextTryAt.getTime()).toBeGreaterThan(Date.now())
  })

  it('send again what a killed process may not have sent, under the same Message-ID', async () => {
    const arrived = Promise.withResolvers<void>()
    const dead = Promise.withResolvers<void>()
    replyToMail = () => {
      arrived.resolve()
      return dead.promise
    }
    const child = await startWorkerProcess(database, mailServer.url, 3)
    const [id] = await queue(database, mail)
    await arrived.promise
    child.kill('SIGKILL')
    await once(child, 'exit')
    dead.resolve()
    expect(await read(database, id)).toMatchObject({ state: 'sending', sendCount: 1, outcomes: [null] })
    work({ leaseSeconds: 3 })
    await until(isIn('delivered', id))
    expect(await read(database, id)).toMatchObject({ sendCount: 2, outcomes: [null, 'delivered'] })
    expect(mailServer.arrived).toHaveLength(2)
    expect(new Set(mailServer.arrived.map(({ messageId }) => messageId)).size).toBe(1)
  })
})

describe('stop', () => {
  it('lets a message on its way arrive', async () => {
    const held = Promise.withResolvers<void>()
    const onItsWay = Promise.withResolvers<void>()
    replyToMail = () => {
      onItsWay.resolve()
      return held.promise
    }
    const [id] = await queue(database, mail)
    const worker = work()
    await onItsWay.promise
    const stopped = worker.stop()
    held.resolve()
    await stopped
    expect(await stateOf(id)).toBe('delivered')
  })
})
