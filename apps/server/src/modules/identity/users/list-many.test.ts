import { exactCountLimit, exactSearchLimit } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../../../test-support/index.ts'
import { inOrder } from '../../../platform/crud/index.ts'
import { asPlatform, inTransaction, type Trx } from '../../../platform/database/index.ts'
import { planSearch, searched } from '../../../platform/database/search-plan.ts'
import { listedUsers, pageOfUsers, type UserFilters, userOrder, userSearches } from './list.ts'

let database: TestDatabase

const amount = 30_000
/** The first ones have an address at one place, one more at another, all others at a third. */
const placeOf = sql`case when n <= ${sql.lit(exactSearchLimit)} then 'thousand' when n <= ${sql.lit(2 * exactSearchLimit + 1)} then 'beyond' else 'hospital' end`

beforeAll(async () => {
  database = await createTestDatabase()
  await sql`insert into app_user (id, full_name, user_name, user_name_key, email, email_key, phone, user_type, status, created_at)
    select 'u' || lpad(n::text, 6, '0'), case when n % 3 = 0 then '众多用户' else '张伟' || n end, 'many' || n, 'many' || n,
      'many' || n || '@' || ${placeOf}, 'many' || n || '@' || ${placeOf}, (13000000000 + n)::text, case when n % 100 = 0 then '1' else '0' end,
      case when n % 4 = 0 then '1' else '0' end,
      now() - make_interval(secs => n)
    from generate_series(1, ${amount}) n`.execute(database.owner)
  await sql`vacuum analyze app_user`.execute(database.owner)
  // So many rows with all their indexes take longer than a usual hook where other work goes on.
}, 60_000)

afterAll(() => database.close())

/** Those of one name who are no special users, the latest first. */
const zhangs = Array.from({ length: amount }, (_, n) => n + 1).filter((n) => n % 3 !== 0 && n % 100 !== 0)
const idOf = (n: number) => `u${String(n).padStart(6, '0')}`
const idsFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => idOf(first + index))

const platform = <T>(work: (trx: Trx) => Promise<T>) => inTransaction(database.db, asPlatform, work)
const all = { keyWord: '', userName: '', searchAll: false }
const page = (wanted: Partial<Parameters<typeof pageOfUsers>[1]>) =>
  platform((trx) => pageOfUsers(trx, { ...all, limit: 10, page: 1, ...wanted }))
const find = (trx: Trx, filters: Partial<UserFilters>) => {
  const wanted = { ...all, ...filters }
  return planSearch(listedUsers(trx, wanted), userSearches(wanted))
}

