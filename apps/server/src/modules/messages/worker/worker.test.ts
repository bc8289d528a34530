import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../../../test-support/index.ts'
import type { SmtpLimits } from '../email/smtp-sender.ts'
import { sendersOf } from '../index.ts'
import { queueUnqueuedMessages } from '../outbox/upkeep.ts'
import {
  ageOutbox,
  codeSms,
  type MailServer,
  mail,
  pauseOf,
  profile,
  queue,
  type Result,
  read,
  rejection,
  secrets,
  setHeartbeat,
  startGateway,
  startMailServer,
  startWorkerProcess,
  type TestGateway,
  until,
} from '../test-kit/index.ts'
import type { FailedAttempt, WorkerOptions } from './options.ts'
import { type MessageWorker, startMessageWorker } from './worker.ts'

jest.setTimeout(180_000)

let database: TestDatabase
let mailServer: MailServer
let gateway: TestGateway
let replyToMail: () => Promise<void> | void
let respondToSms: () => Result | undefined
const workers: MessageWorker[] = []
let failed: FailedAttempt[]
/** Number of mails received by the server, whatever its reply. */
let received: number

beforeEach(async () => {
  replyToMail = () => {}
  respondToSms = () => ({ status: 200 })
  failed = []
  received = 0
  database = await createTestDatabase()
  mailServer = await startMailServer(() => {
    received += 1
    return replyToMail()
  })
  gateway = await startGateway(() => respondToSms())
})
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop(AbortSignal.abort())
  await mailServer.close()
  await gateway.close()
  await database.close()
})

/** Timeouts in milliseconds. */
const limits = { command: 1000, commands: 1500, message: 300 }

const senders = (smtpLimits?: SmtpLimits) =>
  sendersOf({ SMTP_URL: mailServer.url, SMS_GATEWAY_URL: gateway.url }, profile, smtpLimits)

async function work(options: Partial<WorkerOptions> = {}): Promise<MessageWorker> {
  const worker = await startMessageWorker({
    db: database.db,
    queue: database.queue,
    secrets,
    senders: senders(),
    pollSeconds: 0.5,
    superviseSeconds: 1,
    expirySeconds: 0.1,
    onFailedAttempt: (attempt) => failed.push(attempt),
    ...options,
  })
  workers.push(worker)
  return worker
}

/** Returns the pending and running jobs of the queue. */
const jobs = async () => {
  const { rows } = await sql<{ state: string; data: unknown; singletonKey: string }>`
    select * from pgboss.job where state <= 'active'`.execute(database.owner)
  return rows
}

/** Waits until the workers have delivered a message queued later, so that every idle worker has polled again. */
const lookAgain = async () => {
  replyToMail = () => {}
  const [id] = await queue(database, { ...mail, to: 'later@hospital.example' })
  await until(isIn('delivered', id))
}

const stateOf = async (id: string | undefined) => (await read(database, id)).state
const isIn = (state: string, id: string | undefined) => async () => (await stateOf(id)) === state

