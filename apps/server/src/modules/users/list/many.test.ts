import { exactCountLimit } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../../../test-support/index.ts'
import { asPlatform, inTransaction, type Trx } from '../../../database/index.ts'
import { matchingUsers } from '../matching.ts'
import { ordered } from './order.ts'
import { pageOfUsers } from './page.ts'

let database: TestDatabase

const amount = 30_000

beforeAll(async () => {
  database = await createTestDatabase()
  await sql`insert into app_user (id, full_name, user_name, user_name_key, email, phone, user_type, created_at)
    select 'u' || lpad(n::text, 6, '0'), case when n % 3 = 0 then '众多用户' else '张伟' || n end, 'many' || n, 'many' || n,
      'many' || n || '@hospital.example', (13000000000 + n)::text, case when n % 100 = 0 then '1' else '0' end,
      now() - make_interval(secs => n)
    from generate_series(1, ${amount}) n`.execute(database.owner)
  await sql`vacuum analyze app_user`.execute(database.owner)
})

afterAll(() => database.close())

/** Those of one name who are no special users, the latest first. */
const zhangs = Array.from({ length: amount }, (_, n) => n + 1).filter((n) => n % 3 !== 0 && n % 100 !== 0)
const idOf = (n: number) => `u${String(n).padStart(6, '0')}`

const platform = <T>(work: (trx: Trx) => Promise<T>) => inTransaction(database.db, asPlatform, work)
const all = { keyWord: '', userName: '', searchAll: false }
const page = (wanted: Partial<Parameters<typeof pageOfUsers>[1]>) =>
  platform((trx) => pageOfUsers(trx, { ...all, limit: 10, page: 1, ...wanted }))
const planOf = async (query: (trx: Trx) => { explain: (format: 'json') => Promise<unknown> }) =>
  JSON.stringify(await platform((trx) => query(trx).explain('json')))

describe('among many users', () => {
  it('a keyword is found by the index, in the role of the platform', async () => {
    for (const filters of [{ keyWord: '张伟123' }, { keyWord: '012345' }, { userName: 'ny2999' }])
      expect(await planOf((trx) => matchingUsers(trx, { ...all, ...filters }).select('appUser.id'))).toMatch(
        /app_user_(name_)?search/,
      )
    const { list, totalCount } = await page({ keyWord: '张伟1234' })
    expect(list).toEqual(zhangs.filter((n) => String(n).startsWith('1234')).map(idOf))
    expect(totalCount).toBe(list.length)
  })

  it('a late page is found in the index alone, in every order', async () => {
    for (const sortBy of ['fullName', 'userName', 'email', 'phone', 'status', 'createTime'] as const)
      for (const searchAll of [true, false]) {
        const plan = await planOf((trx) =>
          ordered(matchingUsers(trx, { ...all, searchAll }), { sortBy })
            .select('appUser.id')
            .limit(10)
            .offset(20_000),
        )
        expect(plan).toContain('Index Only Scan')
        expect(plan).not.toContain('Sort')
      }
  })

  it('counts are exact up to a limit and estimates beyond, also without looking', async () => {
    const narrow = await page({ keyWord: '张伟', userName: 'many29' })
    expect(narrow.totalCount).toBe(zhangs.filter((n) => String(n).startsWith('29')).length)
    expect(narrow.totalEstimated).toBeUndefined()
    const everybody = await page({})
    expect(everybody.totalEstimated).toBe(true)
    expect(Math.abs(everybody.totalCount - amount * 0.99)).toBeLessThan(amount * 0.05)
    const broad = await page({ keyWord: '张伟' })
    expect(broad.totalEstimated).toBe(true)
    expect(broad.totalCount).toBeGreaterThan(exactCountLimit)
  })

  it('a broad search has the same pages as a narrow one would: latest first', async () => {
    const expected = (from: number) => zhangs.slice(from, from + 10).map(idOf)
    expect((await page({ keyWord: '张伟' })).list).toEqual(expected(0))
    expect((await page({ keyWord: '张伟', page: 101 })).list).toEqual(expected(1000))
  })
})
