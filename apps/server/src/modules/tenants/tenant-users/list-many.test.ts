import { exactSearchLimit } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../../../test-support/index.ts'
import { inOrder, inTenants } from '../../../platform/crud/index.ts'
import {
  asPlatform,
  asTenants,
  inTransaction,
  type RunAs,
  type Trx,
} from '../../../platform/database/index.ts'
import { listedTenantUsers, pageOfTenantUsers, tenantUserOrder } from './page.ts'

let database: TestDatabase

const amount = 30_000

/** The first 50 users belong to the tenant `small`; the others alternate between `large` and `other`. */
beforeAll(async () => {
  database = await createTestDatabase()
  await sql`insert into tenant (id, tenant_name, tenant_code, abbr, category_id)
    select id, id, id, '', '' from unnest(array['large', 'other', 'small']) id`.execute(database.owner)
  await sql`insert into app_user (id, full_name, user_name, user_name_key, email, email_key, phone, user_type)
    select 'u' || n, case when n % 3 = 0 then '众多用户' else '张伟' || n end, 'many' || n, 'many' || n,
      'many' || n || '@hospital', 'many' || n || '@hospital', (13000000000 + n)::text,
      case when n % 100 = 0 then '1' else '0' end
    from generate_series(1, ${amount}) n`.execute(database.owner)
  await sql`insert into tenant_user (tenant_id, id, user_id, join_date, enabled)
    select case when n <= 50 then 'small' when n % 2 = 0 then 'large' else 'other' end,
      'p' || lpad(n::text, 6, '0'), 'u' || n, now() - make_interval(secs => n), n % 7 / 6
    from generate_series(1, ${amount}) n`.execute(database.owner)
  await sql`vacuum analyze app_user, tenant_user`.execute(database.owner)
  // Inserting so many indexed rows takes longer than the default timeout on a busy machine.
}, 180_000)

afterAll(() => database.close())

const numbers = Array.from({ length: amount }, (_, index) => index + 1)
const tenantOf = (n: number) => (n <= 50 ? 'small' : n % 2 === 0 ? 'large' : 'other')
const isZhang = (n: number) => n % 3 !== 0
const isNormal = (n: number) => n % 100 !== 0
const idOf = (n: number) => `p${String(n).padStart(6, '0')}`

const blank = {
  tenantId: '',
  userName: '',
  keyWord: '',
  departmentId: '',
  searchAll: false,
  limit: 10,
  page: 1,
}

const page = (as: RunAs, wanted: Partial<typeof blank>) =>
  inTransaction(database.db, as, (trx) =>
    pageOfTenantUsers(trx, as, { ...blank, ...wanted }, inTenants(as, 'tenantUser.tenantId')),
  )

/** Returns how often a transaction has used an index. */
const scansOf = async (trx: Trx, index: string): Promise<number> => {
  const { rows } = await sql<{
    scans: number
  }>`select pg_stat_get_xact_numscans(${index}::regclass) as scans`.execute(trx)
  return Number(rows[0]?.scans)
}

const twoTenants = asTenants(['large', 'other'])

const roles = [
  ['platform', asPlatform],
  ['a tenant', asTenants(['large'])],
  ['two tenants', twoTenants],
] as const

const seenBy = (as: RunAs) => (n: number) => as === asPlatform || as.tenants.includes(tenantOf(n))

describe('among many tenant users', () => {
  it.each(roles)('uses an index for keywords in the role of %s', async (_, as) => {
    for (const [filters, index] of [
      [{ keyWord: '张伟1234' }, 'tenant_user_search_folded'],
      [{ keyWord: '012345' }, 'tenant_user_search_folded'],
      [{ userName: 'ny2999' }, 'tenant_user_name_search_by_tenant'],
    ] as const)
      await inTransaction(database.db, as, async (trx) => {
        const before = await scansOf(trx, index)
        await pageOfTenantUsers(trx, as, { ...blank, ...filters }, inTenants(as, 'tenantUser.tenantId'))
        expect([filters, (await scansOf(trx, index)) > before]).toEqual([filters, true])
      })
  })

  it.each(roles)('returns the same users as a full scan in the role of %s', async (_, as) => {
    const those = (matches: (n: number) => boolean) =>
      numbers.filter((n) => isNormal(n) && seenBy(as)(n) && matches(n)).map(idOf)
    const expected = [
      [{ keyWord: '张伟1234' }, those((n) => isZhang(n) && String(n).startsWith('1234'))],
      [{ keyWord: '伟777' }, those((n) => isZhang(n) && String(n).startsWith('777'))],
      [{ userName: 'Y2999' }, those((n) => String(n).startsWith('2999'))],
      [{ userName: 'y12', keyWord: '张伟1234' }, those((n) => isZhang(n) && String(n).startsWith('1234'))],
      [{ userName: 'y13', keyWord: '张伟1234' }, []],
      [{ keyWord: '无此人' }, []],
    ] as const
    for (const [filters, ids] of expected) {
      const found = await page(as, { ...filters, limit: 1000 })
      expect([filters, found]).toEqual([filters, { list: ids, totalCount: ids.length }])
    }
  })

  it.each(roles)('returns every page for common keywords in the role of %s', async (_, as) => {
    const zhangs = numbers.filter((n) => isNormal(n) && seenBy(as)(n) && isZhang(n)).map(idOf)
    for (const keyWord of ['张', '张伟', 'hospital']) {
      const all =
        keyWord === 'hospital' ? numbers.filter((n) => isNormal(n) && seenBy(as)(n)).map(idOf) : zhangs
      const first = await page(as, { keyWord })
      expect(first.list).toEqual(all.slice(0, 10))
      expect(first.totalCount).toBeGreaterThanOrEqual(exactSearchLimit)
      const late = await page(as, { keyWord, limit: 100, page: 60 })
      expect(late.list).toEqual(all.slice(5_900, 6_000))
      expect(await page(as, { keyWord, limit: 1000, page: 100 })).toEqual({
        list: [],
        totalCount: all.length,
      })
    }
  })

  it('counts matches exactly up to the limit, whatever the page length', async () => {
    const seen = numbers.filter((n) => isNormal(n) && seenBy(twoTenants)(n) && String(n).includes('99'))
    expect(seen.length).toBeLessThanOrEqual(exactSearchLimit)
    for (const limit of [1, 10, 100])
      expect(await page(twoTenants, { keyWord: '99', limit })).toEqual({
        list: seen.slice(0, limit).map(idOf),
        totalCount: seen.length,
      })
  })

  it('reads a late page from the index only, in every order and for both roles', async () => {
    const large = asTenants(['large'])
    for (const as of [asPlatform, large])
      for (const sortBy of ['fullName', 'userName', 'email', 'enabled', 'joinDate'] as const)
        for (const searchAll of [true, false]) {
          const plan = await inTransaction(database.db, as, (trx) =>
            inOrder(
              listedTenantUsers(trx, { departmentId: '', searchAll }, inTenants(as, 'tenantUser.tenantId')),
              tenantUserOrder({ sortBy }),
            )
              .select('tenantUser.id')
              .limit(10)
              .offset(9_000)
              .explain('json'),
          )
          expect(JSON.stringify(plan)).toContain('Index Only Scan')
          expect(JSON.stringify(plan)).not.toContain('Sort')
        }
  })
})