describe('a message', () => {
  it('is sent once and kept if it contains no secret', async () => {
    const [id] = await queue(database, mail)
    await work()
    await until(isIn('delivered', id))
    const sent = await read(database, id)
    expect(sent).toMatchObject({ sendCount: 1, outcomes: ['delivered'], wipedAt: null })
    expect(sent.bodyEncrypted).not.toBeNull()
    expect(sent.deliveredAt).toBeInstanceOf(Date)
    expect(sent.attempts[0]?.answer).toContain('250')
    expect(mailServer.arrived).toMatchObject([{ to: ['li@hospital.example'], messageId: sent.reference }])
  })

  it('is wiped after delivery if it contains a code', async () => {
    respondToSms = () => ({ status: 200, body: '{"accepted": "482913 is your code"}' })
    const [id] = await queue(database, codeSms)
    await work()
    await until(isIn('delivered', id))
    const sent = await read(database, id)
    expect(sent).toMatchObject({ bodyEncrypted: null, wipedAt: expect.any(Date) })
    expect(sent.attempts[0]?.answer).toBe('HTTP 200 {"accepted": "*** is your code"}')
    expect(JSON.parse(gateway.asked[0]?.body ?? '')).toMatchObject({ id, params: { code: '482913' } })
  })

  it('waits while no sender is configured for its kind', async () => {
    const [waiting, sent] = await queue(database, codeSms, mail)
    await work({ senders: sendersOf({ SMTP_URL: mailServer.url }, profile) })
    await until(isIn('delivered', sent))
    expect(await read(database, waiting)).toMatchObject({ state: 'waiting', sendCount: 0 })
  })

  it('is not retried if its recipient is rejected', async () => {
    const [id] = await queue(database, { ...mail, to: 'nobody@hospital.example' })
    await work()
    await until(isIn('failed', id))
    await ageOutbox(database, 86_400)
    expect(await read(database, id)).toMatchObject({ sendCount: 1, outcomes: ['refused'] })
    expect(failed).toEqual([
      { id, kind: 'email', template: 'userNameReminder', sendCount: 1, outcome: 'refused' },
    ])
  })

  it('is deferred, not lost, if SECRET_KEY does not decrypt it', async () => {
    const [id] = await queue(database, mail)
    await database.owner.updateTable('message').set({ bodyEncrypted: 'v1.AAAA.AAAA' }).execute()
    await work()
    await until(async () => (await read(database, id)).outcomes[0] === 'deferred')
    expect(await stateOf(id)).toBe('waiting')
    expect(mailServer.arrived).toEqual([])
  })
})

describe('retries', () => {
  it('are increasingly delayed and limited in number', async () => {
    replyToMail = () => {
      throw rejection(451, 'come back later')
    }
    const [id] = await queue(database, mail)
    await database.owner.updateTable('message').set({ maxSendCount: 3 }).execute()
    await work()
    const pauses: number[] = []
    for (const attempt of [1, 2]) {
      await until(async () => (await read(database, id)).outcomes.at(attempt - 1) === 'deferred')
      await until(async () => (await pauseOf(database, id)) > 0)
      pauses.push(await pauseOf(database, id))
      await ageOutbox(database, 3600)
    }
    await until(isIn('failed', id))
    expect(pauses[0]).toBeGreaterThan(4)
    expect(pauses[0]).toBeLessThanOrEqual(10)
    expect(pauses[1]).toBeGreaterThan(9)
    expect(pauses[1]).toBeLessThanOrEqual(20)
    expect(await read(database, id)).toMatchObject({ state: 'failed', sendCount: 3 })
  })

  it('reach a server that was down at first', async () => {
    await mailServer.close()
    const [id] = await queue(database, mail)
    await work()
    await until(async () => (await read(database, id)).outcomes[0] === 'unreachable')
    mailServer = await startMailServer(undefined, mailServer.port)
    await ageOutbox(database, 10)
    await until(isIn('delivered', id))
    expect(mailServer.arrived).toHaveLength(1)
  })

  it('of e-mails do not delay SMS', async () => {
    const held = Promise.withResolvers<void>()
    replyToMail = () => held.promise
    await queue(database, ...Array.from({ length: 20 }, () => mail))
    const [sms] = await queue(database, codeSms)
    await work()
    await until(isIn('delivered', sms))
    expect(mailServer.arrived).toEqual([])
    held.resolve()
  })
})

