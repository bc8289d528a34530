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
/**
 * E-mail domains of the users: `exactSearchLimit` users in the first, one more in the second, and the rest in the
 * third.
 */
const domainOf = sql`case when n <= ${sql.lit(exactSearchLimit)} then 'thousand' when n <= ${sql.lit(2 * exactSearchLimit + 1)} then 'beyond' else 'hospital' end`

beforeAll(async () => {
  database = await createTestDatabase()
  await sql`insert into app_user (id, full_name, user_name, user_name_key, email, email_key, phone, user_type, status, created_at)
    select 'u' || lpad(n::text, 6, '0'), case when n % 3 = 0 then '众多用户' else '张伟' || n end, 'many' || n, 'many' || n,
      'many' || n || '@' || ${domainOf}, 'many' || n || '@' || ${domainOf}, (13000000000 + n)::text, case when n % 100 = 0 then '1' else '0' end,
      case when n % 4 = 0 then '1' else '0' end,
      now() - make_interval(secs => n)
    from generate_series(1, ${amount}) n`.execute(database.owner)
  await sql`vacuum analyze app_user`.execute(database.owner)
  // On a busy machine, inserting so many rows with all their indexes exceeds the usual timeout of a hook.
}, 180_000)

afterAll(() => database.close())

/** Numbers of the users named 张伟 who are not special, newest first. */
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
  it('finds a keyword by index under the platform’s database role', async () => {
    for (const filters of [{ keyWord: '张伟123' }, { keyWord: '012345' }, { userName: 'ny2999' }]) {
      const plan = await platform(async (trx) => {
        const { indexed } = await find(trx, filters)
        return indexed.select('appUser.id').explain('json')
      })
      expect(JSON.stringify(plan)).toMatch(/app_user_(name_)?search/)
    }
    const { list, totalCount } = await page({ keyWord: '张伟1234' })
    expect(list).toEqual(zhangs.filter((n) => String(n).startsWith('1234')).map(idOf))
    expect(totalCount).toBe(list.length)
  })

  it('reads a late page with an index-only scan, in every order', async () => {
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

  it('reads users of one status in list order from a single index', async () => {
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

  it('counts up to 1,000 matches, and reports if there are more', async () => {
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
    // The last page and all pages after it have the exact total.
    const all = { totalCount: exactSearchLimit + 1 }
    expect(await page({ ...beyond, page: last + 1 })).toEqual({ list: idsFrom(2001, 2001), ...all })
    expect(await page({ ...beyond, page: 5000 })).toEqual({ list: [], ...all })
    // Special users are neither listed nor counted unless the request wants them.
    expect(await page({ ...beyond, searchAll: false, page: last })).toEqual({
      list: idsFrom(1901, 2001)
        .filter((id) => !id.endsWith('00'))
        .slice(9),
      totalCount: exactSearchLimit + 1 - 10,
    })
  })

  it('promises a further page on every page except the last', async () => {
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

  it('counts exactly up to a limit, and estimates above it', async () => {
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

  it('pages through a broad search in both directions', async () => {
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

  it('returns an empty page with the exact total after the last page of a broad search', async () => {
    expect(await page({ keyWord: '张伟', page: 5000 })).toEqual({ list: [], totalCount: zhangs.length })
  })

  it('finds all users to export, whether few or many', async () => {
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

  it('computes no ngrams while searching, which would take forty times as long', async () => {
    const { owner } = database
    const { rows } = await sql<{ source: string }>`
      select pg_get_functiondef('search_runs'::regproc) as source`.execute(owner)
    await sql`create or replace function search_runs(value text) returns bigint[]
      language plpgsql immutable strict parallel safe as 'begin raise exception ''ngrams made''; end'`.execute(
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
