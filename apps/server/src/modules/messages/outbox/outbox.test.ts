import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../../../test-support/index.ts'
import { asPlatform, asSystem, asTenants, contains, inTransaction } from '../../../platform/database/index.ts'
import { codeSms, mail, outbox, queue, read, secrets } from '../test-kit/index.ts'
import { decryptBody } from './outbox.ts'
import { messageSearchText } from './search-text.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const count = async () => (await database.owner.selectFrom('message').select('id').execute()).length

describe('queueMessage', () => {
  it('writes a message that is due immediately', async () => {
    const [id] = await queue(database, mail)
    expect(await read(database, id)).toMatchObject({
      tenantId: '0',
      kind: 'email',
      template: 'userNameReminder',
      recipient: 'li@hospital.example',
      subject: '您的用户名',
      language: 'zh',
      state: 'waiting',
      sendCount: 0,
      maxSendCount: 24,
      reference: `<${id}@atrium.example>`,
      expiresAt: null,
      wipedAt: null,
      attempts: [],
    })
  })

  it('encrypts the text, and stores its code nowhere else', async () => {
    const [id] = await queue(database, codeSms)
    const { bodyEncrypted, ...rest } = await read(database, id)
    expect(decryptBody(secrets, bodyEncrypted ?? '')).toMatchObject({
      secret: '482913',
      params: { code: '482913' },
    })
    expect(bodyEncrypted).not.toContain('482913')
    expect(JSON.stringify(rest)).not.toContain('482913')
    const life = (rest.expiresAt?.getTime() ?? 0) - rest.createdAt.getTime()
    expect(life).toBe(600_000)
  })

  it('writes nothing if its transaction fails', async () => {
    const before = await count()
    const work = inTransaction(database.db, asPlatform, async (trx) => {
      await outbox.queueMessage(trx, mail)
      throw new Error('stop')
    })
    await expect(work).rejects.toThrow('stop')
    expect(await count()).toBe(before)
  })
})

describe('the outbox', () => {
  const add = (tenantId: string) =>
    inTransaction(database.db, asTenants(['a']), (trx) => outbox.queueMessage(trx, { ...mail, tenantId }))

  it('accepts messages of the session’s own tenant and the platform, not of other tenants', async () => {
    await add('a')
    await add('0')
    await expect(add('b')).rejects.toMatchObject({ code: '42501' })
  })

  it('is readable by the platform only', async () => {
    const list = (as: typeof asPlatform) =>
      inTransaction(database.db, as, (trx) => trx.selectFrom('message').select('id').execute())
    expect((await list(asPlatform)).length).toBeGreaterThan(0)
    await expect(list(asTenants(['a']))).rejects.toMatchObject({ code: '42501' })
  })

  it('finds by part of a recipient or subject', async () => {
    const search = inTransaction(database.db, asPlatform, (trx) =>
      trx
        .selectFrom('message')
        .select('id')
        .where('kind', '=', 'sms')
        .where(contains(messageSearchText, '0000001'))
        .execute(),
    )
    expect(await search).toHaveLength(1)
  })
})

describe('the job queue', () => {
  const run = (as: typeof asPlatform, statement: ReturnType<typeof sql>) =>
    inTransaction(database.db, as, (trx) => statement.execute(trx))
  const forbidden = { code: '42501' }

  it.each([
    ['a tenant', asTenants(['a'])],
    ['the platform', asPlatform],
  ])('accepts messages from %s, and shows it nothing', async (_, as) => {
    for (const statement of [
      sql`select data from pgboss.job`,
      sql`select name from pgboss.queue`,
      sql`insert into pgboss.job (name) values ('message-sms')`,
      sql`update pgboss.job set data = '{}'`,
      sql`delete from pgboss.job`,
    ]) {
      await expect(run(as, statement)).rejects.toMatchObject(forbidden)
    }
    await run(as, sql`select queue_message('sms', '0', 'nobody')`)
  })

  it('can be processed by the server, which cannot change its tables', async () => {
    await run(asSystem, sql`select data from pgboss.job`)
    await expect(run(asSystem, sql`create table pgboss.mine ()`)).rejects.toMatchObject(forbidden)
    await expect(run(asSystem, sql`drop table pgboss.job`)).rejects.toMatchObject(forbidden)
  })

  it('has one job per message, and none from a failed transaction', async () => {
    const [id] = await queue(database, mail)
    await run(asSystem, sql`select queue_message('email', '0', ${id})`)
    const failing = inTransaction(database.db, asPlatform, async (trx) => {
      await outbox.queueMessage(trx, { ...mail, to: 'never@hospital.example' })
      throw new Error('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    const { rows } = await sql`select data from pgboss.job where name = 'message-email'
      and (singleton_key = ${id} or not exists (select from message where id = singleton_key))`.execute(
      database.owner,
    )
    expect(rows).toEqual([{ data: { tenantId: '0', id } }])
  })
})
