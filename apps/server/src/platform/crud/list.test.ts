import { exactCountLimit, exactSearchLimit, globalTenantId } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { tenantSearchText } from '../database/search.ts'
import { asPlatform, asTenants, inTransaction, type RunAs } from '../database/transaction.ts'
import { type Paging, pageFrom, pageOf } from './list.ts'
import { keysOfPage } from './long-list.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await sql`insert into tenant (id, tenant_name, tenant_code, contact, abbr, category_id)
    select 'm' || n, n, 'M' || n, case when n <= 7 then '少' else '众' end, '', ''
    from generate_series(1, ${sql.lit(exactCountLimit + 100)}) n`.execute(database.owner)
  await sql`analyze tenant`.execute(database.owner)
})
afterAll(() => database.close())

const page = (contact: string, paging: Paging) =>
  inTransaction(database.db, asPlatform, (trx) =>
    pageOf(
      trx,
      trx.selectFrom('tenant').where('contact', '=', contact),
      paging,
      (rows) => rows.select('tenant.id').orderBy('tenant.id'),
      ({ id }) => id,
    ),
  )

describe('one page of a list', () => {
  it('has the exact total, even on a page after the last one', async () => {
    expect(await page('少', { limit: 4, page: 2 })).toEqual({ list: ['m5', 'm6', 'm7'], totalCount: 7 })
    expect(await page('少', { limit: 4, page: 3 })).toEqual({ list: [], totalCount: 7 })
    expect(await page('无', { limit: 4, page: 1 })).toEqual({ list: [], totalCount: 0 })
  })

  it('estimates a total above the limit', async () => {
    const { list, totalCount, totalEstimated } = await page('众', { limit: 4, page: 1 })
    expect(list).toHaveLength(4)
    expect(totalEstimated).toBe(true)
    expect(totalCount).toBeGreaterThan(exactCountLimit)
  })

  it('corrects an estimate by the rows that were read', () => {
    const estimate = { totalCount: 20, totalEstimated: true }
    const rows = (count: number) => Array.from({ length: count }, () => 'row')
    expect(pageFrom(rows(3), { limit: 4, page: 3 }, estimate)).toEqual({ list: rows(3), totalCount: 11 })
    expect(pageFrom(rows(5), { limit: 4, page: 1 }, estimate)).toEqual({ list: rows(4), ...estimate })
    expect(pageFrom(rows(5), { limit: 4, page: 6 }, estimate)).toMatchObject({ totalCount: 25 })
    const more = { totalCount: 20, totalExceeded: true }
    expect(pageFrom(rows(5), { limit: 4, page: 6 }, more)).toEqual({ list: rows(4), ...more, totalCount: 24 })
  })

  it('has the exact total of many rows on a page after the last one', async () => {
    const beyond = await page('众', { limit: 4, page: 5000 })
    expect(beyond).toEqual({ list: [], totalCount: exactCountLimit + 100 - 7 })
  })
})

describe('one page of a long list', () => {
  const found = (runAs: RunAs, keyword: string) =>
    inTransaction(database.db, runAs, (trx) =>
      keysOfPage(
        trx,
        {
          rows: trx.selectFrom('tenant').where('tenant.id', '<>', globalTenantId),
          searches: [{ text: tenantSearchText, keyword }],
          order: { column: 'tenant.tenantCode', byName: false, key: 'tenant.id', direction: 'asc' },
        },
        { limit: 2, page: 1 },
      ),
    )

  it('neither lists nor counts rows that the caller may not see', async () => {
    const mine = asTenants(['m1234', 'm9'])
    for (const keyword of ['m', 'm1', '众', '', 'M1234'])
      expect(await found(mine, keyword)).toEqual({
        list: ['m1234', 'm9'].filter(
          (id) => keyword === '' || keyword === '众' || id.includes(keyword.toLowerCase()),
        ),
        totalCount: keyword.includes('1') ? 1 : 2,
      })
    expect(await found(asTenants([]), 'm')).toEqual({ list: [], totalCount: 0 })
    expect(await found(asPlatform, 'm1')).toEqual({
      list: ['m1', 'm10'],
      totalCount: exactSearchLimit,
      totalExceeded: true,
    })
  })
})
