import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../../test-support/index.ts'
import { asPlatform, inTransaction } from '../../../platform/database/transaction.ts'
import regions from './regions.generated.json' with { type: 'json' }
import { seedRegions } from './seed.ts'

let database: TestDatabase

const seed = () => inTransaction(database.db, asPlatform, seedRegions)
const forgetVersion = () =>
  database.owner.updateTable('seedVersion').set({ version: '0' }).where('name', '=', 'regions').execute()
const rename = (areaName: string, rowVersion: number) =>
  database.owner.updateTable('area').set({ areaName, rowVersion }).where('id', '=', '110000').execute()
const nameOfBeijing = async () =>
  (await database.owner.selectFrom('area').select('areaName').where('id', '=', '110000').executeTakeFirst())
    ?.areaName

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.close())

describe('seeding regions', () => {
  beforeEach(seed)

  it('writes all regions, with countries at the top', async () => {
    const rows = await database.owner.selectFrom('area').select(['id', 'parentId']).orderBy('id').execute()
    const expected = regions.map(({ id, parentId }) => ({ id, parentId }))
    expect(rows.sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
      expected.sort((a, b) => (a.id < b.id ? -1 : 1)),
    )
  })

  it('does nothing if the database already has this version', async () => {
    await rename('京', 1)
    await seed()
    expect(await nameOfBeijing()).toBe('京')
  })

  it('does not restore regions that an administrator has deleted', async () => {
    await database.owner.deleteFrom('area').where('id', '=', '110100').execute()
    await seed()
    const found = await database.owner.selectFrom('area').select('id').where('id', '=', '110100').execute()
    expect(found).toEqual([])
    await forgetVersion()
  })

  it('updates an older version, except for regions that an administrator has edited', async () => {
    await rename('京', 1)
    await forgetVersion()
    await seed()
    expect(await nameOfBeijing()).toBe('北京市')

    await rename('我的北京', 2)
    await forgetVersion()
    await seed()
    expect(await nameOfBeijing()).toBe('我的北京')
  })

  it('leaves a newer version unchanged', async () => {
    await rename('京', 1)
    await database.owner
      .updateTable('seedVersion')
      .set({ version: '10' })
      .where('name', '=', 'regions')
      .execute()
    await seed()
    expect(await nameOfBeijing()).toBe('京')
  })
})

it('seeds regions once if two processes start concurrently', async () => {
  const fresh = await createTestDatabase()
  await Promise.all([1, 2].map(() => inTransaction(fresh.db, asPlatform, seedRegions)))
  const { count } = await fresh.owner
    .selectFrom('area')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  await fresh.close()
  expect(count).toBe(regions.length)
})
