import { exactCountLimit } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../test-support/index.ts'
import { asPlatform, inTransaction } from '../database/transaction.ts'
import { type Paging, pageOf } from './list.ts'

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
  it('says exactly how many rows there are, behind the last page too', async () => {
    expect(await page('少', { limit: 4, page: 2 })).toEqual({ list: ['m5', 'm6', 'm7'], totalCount: 7 })
    expect(await page('少', { limit: 4, page: 3 })).toEqual({ list: [], totalCount: 7 })
    expect(await page('无', { limit: 4, page: 1 })).toEqual({ list: [], totalCount: 0 })
  })

  it('estimates beyond what is counted', async () => {
    const { list, totalCount, totalEstimated } = await page('众', { limit: 4, page: 1 })
    expect(list).toHaveLength(4)
    expect(totalEstimated).toBe(true)
    expect(totalCount).toBeGreaterThan(exactCountLimit)
  })
})
