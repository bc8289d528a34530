import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { asPlatform, asTenants, inTransaction } from './transaction.ts'

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
