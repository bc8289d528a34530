import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { testServices } from '../../../test-support/services.ts'
import type { DemonstrationOptions } from '../demonstration/demonstration.ts'
import { seed } from './seed.ts'

let database: TestDatabase
let demo: DemonstrationOptions
const timeZone = 'Asia/Shanghai'

beforeAll(async () => {
  database = await createTestDatabase()
  demo = { services: testServices(database) }
})

afterAll(() => database.close())

/** Returns the names of users who can sign in with a password, except inspectors, who get theirs by e-mail. */
const userNames = async () => {
  const users = await database.owner
    .selectFrom('appUser')
    .select('userName')
    .where('passwordHash', 'is not', null)
    .where('passwordMustChange', '=', false)
    .execute()
  return users.map(({ userName }) => userName)
}

it('shows passwords before they are stored, and stores none if they cannot be shown', async () => {
  const show = async () => {
    throw new Error('killed')
  }
  await expect(seed(database.db, { timeZone, demo, show })).rejects.toThrow('killed')
  expect(await userNames()).toEqual([])
  const shown: string[] = []
  const { isNew } = await seed(database.db, {
    timeZone,
    demo,
    show: async (accounts) => {
      shown.push(...accounts.map(({ userName }) => userName))
      expect(await userNames()).toEqual([])
    },
  })
  expect(isNew).toBe(true)
  expect(shown.sort()).toEqual((await userNames()).sort())
  expect(await seed(database.db, { timeZone, demo, show })).toMatchObject({
    isNew: false,
    accounts: [],
  })
})
