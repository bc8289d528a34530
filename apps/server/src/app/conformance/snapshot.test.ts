import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { rowsWith, snapshot } from './snapshot.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(() => database.close())

/** Names of the rows that the tests add to one of the tables. */
const names = async (): Promise<string[]> =>
  (await snapshot(database)).seed_version?.map((row) => JSON.parse(row).name) ?? []

describe('a snapshot', () => {
  it('shows rows that are added, changed and removed after an earlier one', async () => {
    const { owner } = database
    const before = await names()
    await owner
      .insertInto('seedVersion')
      .values([
        { name: 'first', version: '1' },
        { name: 'second', version: '1' },
      ])
      .execute()
    expect(await names()).toEqual([...before, 'first', 'second'])
    const changed = async () => (await rowsWith(database, '4711')).seed_version
    expect(await changed()).toEqual([])
    await owner.updateTable('seedVersion').set({ version: '4711' }).where('name', '=', 'first').execute()
    expect(await changed()).toHaveLength(1)
    await owner.deleteFrom('seedVersion').where('name', '=', 'first').execute()
    expect(await changed()).toEqual([])
    expect(await names()).toEqual([...before, 'second'])
  })

  it('shows a row whose transaction began before an earlier one', async () => {
    const { owner } = database
    const transaction = await owner.startTransaction().execute()
    await transaction.insertInto('seedVersion').values({ name: 'late', version: '1' }).execute()
    await owner.insertInto('seedVersion').values({ name: 'early', version: '1' }).execute()
    expect(await names()).not.toContain('late')
    await transaction.commit().execute()
    expect(await names()).toEqual(expect.arrayContaining(['early', 'late']))
  })
})
