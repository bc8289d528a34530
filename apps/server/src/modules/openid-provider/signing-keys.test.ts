import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { testServices } from '../../../test-support/services.ts'
import { signingKeyRotation, signingKeysOf } from './signing-keys.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

beforeEach(() => database.owner.deleteFrom('serverKey').execute())

const run = (params = '') =>
  signingKeyRotation.run({
    services: testServices(database),
    params,
    signal: new AbortController().signal,
  })

/** Ids of the published keys. The first two sign. */
const published = async () => (await signingKeysOf(testServices(database))).jwks.map(({ kid }) => kid)

/** Makes all keys older by a time. */
const age = (time: string) =>
  database.owner
    .updateTable('serverKey')
    .set({
      createdAt: sql<Date>`created_at - ${time}::interval`,
      retiredAt: sql<Date>`retired_at - ${time}::interval`,
    })
    .execute()

it('makes the first keys', async () => {
  expect(await run()).toEqual({ key: 'job.outcome.openidKeysReplaced', params: { deleted: 0 } })
  expect(await published()).toHaveLength(2)
})

it('replaces keys that are 90 days old, and keeps younger ones', async () => {
  const first = await published()
  await age('89 days 23 hours')
  expect(await run()).toEqual({
    key: 'job.outcome.openidKeysKept',
    params: { age: 89, days: 90, deleted: 0 },
  })
  expect(await published()).toEqual(first)
  await age('1 hour')
  expect(await run()).toEqual({ key: 'job.outcome.openidKeysReplaced', params: { deleted: 0 } })
  expect(await published()).toHaveLength(4)
})

it('publishes new keys for 15 minutes before they sign, and the old ones for 30 days after', async () => {
  const first = await published()
  await age('90 days')
  await run()
  const [second, both] = [(await published()).slice(2), await published()]
  expect(both).toEqual([...first, ...second])
  await age('14 minutes')
  expect(await published()).toEqual(both)
  await age('1 minute')
  expect(await published()).toEqual([...second, ...first])
  await age('29 days')
  expect(await run()).toMatchObject({ params: { deleted: 0 } })
  expect(await published()).toEqual([...second, ...first])
  await age('1 day')
  expect(await published()).toEqual(second)
  expect(await run()).toMatchObject({ key: 'job.outcome.openidKeysKept', params: { deleted: 2 } })
})

it('replaces them once if several processes do so at the same time', async () => {
  await published()
  await age('90 days')
  await Promise.all([run(), run(), run()])
  expect(await published()).toHaveLength(4)
})

it('takes the age from the params', async () => {
  await published()
  await age('30 days')
  expect(await run('days=31')).toMatchObject({ key: 'job.outcome.openidKeysKept', params: { days: 31 } })
  expect(await run('days=30')).toMatchObject({ key: 'job.outcome.openidKeysReplaced' })
  await expect(run('days=0')).rejects.toMatchObject({
    result: { key: 'job.outcome.daysExpected', params: { days: 90 } },
  })
})