describe('the function find_tenant_users', () => {
  interface Asked {
    readonly tenants?: readonly string[]
    readonly keyWord?: string
    readonly userName?: string
    readonly special?: boolean
    readonly max?: number | null
  }

  const found = (as: RunAs, { tenants = ['large', 'other', 'small', '0'], ...asked }: Asked) =>
    inTransaction(database.db, as, async (trx) => {
      const { keyWord = '', userName = '', special = true, max = null } = asked
      const { rows } = await sql<{ id: string | null }>`
        select find_tenant_users(${[...tenants]}, ${keyWord}, ${userName}, ${special}, ${max}) as id`.execute(
        trx,
      )
      return rows.map(({ id }) => id).sort()
    })

  const others = numbers.filter((n) => tenantOf(n) === 'other' && String(n).startsWith('1234')).map(idOf)

  it('returns users of the session’s tenants only, whichever tenants are passed', async () => {
    const userName = 'many1234'
    const keys = async (as: RunAs, asked: Asked) =>
      (await found(as, { userName, ...asked })).filter((id) => id !== null)
    const other = asTenants(['other'])
    expect(await keys(other, {})).toEqual(others)
    expect(await keys(other, { tenants: ['large', 'small'] })).toEqual([])
    expect(await keys(other, { tenants: [] })).toEqual([])
    expect(await keys(asTenants([]), {})).toEqual([])
    expect(await keys(asTenants(['nobody']), { tenants: ['other', 'nobody'] })).toEqual([])
    expect(await keys(asTenants(["other'", '{other}', 'other" or true --']), {})).toEqual([])
  })

  it('treats its arguments as text, not as SQL', async () => {
    const other = asTenants(['other'])
    for (const text of [
      "' or true --",
      "many1234' or '1' = '1",
      "\\' or true",
      "many'||'1234",
      '$$',
      '%',
      '_',
    ])
      for (const asked of [{ userName: text }, { keyWord: text }, { userName: 'many1234', tenants: [text] }])
        expect((await found(other, asked)).filter((id) => id !== null)).toEqual([])
  })

  it('returns nothing when the session has no tenants', async () => {
    for (const left of [
      sql`reset app.tenants`,
      sql`set local app.tenants = ''`,
      sql`set local app.tenants = '{}'`,
    ])
      await inTransaction(database.db, asTenants(['other']), async (trx) => {
        await left.execute(trx)
        const { rows } = await sql<{ id: string | null }>`
          select find_tenant_users(array['other'], '', 'many1234', true, null) as id`.execute(trx)
        expect(rows.filter(({ id }) => id !== null)).toEqual([])
      })
  })

  it('returns a single null for a keyword with very many matches, unless all are requested', async () => {
    const hospital = (tenant: string, max: number | null) =>
      found(asTenants([tenant]), { tenants: [tenant], keyWord: 'hospital', max })
    expect(await hospital('large', 10)).toEqual([null])
    expect(await hospital('large', null)).toEqual(numbers.filter((n) => tenantOf(n) === 'large').map(idOf))
    expect(await hospital('small', 100)).toEqual(numbers.slice(0, 50).map(idOf))
    expect(await hospital('nobody', 10)).toEqual([])
  })

  it('reads only rows of the session’s tenants, however many others match', async () => {
    await inTransaction(database.db, asTenants(['small']), async (trx) => {
      const fetched = async () => {
        const { rows } = await sql<{ fetched: string }>`
          select pg_stat_get_xact_tuples_fetched('tenant_user'::regclass) as fetched`.execute(trx)
        return Number(rows[0]?.fetched)
      }
      const before = await fetched()
      await sql`select find_tenant_users(array['small'], 'hospital', '', true, null)`.execute(trx)
      expect((await fetched()) - before).toBe(50)
    })
  })

  it('is forbidden for every role but that of tenants', async () => {
    await expect(found(asPlatform, { userName: 'many1234' })).rejects.toThrow(/permission denied/)
  })
})