describe('expiry', () => {
  it('ends and wipes a code that was not delivered in time', async () => {
    respondToSms = () => ({ status: 503 })
    const [id] = await queue(database, codeSms)
    await work()
    await until(async () => (await read(database, id)).outcomes[0] === 'unreachable')
    respondToSms = () => ({ status: 200 })
    await ageOutbox(database, 600)
    await until(isIn('failed', id))
    expect(await read(database, id)).toMatchObject({
      bodyEncrypted: null,
      wipedAt: expect.any(Date),
      sendCount: 1,
      outcomes: ['unreachable', 'expired'],
    })
    expect(gateway.asked).toHaveLength(1)
  })

  it('also works without any sender', async () => {
    const [id] = await queue(database, codeSms)
    await ageOutbox(database, 601)
    await work({ senders: [] })
    await until(isIn('failed', id))
    expect(await read(database, id)).toMatchObject({ bodyEncrypted: null, outcomes: ['expired'] })
  })

  it('wipes a rejected code once it has expired', async () => {
    respondToSms = () => ({ status: 422 })
    const [id] = await queue(database, codeSms)
    await work()
    await until(isIn('failed', id))
    expect((await read(database, id)).bodyEncrypted).not.toBeNull()
    await ageOutbox(database, 600)
    await until(async () => (await read(database, id)).bodyEncrypted === null)
    expect((await read(database, id)).outcomes).toEqual(['refused'])
  })
})

describe('a mail server that does not respond', () => {
  it('gets a message again after an hour, because it may not have accepted the first', async () => {
    replyToMail = () => new Promise(() => {})
    const [id] = await queue(database, mail)
    await work({ senders: senders(limits) })
    await until(async () => (await read(database, id)).outcomes[0] === 'unanswered')
    await until(async () => (await pauseOf(database, id)) > 3500)
    expect(await read(database, id)).toMatchObject({ state: 'waiting', sendCount: 1 })
    await ageOutbox(database, 3600)
    await until(isIn('failed', id))
    expect((await read(database, id)).outcomes).toEqual(['unanswered', 'unanswered'])
    await ageOutbox(database, 86_400)
    await lookAgain()
    expect(await read(database, id)).toMatchObject({ sendCount: 2, state: 'failed' })
  })

  it('gets a message only once if it is slow and the sending process is alive', async () => {
    await setHeartbeat(database, 2)
    const held = Promise.withResolvers<void>()
    replyToMail = () => held.promise
    const [id] = await queue(database, mail)
    await Promise.all([work(), work()])
    await until(() => received > 0)
    await sleep(4000)
    held.resolve()
    await until(isIn('delivered', id))
    expect(await read(database, id)).toMatchObject({ sendCount: 1, outcomes: ['delivered'] })
    expect(received).toBe(1)
  })
})

describe('a message in the queue', () => {
  it('is announced by a notification, without polling', async () => {
    await work({ pollSeconds: 3600 })
    // After this delivery all workers are idle, and only a notification wakes them.
    const [first] = await queue(database, mail)
    await until(isIn('delivered', first))
    const [second, third] = await queue(database, mail, codeSms)
    await until(isIn('delivered', second))
    await until(isIn('delivered', third))
  })

  it('is found without notifications, as through a transaction pooler', async () => {
    const deaf = { ...database.queue, listen: async () => ({ close: async () => {} }) }
    await work({ queue: deaf })
    const [id] = await queue(database, mail)
    await until(isIn('delivered', id))
  })

  it('gets one new job if its job was lost', async () => {
    const [id] = await queue(database, mail)
    await sql`delete from pgboss.job`.execute(database.owner)
    expect(await queueUnqueuedMessages(database.db, ['sms'])).toBe(0)
    expect(await queueUnqueuedMessages(database.db, ['email'])).toBe(1)
    expect(await queueUnqueuedMessages(database.db, ['email'])).toBe(0)
    await sql`delete from pgboss.job`.execute(database.owner)
    await Promise.all([work(), work()])
    await until(isIn('delivered', id))
    expect(await read(database, id)).toMatchObject({ sendCount: 1 })
    expect(mailServer.arrived).toHaveLength(1)
  })

  it('keeps its job until a sender is configured', async () => {
    const [id] = await queue(database, codeSms)
    const without = await work({ senders: [] })
    await without.stop(AbortSignal.abort())
    await work()
    await until(isIn('delivered', id))
    expect(gateway.asked).toHaveLength(1)
  })

  it('leaves only its id in the queue', async () => {
    respondToSms = () => ({ status: 503, body: '482913' })
    const [id] = await queue(database, codeSms)
    await work()
    await until(async () => (await read(database, id)).outcomes[0] === 'unreachable')
    await until(async () => (await jobs()).some(({ state }) => state === 'retry'))
    const [job] = await jobs()
    expect(job).toMatchObject({ data: { tenantId: '0', id }, singletonKey: id })
    expect(JSON.stringify(job)).not.toMatch(/482913|13800000001/)
  })
})

