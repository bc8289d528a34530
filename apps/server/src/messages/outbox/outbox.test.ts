import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { asPlatform, asTenants, contains, inTransaction } from '../../database/index.ts'
import { codeSms, mail, outbox, queue, read, secrets } from '../test-kit/index.ts'
import { openBody } from './index.ts'
import { messageSearchText } from './search-text.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const count = async () => (await database.owner.selectFrom('message').select('id').execute()).length

describe('queueMessage', () => {
  it('writes a message that is due at once', async () => {
    const [id] = await queue(database, mail)
    expect(await read(database, id)).toMatchObject({
      ...{ tenantId: '0', kind: 'email', template: 'userNameReminder', recipient: 'li@hospital.example' },
      ...{ subject: '您的用户名', language: 'zh', state: 'waiting', sendCount: 0, maxSendCount: 15 },
      ...{ reference: `<${id}@atrium.example>`, expiresAt: null, wipedAt: null, attempts: [] },
    })
  })

  it('keeps what it says encrypted, and its code nowhere else', async () => {
    const [id] = await queue(database, codeSms)
    const { bodyEncrypted, ...rest } = await read(database, id)
    expect(openBody(secrets, bodyEncrypted ?? '')).toMatchObject({
      secret: '482913',
      params: { code: '482913' },
    })
    expect(bodyEncrypted).not.toContain('482913')
    expect(JSON.stringify(rest)).not.toContain('482913')
    const life = (rest.expiresAt?.getTime() ?? 0) - rest.createdAt.getTime()
    expect(life).toBe(600_000)
  })

  it('writes nothing when the transaction that caused it fails', async () => {
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

  it("takes a tenant's messages and the platform's from a tenant's session, no other tenant's", async () => {
    await add('a')
    await add('0')
    await expect(add('b')).rejects.toMatchObject({ code: '42501' })
  })

  it('shows them to the platform alone', async () => {
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
