import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { asPlatform, asTenants, inTransaction, planningOnce, type Trx } from './transaction.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

describe('inTransaction', () => {
  it('works under the role and restores the previous one', async () => {
    const role = sql<{ role: string }>`select current_user as role`
    const inside = await inTransaction(database.db, asPlatform, (trx) => role.execute(trx))
    const outside = await role.execute(database.db)
    expect(inside.rows).toEqual([{ role: 'atrium_platform' }])
    expect(outside.rows).toEqual([{ role: 'atrium_app' }])
  })

  it('rolls everything back when the work fails', async () => {
    const work = inTransaction(database.db, asPlatform, async (trx) => {
      await trx
        .insertInto('area')
        .values({ id: 'x', parentId: null, areaName: 'X', sort: 1, level: 1 })
        .execute()
      throw new Error('stop')
    })
    await expect(work).rejects.toThrow('stop')
    const rows = await database.owner.selectFrom('area').select('id').where('id', '=', 'x').execute()
    expect(rows).toEqual([])
  })

  it('repeats work that lost against a concurrent transaction', async () => {
    let runs = 0
    await inTransaction(database.db, asTenants([]), async (trx) => {
      runs += 1
      if (runs < 3) await sql`do $$ begin raise exception using errcode = '40001'; end $$`.execute(trx)
    })
    expect(runs).toBe(3)
  })

  it('gives up on work that always conflicts', async () => {
    const work = inTransaction(database.db, asPlatform, (trx) =>
      sql`do $$ begin raise exception using errcode = '40P01'; end $$`.execute(trx),
    )
    await expect(work).rejects.toMatchObject({ code: '40P01' })
  })
})

describe('planningOnce', () => {
  const readSettings = async (trx: Trx) => {
    const { rows } = await sql<{ mode: string; sorts: string; page: string }>`
      select current_setting('plan_cache_mode') as mode, current_setting('enable_sort') as sorts,
        current_setting('random_page_cost') as page`.execute(trx)
    return rows
  }
  const once = [{ mode: 'force_generic_plan', sorts: 'off', page: '0' }]

  it('changes the settings for its work only', async () => {
    await inTransaction(database.db, asPlatform, async (trx) => {
      const before = await readSettings(trx)
      expect(await planningOnce(trx, () => readSettings(trx))).toEqual(once)
      expect(await readSettings(trx)).toEqual(before)
    })
  })

  it('restores the settings when its work fails', async () => {
    await inTransaction(database.db, asPlatform, async (trx) => {
      const before = await readSettings(trx)
      const rejected = planningOnce(trx, () => Promise.reject(new Error('not found')))
      await expect(rejected).rejects.toThrow('not found')
      expect(await readSettings(trx)).toEqual(before)
    })
  })

  it('throws the error of a failed statement', async () => {
    const work = inTransaction(database.db, asPlatform, (trx) =>
      planningOnce(trx, () => sql`select 1 / 0`.execute(trx)),
    )
    await expect(work).rejects.toThrow('division by zero')
  })
})