describe('several processes', () => {
  const messagesTo = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ ...mail, to: `user${n}@hospital.example` }))
  const allDelivered = async () => {
    const rows = await database.owner.selectFrom('message').select('state').execute()
    return rows.every(({ state }) => state === 'delivered')
  }
  const start = (count: number) =>
    Promise.all(Array.from({ length: count }, () => startWorkerProcess(database, mailServer.url)))
  const end = (children: readonly ChildProcess[]) =>
    Promise.all(
      children.map(async (child) => {
        const gone = once(child, 'exit')
        child.kill('SIGKILL')
        await gone
      }),
    )

  it('send each message once, and repeat only what a killed process was sending', async () => {
    const [victim, ...others] = await start(4)
    if (!victim) throw new Error('nobody to kill')
    const messages = messagesTo(200)
    await queue(database, ...messages)
    await until(allDelivered)
    const recipients = mailServer.arrived.flatMap(({ to }) => to)
    expect(recipients.toSorted()).toEqual(messages.map(({ to }) => to).toSorted())

    // Set only now: on a busy machine, a live process could be silent for 2 seconds and count as dead.
    await setHeartbeat(database, 2)
    const onTheWay = Promise.withResolvers<void>()
    const dead = Promise.withResolvers<void>()
    replyToMail = () => {
      if (received >= 220) onTheWay.resolve()
      return received > 210 ? dead.promise : undefined
    }
    await queue(database, ...messagesTo(60))
    await onTheWay.promise
    await end([victim])
    dead.resolve()
    await until(allDelivered)
    await end(others)
    const rows = await database.owner.selectFrom('message').select(['reference', 'sendCount']).execute()
    const arrivals = Map.groupBy(mailServer.arrived, ({ messageId }) => messageId)
    // Every message arrives under its own Message-ID. Only those that the killed process was sending arrive twice.
    expect([...arrivals.keys()].toSorted()).toEqual(rows.map(({ reference }) => reference).toSorted())
    for (const { reference, sendCount } of rows) {
      expect(arrivals.get(reference)?.length).toBeLessThanOrEqual(sendCount)
    }
    expect(rows.filter(({ sendCount }) => sendCount > 1).length).toBeLessThanOrEqual(8)
  })
})

describe('stop', () => {
  it('waits for a message that is being sent', async () => {
    const held = Promise.withResolvers<void>()
    const onItsWay = Promise.withResolvers<void>()
    replyToMail = () => {
      onItsWay.resolve()
      return held.promise
    }
    const [id] = await queue(database, mail)
    const worker = await work()
    await onItsWay.promise
    const stopped = worker.stop(new AbortController().signal)
    held.resolve()
    await stopped
    expect(await stateOf(id)).toBe('delivered')
  })

  it('takes limited time if the mail server hangs, and leaves the repetition to the hourly job', async () => {
    replyToMail = () => new Promise(() => {})
    const [id] = await queue(database, mail)
    const worker = await work()
    await until(() => received > 0)
    await worker.stop(AbortSignal.timeout(100))
    const { state, attempts } = await read(database, id)
    expect(state).toBe('waiting')
    expect(attempts).toMatchObject([{ outcome: 'unanswered', answer: expect.stringContaining('stopping') }])
    await work()
    await lookAgain()
    expect(mailServer.arrived.map(({ to }) => to)).toEqual([['later@hospital.example']])
  })
})
