import { categories, passwordPattern, SiteInput, TenantInput } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { testServices } from '../../../test-support/services.ts'
import { seedIdentity, tenantAdministrator, tenantMember } from '../../modules/access/index.ts'
import { hashPassword, verifyPassword } from '../../modules/identity/passwords/index.ts'
import { seedDictionaries } from '../../modules/reference-data/dictionaries/index.ts'
import { seedRegions } from '../../modules/reference-data/regions/index.ts'
import { asPlatform, asTenants, inTransaction } from '../../platform/database/transaction.ts'
import { seed as seedAll } from '../startup/seed.ts'
import { type DemoAccount, seedDemo } from './seed-demo.ts'
import { demoSites } from './sites.ts'
import { demoStudies } from './studies.ts'
import { demoPhone, demoTenants } from './tenants.ts'

let database: TestDatabase
let accounts: DemoAccount[]

const seed = () => inTransaction(database.db, asPlatform, (trx) => seedDemo(trx, { hashPassword }))

const tenants = () =>
  database.owner.selectFrom('tenant').selectAll().where('id', '<>', '0').orderBy('tenantCode').execute()

beforeAll(async () => {
  database = await createTestDatabase()
  await inTransaction(database.db, asPlatform, async (trx) => {
    await seedRegions(trx)
    await seedDictionaries(trx)
    await seedIdentity(trx)
  })
  accounts = (await seed()).accounts
})

afterAll(() => database.close())

describe('demonstration data', () => {
  it('has tenants that the tenant form would accept, with regions and a category that exist', async () => {
    const rows = await tenants()
    expect(rows).toHaveLength(demoTenants.length)
    for (const row of rows) {
      expect(TenantInput.safeParse(row).success).toBe(true)
      const city = await database.owner
        .selectFrom('area')
        .selectAll()
        .where('id', '=', row.cityId)
        .executeTakeFirstOrThrow()
      expect(city.parentId).toBe(row.provinceId)
      const category = await database.owner
        .selectFrom('dictionary')
        .select('categoryId')
        .where('id', '=', row.categoryId)
        .executeTakeFirst()
      expect(category).toEqual({ categoryId: categories.tenantCategory })
    }
  })

  it('has sites that the site form would accept, some delivered, with regions and terms that exist', async () => {
    const rows = await database.owner
      .selectFrom('site')
      .innerJoin('area', 'area.id', 'site.cityId')
      .innerJoin('dictionary as level', 'level.id', 'site.levelId')
      .innerJoin('dictionary as type', 'type.id', 'site.typeId')
      .selectAll('site')
      .select(['area.parentId', 'level.categoryId as levelOf', 'type.categoryId as typeOf'])
      .execute()
    expect(rows).toHaveLength(demoSites.length)
    for (const { parentId, levelOf, typeOf, ...row } of rows) {
      expect(SiteInput.safeParse(row).success).toBe(true)
      expect([parentId, levelOf, typeOf]).toEqual([row.provinceId, categories.siteLevel, categories.siteType])
    }
    expect(new Set(rows.map(({ isUserAdd }) => isUserAdd))).toEqual(new Set([0, 1]))
  })

  it('uses no address or number that somebody could own', async () => {
    for (const row of await tenants()) {
      expect(row.email).toMatch(/\.example$/)
      expect(row.tel).toMatch(/^0\d{2,3}0/)
    }
    const people = await database.owner
      .selectFrom('appUser')
      .innerJoin('tenantUser', 'tenantUser.userId', 'appUser.id')
      .select(['appUser.email', 'appUser.phone', 'appUser.phoneKey', 'emailValid'])
      .execute()
    expect(people).toHaveLength(accounts.length)
    for (const { email, phone, phoneKey, emailValid } of people) {
      expect(email).toMatch(/\.example$/)
      expect(phone).toMatch(/^0\d{2,3}0/)
      expect([phoneKey, emailValid]).toEqual([phone, 0])
    }
  })

  it('has an administrator of each tenant and people who administer nothing, with passwords by the rule', async () => {
    expect(accounts.filter(({ role }) => role === 'tenant administrator')).toHaveLength(demoTenants.length)
    const users = accounts.filter(({ role }) => role === 'tenant user')
    expect(users.map(({ userName }) => userName)).toEqual(['lumingxi.cra', 'lumingxi.supply'])
    expect(users[0]?.phone).toBe(demoPhone)
    expect(new Set(accounts.map((account) => account.password)).size).toBe(accounts.length)
    for (const { userName, password, role } of accounts) {
      expect(password).toMatch(passwordPattern)
      const user = await database.owner
        .selectFrom('appUser')
        .innerJoin('tenantUser', 'tenantUser.userId', 'appUser.id')
        .select(['passwordHash', 'passwordMustChange', 'tenantUser.roleId', 'typeId', 'positionId'])
        .where('userName', '=', userName)
        .executeTakeFirstOrThrow()
      expect(user.roleId).toBe(role === 'tenant administrator' ? tenantAdministrator.id : tenantMember.id)
      expect(user.passwordMustChange).toBe(false)
      expect(await verifyPassword(user.passwordHash, password)).toBe(true)
      const terms = await database.owner
        .selectFrom('dictionary')
        .select('id')
        .where('id', 'in', [user.typeId ?? '', user.positionId ?? ''])
        .execute()
      expect(terms).toHaveLength(2)
    }
  })

  it('shows a tenant its own dictionary entries beside the global ones, and nobody else’s', async () => {
    const [tenant] = await tenants()
    const id = tenant?.id ?? ''
    const seen = await inTransaction(database.db, asTenants([id]), (trx) =>
      trx.selectFrom('dictionary').select('tenantId').distinct().orderBy('tenantId').execute(),
    )
    expect(seen.map((row) => row.tenantId)).toEqual(['0', id])
  })

  it('is added once: a tenant that was changed stays changed', async () => {
    await database.owner
      .updateTable('tenant')
      .set({ abbr: 'changed' })
      .where('tenantCode', '=', 'LUMINGXI')
      .execute()
    expect(await seed()).toEqual({ isNew: false, accounts: [] })
    expect((await tenants()).filter((row) => row.abbr === 'changed')).toHaveLength(1)
    expect(await tenants()).toHaveLength(demoTenants.length)
    expect(await database.owner.selectFrom('site').select('id').execute()).toHaveLength(demoSites.length)
  })

  it('grows by what came to it since, but not to the size of a platform', async () => {
    const productsUrl = 'http://127.0.0.1:8025/products'
    const demo = { productsUrl, services: testServices(database) }
    for (let start = 0; start < 2; start += 1)
      expect((await seedAll(database.db, { timeZone: 'Asia/Shanghai', demo })).accounts).toEqual([])
    const count = async (table: 'tenantUser' | 'site' | 'study' | 'studyUrl' | 'invitation') =>
      (await database.owner.selectFrom(table).select('id').execute()).length
    expect([await count('site'), await count('studyUrl'), await count('invitation')]).toEqual([
      demoSites.length,
      0,
      0,
    ])
    expect(await count('study')).toBe(demoStudies.length)
    expect(await count('tenantUser')).toBeLessThan(50)
  })
})
