import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { asPlatform, asSystem, asTenants, inTransaction, type RunAs } from './transaction.ts'

let database: TestDatabase

const entry = (tenantId: string, id: string) => ({
  tenantId,
  id,
  categoryId: 'c',
  dicName: id,
  dicCode: id,
  sort: 1,
})

beforeAll(async () => {
  database = await createTestDatabase()
  const { owner } = database
  const category = {
    code: 'c',
    categoryName: '职位',
    categoryNameEn: 'Position',
    isTenant: true,
    isParent: false,
    sort: 1,
  }
  await owner.insertInto('dictionaryCategory').values(category).execute()
  for (const id of ['a', 'b']) {
    await owner
      .insertInto('tenant')
      .values({ id, tenantName: id, tenantCode: id, abbr: id, categoryId: '' })
      .execute()
  }
  await owner
    .insertInto('dictionary')
    .values([entry('0', 'of-0'), entry('a', 'of-a'), entry('b', 'of-b')])
    .execute()
  for (const tenantId of ['a', 'b']) {
    const user = { id: `user-${tenantId}`, fullName: tenantId, userName: tenantId, userNameKey: tenantId }
    await owner
      .insertInto('appUser')
      .values({ ...user, passwordHash: 'hash' })
      .execute()
    await owner
      .insertInto('tenantUser')
      .values({ tenantId, id: `place-${tenantId}`, userId: user.id })
      .execute()
  }
})
afterAll(() => database.close())

const entries = async (as: RunAs) => {
  const rows = await inTransaction(database.db, as, (trx) =>
    trx.selectFrom('dictionary').select('id').orderBy('id').execute(),
  )
  return rows.map((row) => row.id)
}

const denied = { code: '42501' }

describe('a tenant session', () => {
  const asA = asTenants(['a'])

  it("reads only its own rows and the platform's", async () => {
    expect(await entries(asA)).toEqual(['of-0', 'of-a'])
    expect(await entries(asTenants([]))).toEqual(['of-0'])
    expect(await entries(asTenants(['a', 'b']))).toEqual(['of-0', 'of-a', 'of-b'])
  })

  it.each(['0', 'b'])('cannot add a row to tenant %s', async (tenantId) => {
    const add = inTransaction(database.db, asA, (trx) =>
      trx.insertInto('dictionary').values(entry(tenantId, 'new')).execute(),
    )
    await expect(add).rejects.toMatchObject(denied)
  })

  it('cannot move its own row to another tenant', async () => {
    const insert = inTransaction(database.db, asA, (trx) =>
      trx.updateTable('dictionary').set({ tenantId: 'b' }).where('id', '=', 'of-a').execute(),
    )
    await expect(insert).rejects.toMatchObject(denied)
  })

  it.each(['of-0', 'of-b'])('changes and removes nothing of %s', async (id) => {
    const [changed, removed] = await inTransaction(database.db, asA, async (trx) => [
      await trx
        .updateTable('dictionary')
        .set({ dicName: 'taken' })
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
      await trx.deleteFrom('dictionary').where('id', '=', id).executeTakeFirstOrThrow(),
    ])
    expect(changed).toMatchObject({ numUpdatedRows: 0n })
    expect(removed).toMatchObject({ numDeletedRows: 0n })
  })

  it('adds, changes and removes its own rows', async () => {
    const removed = await inTransaction(database.db, asA, async (trx) => {
      await trx.insertInto('dictionary').values(entry('a', 'mine')).execute()
      await trx.updateTable('dictionary').set({ sort: 2 }).where('id', '=', 'mine').execute()
      return await trx.deleteFrom('dictionary').where('id', '=', 'mine').returning('sort').execute()
    })
    expect(removed).toEqual([{ sort: 2 }])
  })

  it('sees the users of its tenants, but never a password', async () => {
    const people = await inTransaction(database.db, asA, (trx) =>
      trx.selectFrom('appUser').select('id').execute(),
    )
    expect(people).toEqual([{ id: 'user-a' }])
    const hash = inTransaction(database.db, asA, (trx) =>
      trx.selectFrom('appUser').select('passwordHash').execute(),
    )
    await expect(hash).rejects.toMatchObject(denied)
  })

  it('sees itself and the platform as the only tenants, and changes neither', async () => {
    const tenants = await inTransaction(database.db, asA, (trx) =>
      trx.selectFrom('tenant').select('id').orderBy('id').execute(),
    )
    expect(tenants).toEqual([{ id: '0' }, { id: 'a' }])
    const rename = inTransaction(database.db, asA, (trx) =>
      trx.updateTable('tenant').set({ tenantName: 'x' }).where('id', '=', 'a').execute(),
    )
    await expect(rename).rejects.toMatchObject(denied)
  })

  it.each(['session', 'loginFailure', 'captcha', 'serverKey', 'auditSeal'] as const)(
    'has no access to %s',
    async (table) => {
      const read = inTransaction(database.db, asA, (trx) => trx.selectFrom(table).selectAll().execute())
      await expect(read).rejects.toMatchObject(denied)
    },
  )
})

describe('row-level security with grants', () => {
  it('allows the platform to read every tenant', async () => {
    expect(await entries(asPlatform)).toEqual(['of-0', 'of-a', 'of-b'])
  })

  it('hides passwords from the platform', async () => {
    const read = inTransaction(database.db, asPlatform, (trx) =>
      trx.selectFrom('appUser').select('passwordHash').execute(),
    )
    await expect(read).rejects.toMatchObject(denied)
  })

  it('allows no role to remove a user', async () => {
    for (const as of [asPlatform, asSystem, asTenants(['a'])]) {
      const remove = inTransaction(database.db, as, (trx) => trx.deleteFrom('appUser').execute())
      await expect(remove).rejects.toMatchObject(denied)
    }
  })

  it('shows nothing to the login role itself', async () => {
    for (const table of ['dictionary', 'tenant', 'appUser', 'area'] as const) {
      await expect(database.db.selectFrom(table).select('id').execute()).rejects.toMatchObject(denied)
    }
  })
})
