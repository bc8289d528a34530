import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../../test-support/index.ts'
import { asPlatform, inTransaction } from '../../../platform/database/index.ts'
import { resendMessages, sendersOf } from '../index.ts'
import {
  type MailServer,
  mail,
  profile,
  queue,
  type ReceivedMail,
  read,
  secrets,
  setHeartbeat,
  startMailServer,
  startWorkerProcess,
  until,
} from '../test-kit/index.ts'
import { type MessageWorker, startMessageWorker } from './worker.ts'

jest.setTimeout(180_000)

let database: TestDatabase
let mailServer: MailServer
let replyToMail: (received: ReceivedMail) => Promise<void> | void
let worker: MessageWorker | undefined
const children: ChildProcess[] = []

beforeEach(async () => {
  replyToMail = () => {}
  database = await createTestDatabase()
  mailServer = await startMailServer((received) => replyToMail(received))
})
afterEach(async () => {
  await worker?.stop(AbortSignal.abort())
  worker = undefined
  await Promise.all(children.splice(0).map(kill))
  await mailServer.close()
  await database.close()
})

const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

const work = async () => {
  const senders = sendersOf({ SMTP_URL: mailServer.url }, profile)
  worker = await startMessageWorker({ db: database.db, queue: database.queue, secrets, senders })
}

const resend = (...ids: string[]) =>
  inTransaction(database.db, asPlatform, (trx) => resendMessages(trx, 'email', ids))

/** Ends the window in which a second resend is ignored. */
const waitPause = () =>
  database.owner
    .updateTable('message')
    .set({ resentAt: new Date(0) })
    .execute()

const states = async () => {
  const rows = await database.owner.selectFrom('message').select('state').execute()
  return new Set(rows.map(({ state }) => state))
}
const allDelivered = async () => (await states()).isSubsetOf(new Set(['delivered']))
/** Groups the received mails by recipient and reference. */
const arrivals = () => {
  const byRecipient = Map.groupBy(mailServer.arrived, ({ to }) => String(to))
  return new Map(
    [...byRecipient].map(([to, mails]) => [to, Map.groupBy(mails, ({ messageId }) => messageId)]),
  )
}
const addressed = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ ...mail, to: `user${n}@hospital.example` }))

describe('a resent message', () => {
  it('arrives again under a new reference and counts as a further attempt', async () => {
    await work()
    const [id = ''] = await queue(database, mail)
    await until(allDelivered)
    const { reference } = await read(database, id)
    await resend(id)
    await until(allDelivered)
    const again = await read(database, id)
    expect(again).toMatchObject({ sendCount: 2, outcomes: ['delivered', 'delivered'] })
    expect(mailServer.arrived.map(({ messageId }) => messageId)).toEqual([reference, again.reference])
    expect(again.reference).not.toBe(reference)
  })

  it('is rejected while it is being sent, and keeps the outcome of the attempt', async () => {
    const held = Promise.withResolvers<void>()
    const onTheWay = Promise.withResolvers<void>()
    replyToMail = () => {
      onTheWay.resolve()
      return held.promise
    }
    await work()
    const [id = ''] = await queue(database, mail)
    await onTheWay.promise
    expect((await resend(id)).checked).toMatchObject([{ rejection: 'underWay' }])
    held.resolve()
    await until(allDelivered)
    expect(await read(database, id)).toMatchObject({ sendCount: 1, outcomes: ['delivered'] })
  })

  it('is sent even if its first job has not ended yet', async () => {
    await work()
    const ids = await queue(database, ...addressed(20))
    for (const id of ids) {
      // Resend right after the delivery, while the first job may not have ended yet. A lost job would be found only
      // after a minute.
      while ((await read(database, id)).state !== 'delivered') await new Promise(setImmediate)
      await resend(id)
    }
    await until(() => mailServer.arrived.length === 40)
    await until(allDelivered)
    for (const references of arrivals().values()) expect(references.size).toBe(2)
  })
})

describe('several processes', () => {
  it('resend it once in parallel calls, and repeat only what a killed process was sending', async () => {
    children.push(
      ...(await Promise.all([1, 2, 3, 4].map(() => startWorkerProcess(database, mailServer.url)))),
    )
    const ids = await queue(database, ...addressed(60))
    await until(allDelivered)

    // Four users resend at the same moment, in different orders.
    const results = await Promise.all([
      resend(...ids),
      resend(...ids.toReversed()),
      resend(...ids),
      resend(...ids.toReversed()),
    ])
    expect(results.map(({ after }) => after.length).toSorted()).toEqual([0, 0, 0, 60])
    await until(allDelivered)
    for (const references of arrivals().values()) {
      expect([...references.values()].map(({ length }) => length)).toEqual([1, 1])
    }

    await waitPause()
    // Set only now: on a busy machine, a live process could be silent for 2 seconds and count as dead.
    await setHeartbeat(database, 2)
    const dead = Promise.withResolvers<void>()
    const onTheWay = Promise.withResolvers<void>()
    let received = 0
    replyToMail = () => {
      received += 1
      if (received === 30) onTheWay.resolve()
      return received > 20 ? dead.promise : undefined
    }
    await resend(...ids)
    await onTheWay.promise
    const [victim] = children
    if (victim) await kill(victim)
    dead.resolve()
    await until(allDelivered)
    const rows = await database.owner.selectFrom('message').select(['recipient', 'sendCount']).execute()
    let repeated = 0
    for (const { recipient, sendCount } of rows) {
      const counts = [...(arrivals().get(recipient)?.values() ?? [])].map(({ length }) => length)
      // Each resend has one new reference, even if it arrives several times.
      expect(counts.slice(0, 2)).toEqual([1, 1])
      expect(counts).toHaveLength(3)
      expect(counts[2]).toBeLessThanOrEqual(sendCount - 2)
      if (sendCount > 3) repeated += 1
    }
    // Only the messages that the killed process was sending are repeated.
    expect(repeated).toBeLessThanOrEqual(8)
  })
})
