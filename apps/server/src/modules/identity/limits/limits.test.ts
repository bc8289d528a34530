import { codes, parseProfile } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../../test-support/index.ts'
import { asSystem, inTransaction } from '../../../platform/database/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { ageLimits } from '../sign-in/test-kit/index.ts'
import { consumeAddressLimit, consumeLimit, dayLimit, type Limit } from './index.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.close())

const spend = (limit: Limit) => inTransaction(database.db, asSystem, (trx) => consumeLimit(trx, limit))
const times = <Result>(count: number, work: () => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, work))
const granted = (responses: readonly boolean[]) => responses.filter(Boolean).length

const endOf = async (bucket: string): Promise<Date> =>
  (
    await database.owner
      .selectFrom('rateLimit')
      .selectAll()
      .where('bucket', '=', bucket)
      .executeTakeFirstOrThrow()
  ).endsAt

describe('a limit', () => {
  it('allows thirty of fifty parallel uses', async () => {
    const limit = dayLimit('sign-in', '13900000001', 'Asia/Shanghai')
    expect(granted(await times(50, () => spend(limit)))).toBe(30)
    expect(await spend(limit)).toBe(false)
    expect(await spend(dayLimit('sign-in', '13900000002', 'Asia/Shanghai'))).toBe(true)
    expect(await spend(dayLimit('remind', '13900000001', 'Asia/Shanghai'))).toBe(true)
  })

  it('of an address comes from the profile', async () => {
    const profile = parseProfile({ limits: { address: { captchasAnHour: 10 } } })
    const asked = {
      system: <Result>(work: (trx: Trx) => Promise<Result>) => inTransaction(database.db, asSystem, work),
      services: { profile },
      client: { address: '192.0.2.10', userAgent: '' },
    }
    await times(10, () => consumeAddressLimit(asked, 'draw'))
    await expect(consumeAddressLimit(asked, 'draw')).rejects.toMatchObject({ code: codes.limitReached })
  })

  it('allows several uses at once, or none if fewer are left', async () => {
    const limit = { bucket: 'several', max: 10, window: { seconds: 3600 } }
    const several = (amount: number) =>
      inTransaction(database.db, asSystem, (trx) => consumeLimit(trx, limit, amount))
    expect(await several(11)).toBe(false)
    expect([await several(6), await several(5), await several(4), await spend(limit)]).toEqual([
      true,
      false,
      true,
      false,
    ])
    await ageLimits(database, 3600)
    expect(await several(10)).toBe(true)
  })

  it('restarts after its window has ended, exactly once for parallel uses', async () => {
    const limit = { bucket: 'hourly', max: 3, window: { seconds: 3600 } }
    expect(granted(await times(5, () => spend(limit)))).toBe(3)
    await ageLimits(database, 3590)
    expect(await spend(limit)).toBe(false)
    await ageLimits(database, 20)
    expect(granted(await times(10, () => spend(limit)))).toBe(3)
  })

  it('of a day ends at midnight of its time zone', async () => {
    for (const zone of ['Asia/Shanghai', 'America/New_York', 'UTC']) {
      await spend(dayLimit('reset', zone, zone))
      const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'medium' })
      const end = await endOf(`day:reset:${zone}`)
      expect(clock.format(end)).toBe('00:00:00')
      expect(end.getTime() - Date.now()).toBeGreaterThan(0)
      expect(end.getTime() - Date.now()).toBeLessThanOrEqual(25 * 3_600_000)
    }
  })

  it('counts nothing in a transaction that is rolled back', async () => {
    const limit = { bucket: 'undone', max: 1, window: { seconds: 60 } }
    const undone = inTransaction(database.db, asSystem, async (trx) => {
      await consumeLimit(trx, limit)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await spend(limit)).toBe(true)
  })
})
