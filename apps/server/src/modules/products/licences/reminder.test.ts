import { parseProfile, softwareCodes } from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../../../test-support/index.ts'
import { testServices } from '../../../../test-support/services.ts'
import { tenantAdministrator } from '../../access/index.ts'
import { addMembership, addUser, messagesTo } from '../../identity/sign-in/test-kit/index.ts'
import { licenceReminder } from './index.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase({ seeded: true })
})

afterAll(() => database.close())

beforeEach(async () => {
  await database.owner.deleteFrom('tenantSoftware').execute()
})

const softwareId = softwareCodes.edc
const run = (signal = new AbortController().signal) =>
  licenceReminder.run({
    services: testServices(database, parseProfile({ timeZone: 'Asia/Shanghai' })),
    params: '',
    signal,
  })

const reminded = (licences: number, messages: number) => ({
  key: 'licence.done.reminded',
  params: { licences, messages },
})

const day = (fromNow: number) =>
  sql<string>`((now() at time zone 'Asia/Shanghai')::date + ${sql.lit(fromNow)})`

let people = 0
const newAddress = () => `holder${++people}@sponsor.example`

/** Adds a tenant with an administrator and a licence that ends in the given number of days. */
async function addLicence(days: number, isEnable = true) {
  const email = newAddress()
  const { id: userId } = await addUser(database, { email, emailKey: email })
  const tenantId = await addMembership(database, userId, tenantAdministrator.id)
  await database.owner
    .insertInto('tenantSoftware')
    .values({
      tenantId,
      id: tenantId,
      softwareId,
      timeEnable: true,
      isEnable,
      startTime: day(-99),
      endTime: day(days),
    })
    .execute()
  return { tenantId, email }
}

const endsIn = (tenantId: string, days: number) =>
  database.owner
    .updateTable('tenantSoftware')
    .set({ endTime: day(days) })
    .where('tenantId', '=', tenantId)
    .execute()

const countTo = async (email: string) => (await messagesTo(database, email)).length

describe('a reminder', () => {
  it('is sent once each 30, 7 and 1 days before the end, however often the job runs', async () => {
    const { tenantId, email } = await addLicence(31)
    const counts: number[] = []
    for (const days of [31, 30, 30, 29, 8, 7, 6, 2, 1, 1, 0, -1]) {
      // Simulates passing days: the recorded reminder moves with the end date, as if the end had not changed.
      await database.owner
        .updateTable('tenantSoftware')
        .set({
          endTime: day(days),
          remindedEnd: sql`case when reminded_end is null then null else ${day(days)} end`,
        })
        .where('tenantId', '=', tenantId)
        .execute()
      await run()
      counts.push(await countTo(email))
    }
    expect(counts).toEqual([0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3])
  })

  it('is sent once, for the nearest date only, if earlier reminders were missed', async () => {
    for (const days of [25, 5, 0]) {
      const { email } = await addLicence(days)
      await run()
      await run()
      expect(await countTo(email)).toBe(1)
    }
  })

  it('is sent again after the end date changes', async () => {
    const { tenantId, email } = await addLicence(1)
    await run()
    await endsIn(tenantId, 365)
    await run()
    expect(await countTo(email)).toBe(1)
    await endsIn(tenantId, 20)
    await run()
    expect(await countTo(email)).toBe(2)
  })

  it('is not sent for a licence that is switched off, expired or unlimited in time', async () => {
    const off = await addLicence(5, false)
    const over = await addLicence(-1)
    const endless = await addLicence(5)
    await database.owner
      .updateTable('tenantSoftware')
      .set({ timeEnable: false, startTime: null, endTime: null })
      .where('tenantId', '=', endless.tenantId)
      .execute()
    expect(await run()).toEqual(reminded(0, 0))
    for (const { email } of [off, over, endless]) expect(await countTo(email)).toBe(0)
  })

  it('is sent once if several processes run the job concurrently', async () => {
    const licences = [await addLicence(7), await addLicence(3), await addLicence(30)]
    const responses = await Promise.all(Array.from({ length: 4 }, () => run()))
    for (const { email } of licences) expect(await countTo(email)).toBe(1)
    const counts = responses.map((response) => Number(Object(response).params.licences))
    expect(counts.reduce((sum, count) => sum + count)).toBe(3)
  })

  it('leaves the licence’s version unchanged, so that open forms can still be saved', async () => {
    const { tenantId } = await addLicence(7)
    await run()
    const row = await database.owner
      .selectFrom('tenantSoftware')
      .select(['rowVersion', 'remindedDays'])
      .where('tenantId', '=', tenantId)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ rowVersion: 1, remindedDays: 7 })
  })

  it('is not sent by an aborted run; the next run sends it', async () => {
    const { email } = await addLicence(7)
    await expect(run(AbortSignal.abort())).rejects.toThrow(/abort/i)
    expect(await countTo(email)).toBe(0)
    await run()
    expect(await countTo(email)).toBe(1)
  })
})

describe('the recipients of a reminder', () => {
  it('are the active administrators and the tenant’s contact, each once and in their own language', async () => {
    const { tenantId, email } = await addLicence(7)
    const { owner } = database
    const member = async (facts: object, roleId: string | null, enabled = 0) => {
      const address = newAddress()
      const { id } = await addUser(database, { email: address, emailKey: address, ...facts })
      await owner.insertInto('tenantUser').values({ tenantId, id, userId: id, roleId, enabled }).execute()
      return address
    }
    const english = await member({ language: 'en' }, tenantAdministrator.id)
    const silent = [
      await member({ status: '1' }, tenantAdministrator.id),
      await member({}, tenantAdministrator.id, 1),
      await member({}, null),
    ]
    await member({ email: '', emailKey: null }, tenantAdministrator.id)
    await owner
      .updateTable('tenant')
      .set({ email: english.toUpperCase() })
      .where('id', '=', tenantId)
      .execute()
    expect(await run()).toEqual(reminded(1, 2))
    expect(await messagesTo(database, email)).toMatchObject([
      {
        template: 'licenceEnding',
        language: 'zh',
        tenantId,
        text: expect.stringContaining('（7 天后）到期'),
      },
    ])
    expect(await messagesTo(database, english)).toMatchObject([
      { language: 'en', text: expect.stringContaining('for Electronic Data Capture (EDC) ends on') },
    ])
    const link = (await messagesTo(database, english))[0]?.text ?? ''
    expect(link).toMatch(/#\/signIn\/index\?account=[^&]+&language=en/)
    for (const address of silent) expect(await countTo(address)).toBe(0)
    const contact = newAddress()
    await owner.updateTable('tenant').set({ email: contact }).where('id', '=', tenantId).execute()
    await endsIn(tenantId, 6)
    expect(await run()).toEqual(reminded(1, 3))
    expect(await messagesTo(database, contact)).toMatchObject([
      { language: 'zh', text: expect.stringContaining('#/signIn/index?language=zh') },
    ])
  })
})
