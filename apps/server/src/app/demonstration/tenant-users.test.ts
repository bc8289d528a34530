import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { seedIdentity } from '../../modules/access/index.ts'
import { seedDictionaries } from '../../modules/reference-data/dictionaries/index.ts'
import { seedRegions } from '../../modules/reference-data/regions/index.ts'
import { asPlatform, inTransaction } from '../../platform/database/transaction.ts'
import { seedDemo } from './seed-demo.ts'
import { demoTenantUsers, seedDemoTenantUsers } from './tenant-users.ts'
import { demoTenants } from './tenants.ts'

let database: TestDatabase

const seed = () => inTransaction(database.db, asPlatform, seedDemoTenantUsers)

beforeAll(async () => {
  database = await createTestDatabase()
  await inTransaction(database.db, asPlatform, async (trx) => {
    await seedRegions(trx)
    await seedDictionaries(trx)
    await seedIdentity(trx)
    await seedDemo(trx, { hashPassword: async () => 'hash' })
  })
  await seed()
})

afterAll(() => database.close())

const places = () =>
  database.owner
    .selectFrom('tenantUser')
    .innerJoin('tenant', 'tenant.id', 'tenantUser.tenantId')
    .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
    .leftJoin('role', 'role.id', 'tenantUser.roleId')
    .leftJoin('dictionary as position', 'position.id', 'tenantUser.positionId')
    .leftJoin('dictionary as type', 'type.id', 'tenantUser.typeId')
    .select([
      'tenant.tenantCode',
      'appUser.userName',
      'appUser.email',
      'appUser.phone',
      'appUser.passwordHash',
    ])
    .select(['tenantUser.enabled', 'appUser.status', 'appUser.userType', 'role.roleType'])
    .select(['position.dicCode as position', 'type.dicCode as type', 'tenantUser.userId'])
    .execute()

describe('the people of the demonstration tenants', () => {
  it('are a dozen each, in every state, with types and positions that there are', async () => {
    const rows = await places()
    for (const { key } of demoTenants)
      expect(rows.filter(({ tenantCode }) => tenantCode === key.toUpperCase()).length).toBeGreaterThanOrEqual(
        11,
      )
    expect(new Set(rows.map(({ enabled }) => enabled))).toEqual(new Set([0, 1]))
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['0', '1']))
    expect(new Set(rows.map(({ userType }) => userType))).toEqual(new Set(['0', '1']))
    expect(new Set(rows.map(({ roleType }) => roleType))).toEqual(new Set([2, null]))
    expect(rows.filter(({ position, type }) => position === null || type === null)).toEqual([])
    expect(rows.length - new Set(rows.map(({ userId }) => userId)).size).toBe(1)
  })

  it('have no password, and no address or number that somebody could own', async () => {
    const names = Object.entries(demoTenantUsers).flatMap(([key, people]) =>
      people.map(({ name }) => `${key}.${name}`),
    )
    const rows = (await places()).filter(({ userName }) => names.includes(userName))
    expect(new Set(rows.map(({ userName }) => userName)).size).toBe(names.length)
    for (const { email, phone, passwordHash } of rows) {
      expect(email).toMatch(/\.example$/)
      expect(phone).toMatch(/^0\d{2,3}0/)
      expect(passwordHash).toBeNull()
    }
  })

  it('are added once: whom somebody has removed does not come again', async () => {
    const before = (await places()).length
    const [one] = await places()
    await database.owner
      .deleteFrom('tenantUser')
      .where('userId', '=', one?.userId ?? '')
      .execute()
    await seed()
    expect(await places()).toHaveLength(before - 1)
  })
})
