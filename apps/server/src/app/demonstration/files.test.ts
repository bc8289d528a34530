import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { testServices } from '../../../test-support/services.ts'
import { seed } from '../startup/seed.ts'
import { seedDemoFiles } from './files.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('stores files of the four products with their contents only once', async () => {
  const services = testServices(database)
  await seed(database.db, { demo: { services }, timeZone: 'Asia/Shanghai' })
  await Promise.all([seedDemoFiles(services), seedDemoFiles(services)])
  const files = await database.owner.selectFrom('file').selectAll().execute()
  expect(new Set(files.map(({ softwareId }) => softwareId))).toEqual(new Set(['020', '030', '040', '070']))
  expect(new Set(files.map(({ fileName }) => fileName)).size).toBe(files.length)
  for (const { contentKey, size } of files) {
    const chunks = await Array.fromAsync(await services.files.get(contentKey))
    expect(Buffer.concat(chunks).length).toBe(size)
  }
  await database.owner.deleteFrom('file').execute()
  await seedDemoFiles(services)
  expect(await database.owner.selectFrom('file').select('id').execute()).toEqual([])
})