describe('among many users', () => {
  it('a keyword is found by the index, in the role of the platform', async () => {
    for (const filters of [{ keyWord: '张伟123' }, { keyWord: '012345' }, { userName: 'ny2999' }]) {
      const plan = await platform(async (trx) => {
        const { matching } = await find(trx, filters)
        return matching.select('appUser.id').explain('json')
      })
      expect(JSON.stringify(plan)).toMatch(/app_user_(name_)?search/)
    }
    const { list, totalCount } = await page({ keyWord: '张伟1234' })
    expect(list).toEqual(zhangs.filter((n) => String(n).startsWith('1234')).map(idOf))
    expect(totalCount).toBe(list.length)
  })

  it('a late page is found in the index alone, in every order', async () => {
    for (const sortBy of ['fullName', 'userName', 'email', 'phone', 'status', 'createTime'] as const)
      for (const searchAll of [true, false]) {
        const plan = await platform((trx) =>
          inOrder(listedUsers(trx, { ...all, searchAll }), userOrder({ sortBy }))
            .select('appUser.id')
            .limit(10)
            .offset(20_000)
            .explain('json'),
        )
        expect(JSON.stringify(plan)).toContain('Index Only Scan')
        expect(JSON.stringify(plan)).not.toContain('Sort')
      }
  })

  it('those in one state are found in the list’s order by one index', async () => {
    for (const status of ['0', '1'])
      for (const searchAll of [true, false]) {
        const plan = await platform((trx) =>
          inOrder(listedUsers(trx, { ...all, searchAll, status }), userOrder({}))
            .select('appUser.id')
            .limit(10)
            .offset(5_000)
            .explain('json'),
        )
        expect(JSON.stringify(plan)).toMatch(/Index Only Scan.*app_user_(normal_)?by_state/)
        expect(JSON.stringify(plan)).not.toContain('Sort')
      }
  })

  it('what a keyword finds is counted up to 1,000; of more it is known that there are more', async () => {
    const input = { searchAll: true, limit: 100 }
    const last = exactSearchLimit / 100
    expect((await page({ ...input, keyWord: 'thousand' })).totalCount).toBe(exactSearchLimit)
    expect(await page({ ...input, keyWord: 'thousand', page: last })).toEqual({
      list: idsFrom(exactSearchLimit - 99, exactSearchLimit),
      totalCount: exactSearchLimit,
    })
    const beyond = { ...input, keyWord: 'beyond' }
    const more = { totalCount: exactSearchLimit, totalExceeded: true }
    expect(await page(beyond)).toEqual({ list: idsFrom(1001, 1100), ...more })
    expect(await page({ ...beyond, page: last })).toEqual({ list: idsFrom(1901, 2000), ...more })
    // The last page knows how many there are, and so does whoever goes behind it.
    const all = { totalCount: exactSearchLimit + 1 }
    expect(await page({ ...beyond, page: last + 1 })).toEqual({ list: idsFrom(2001, 2001), ...all })
    expect(await page({ ...beyond, page: 5000 })).toEqual({ list: [], ...all })
    // Special users are neither listed nor counted unless they are asked for.
    expect(await page({ ...beyond, searchAll: false, page: last })).toEqual({
      list: idsFrom(1901, 2001)
        .filter((id) => !id.endsWith('00'))
        .slice(9),
      totalCount: exactSearchLimit + 1 - 10,
    })
  })

  it('every page before the last says that there is another, whatever is counted or estimated', async () => {
    for (const keyWord of ['beyond', '张伟', 'many', '']) {
      const seen: string[] = []
      for (let number = 1; ; number++) {
        const { list, totalCount, totalExceeded } = await page({
          keyWord,
          searchAll: true,
          limit: 5000,
          page: number,
        })
        seen.push(...list)
        if (totalCount <= seen.length && !totalExceeded) break
      }
      const total = { beyond: 1001, 张伟: (amount * 2) / 3 }[keyWord] ?? amount
      expect([keyWord, new Set(seen).size, seen.length]).toEqual([keyWord, total, total])
    }
    expect(await page({ page: 5000 })).toEqual({ list: [], totalCount: amount * 0.99 })
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
    for (const number of [1, 101, 1000, 1900, Math.ceil(zhangs.length / 10)])
      for (const userName of ['', 'many'])
        expect((await page({ keyWord: '张伟', userName, page: number })).list).toEqual(
          expected((number - 1) * 10),
        )
    const backwards = zhangs.toReversed().slice(10, 20).map(idOf)
    expect((await page({ keyWord: '张伟', sortBy: 'createTime', sortOrder: 'asc', page: 2 })).list).toEqual(
      backwards,
    )
  })

  it('a page beyond the last of a broad search is empty, and says how many there are', async () => {
    expect(await page({ keyWord: '张伟', page: 5000 })).toEqual({ list: [], totalCount: zhangs.length })
  })

  it('those to be exported are found by index where they are few, and met in order where they are many', async () => {
    for (const [keyWord, count] of [
      ['张伟', zhangs.length],
      ['many', amount * 0.99],
      ['张伟1234', zhangs.filter((n) => String(n).startsWith('1234')).length],
    ] as const) {
      const wanted = { ...all, keyWord }
      const users = await platform(async (trx) =>
        (await searched(listedUsers(trx, wanted), userSearches(wanted))).select('appUser.id').execute(),
      )
      expect(users).toHaveLength(count)
    }
  })

  it('no text is cut into runs to search it, which would take forty times as long as to look through it', async () => {
    const { owner } = database
    const { rows } = await sql<{ source: string }>`
      select pg_get_functiondef('search_runs'::regproc) as source`.execute(owner)
    await sql`create or replace function search_runs(value text) returns bigint[]
      language plpgsql immutable strict parallel safe as 'begin raise exception ''cut into runs''; end'`.execute(
      owner,
    )
    try {
      for (const keyWord of ['张伟', '用户', 'm', 'many', '1', '138', '张伟1234'])
        for (const number of [1, 50, 900]) await page({ keyWord, page: number })
      await page({ keyWord: '张伟1234', userName: 'many' })
      await page({ keyWord: 'm', userName: 'many1234' })
    } finally {
      await sql.raw(rows[0]?.source ?? '').execute(owner)
    }
  })
})
