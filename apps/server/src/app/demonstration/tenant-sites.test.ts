import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { asPlatform, inTransaction } from '../../platform/database/index.ts'
import { seedDemo } from './seed-demo.ts'
import { seedDemoTenantSites } from './tenant-sites.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase({ seeded: true })
})

afterAll(() => database.close())

const seed = () => inTransaction(database.db, asPlatform, seedDemoTenantSites)

it('gives demonstration tenants sites once, under names of theirs', async () => {
  await inTransaction(database.db, asPlatform, (trx) => seedDemo(trx, { hashPassword: async () => 'x' }))
  await seed()
  const sites = database.owner
    .selectFrom('tenantSite')
    .innerJoin('tenant', 'tenant.id', 'tenantSite.tenantId')
    .select(['tenantCode', 'siteName', 'nickName'])
  const found = await sites.execute()
  expect(found).toHaveLength(6)
  expect(found).toContainEqual({
    tenantCode: 'LUMINGXI',
    siteName: '示例大学附属云汀医院',
    nickName: '云汀',
  })
  await database.owner.deleteFrom('tenantSite').execute()
  await seed()
  expect(await sites.execute()).toEqual([])
})
