import { globalTenantId } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../../test-support/index.ts'
import { asPlatform, inTransaction } from '../../../platform/database/transaction.ts'
import dictionary from './dictionary.generated.json' with { type: 'json' }
import { globalEntryId, seedDictionaries } from './seed.ts'

let database: TestDatabase

const seed = () => inTransaction(database.db, asPlatform, seedDictionaries)
const forgetVersion = () =>
  database.owner.updateTable('seedVersion').set({ version: '0' }).where('name', '=', 'dictionaries').execute()
const entries = () => database.owner.selectFrom('dictionary').selectAll().execute()

beforeAll(async () => {
  database = await createTestDatabase()
  await seed()
})

afterAll(() => database.close())

describe('seeding dictionaries', () => {
  it('writes every category and the global entries', async () => {
    const categories = await database.owner.selectFrom('dictionaryCategory').select('code').execute()
    expect(categories).toHaveLength(dictionary.categories.length)
    const rows = await entries()
    expect(rows).toHaveLength(dictionary.entries.length)
    expect(rows.every((row) => row.tenantId === globalTenantId)).toBe(true)
  })

  it('keeps the changes of an administrator when a new version is seeded', async () => {
    const id = globalEntryId('2', 'CRA')
    await database.owner.updateTable('dictionary').set({ dicName: '监查员' }).where('id', '=', id).execute()
    await database.owner.deleteFrom('dictionary').where('id', '=', globalEntryId('2', 'CRC')).execute()
    await forgetVersion()
    await seed()
    const rows = await entries()
    expect(rows.find((row) => row.id === id)?.dicName).toBe('监查员')
    expect(rows).toHaveLength(dictionary.entries.length)
  })

  it('keeps an administrator’s entry whose code a later version also contains', async () => {
    const id = globalEntryId('2', 'CRC')
    await database.owner.updateTable('dictionary').set({ id: 'own' }).where('id', '=', id).execute()
    await forgetVersion()
    await seed()
    const rows = (await entries()).filter((row) => row.categoryId === '2' && row.dicCode === 'CRC')
    expect(rows.map((row) => row.id)).toEqual(['own'])
  })
})
