import { isForTenants, passwordPattern } from '@atrium/contract'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { asPlatform, inTransaction } from '../../platform/database/transaction.ts'
import { verifyPassword } from '../identity/passwords/index.ts'
import { type DeliveredMenu, deliveredMenus, deliverMenus } from './delivered-menus.ts'
import { tenantAdministrator, tenantMember } from './delivered-roles.ts'
import { type SeedOptions, seedIdentity } from './seed.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await createTestDatabase()
})

afterEach(() => database.close())

const seed = (options?: SeedOptions) =>
  inTransaction(database.db, asPlatform, (trx) => seedIdentity(trx, options))

const admin = () =>
  database.owner.selectFrom('appUser').selectAll().where('userName', '=', 'admin').executeTakeFirstOrThrow()

const codesOfMenus = async (): Promise<(string | null)[]> =>
  (await database.owner.selectFrom('menu').select('code').execute()).map(({ code }) => code)

const heldByTenants = async (): Promise<string[]> => {
  const held = database.owner.selectFrom('roleMenu').select('menuId')
  return (await held.where('roleId', '=', tenantAdministrator.id).execute()).map(({ menuId }) => menuId)
}

/** A menu from a later delivery, which no database has received. */
const later: DeliveredMenu = {
  code: 'sms',
  group: 'base',
  name: '后来的菜单',
  nameEn: 'Later',
  seq: 999,
  icon: 'IconMessage',
  url: '/base/sms',
  forTenants: true,
  delivery: 999,
}

describe('seeding identity', () => {
  it('creates the administrator with a valid random password, shows it once and does not require a change', async () => {
    const { userName, password = '' } = await seed()
    expect(userName).toBe('admin')
    expect(password).toMatch(passwordPattern)
    const { passwordHash, passwordMustChange } = await admin()
    expect(passwordMustChange).toBe(false)
    expect(await verifyPassword(passwordHash, password)).toBe(true)
    expect(await seed()).toEqual({ userName: 'admin', isNew: false })
    expect((await admin()).passwordHash).toBe(passwordHash)
  })

  it('uses the operator’s password and does not show it', async () => {
    const chosen = 'Chosen0Password'
    expect((await seed({ adminPassword: chosen })).password).toBeUndefined()
    expect(await verifyPassword((await admin()).passwordHash, chosen)).toBe(true)
  })

  it('runs safely in two processes at once', async () => {
    const results = await Promise.all([seed(), seed()])
    expect(results.filter(({ password }) => password !== undefined)).toHaveLength(1)
    expect(await codesOfMenus()).toHaveLength(deliveredMenus.length)
  })

  it('grants tenant administrators the tenant menus only', async () => {
    await seed()
    const held = await heldByTenants()
    expect(held).toContain('dictionary')
    expect(held).not.toContain('tenant')
  })

  it('keeps what an administrator has edited or deleted', async () => {
    await seed()
    await database.owner
      .updateTable('menu')
      .set({ name: '我的字典' })
      .where('code', '=', 'dictionary')
      .execute()
    await database.owner.deleteFrom('menu').where('code', '=', 'tenant').execute()
    await database.owner.deleteFrom('roleMenu').execute()
    await seed()
    const menus = database.owner.selectFrom('menu').select('name').where('code', '=', 'dictionary')
    expect(await menus.executeTakeFirst()).toEqual({ name: '我的字典' })
    expect(await codesOfMenus()).not.toContain('tenant')
    expect(await heldByTenants()).toEqual([])
  })

  it('adds only the menus of a later delivery', async () => {
    await seed()
    await database.owner.deleteFrom('menu').where('code', 'in', ['tenant', later.code]).execute()
    await inTransaction(database.db, asPlatform, (trx) => deliverMenus(trx, [...deliveredMenus, later]))
    expect(await codesOfMenus()).toContain(later.code)
    expect(await codesOfMenus()).not.toContain('tenant')
    expect(await heldByTenants()).toContain(later.code)
  })
})

describe('the role of tenant members', () => {
  const role = () =>
    database.owner.selectFrom('role').selectAll().where('id', '=', tenantMember.id).executeTakeFirst()

  /** Restores the state of an earlier version without this role. */
  const undeliver = async () => {
    await database.owner.deleteFrom('role').where('id', '=', tenantMember.id).execute()
    await database.owner.deleteFrom('seedVersion').where('name', '=', 'roles 3').execute()
  }

  it('is a tenant role without menus', async () => {
    await seed()
    expect(await role()).toMatchObject({
      name: '租户成员',
      nameEn: 'Tenant member',
      roleType: 2,
      superAdmin: 1,
    })
    const menus = database.owner.selectFrom('roleMenu').select('menuId').where('roleId', '=', tenantMember.id)
    expect(await menus.execute()).toEqual([])
  })

  it('is added once to a deployment that predates it', async () => {
    await seed()
    await undeliver()
    await seed()
    expect(await role()).toMatchObject({ name: tenantMember.name })
    await database.owner.updateTable('role').set({ name: '成员' }).where('id', '=', tenantMember.id).execute()
    await seed()
    expect(await role()).toMatchObject({ name: '成员' })
  })

  it('is added under a different name if an administrator’s role already has its name', async () => {
    await seed()
    await undeliver()
    await database.owner
      .insertInto('role')
      .values({ id: 'own', name: tenantMember.name, roleType: 2 })
      .execute()
    await seed()
    expect(await role()).toMatchObject({ name: '租户成员 tenant-member' })
  })
})

describe('a later delivery of menus', () => {
  const deliverLater = () =>
    inTransaction(database.db, asPlatform, (trx) => deliverMenus(trx, [...deliveredMenus, later]))
  const delivered = () =>
    database.owner.selectFrom('menu').selectAll().where('code', '=', later.code).executeTakeFirstOrThrow()

  beforeEach(async () => {
    await seed()
    await database.owner.deleteFrom('menu').where('code', '=', later.code).execute()
  })

  it('adds a menu together with its group if the empty group was deleted', async () => {
    await database.owner.deleteFrom('menu').where('code', '=', 'base').execute()
    await deliverLater()
    expect(await delivered()).toMatchObject({ parentId: 'base', name: later.name })
    expect(await codesOfMenus()).toContain('base')
  })

  it('renames its menu if an administrator’s menu already has the name', async () => {
    const own = { id: 'own', parentId: 'base', name: later.name, seq: 1, url: '/own', icon: 'IconBook' }
    await database.owner.insertInto('menu').values(own).execute()
    await deliverLater()
    expect(await delivered()).toMatchObject({ name: `${later.name} ${later.code}` })
    expect(await heldByTenants()).toContain(later.code)
  })
})

describe('the tree of menus', () => {
  it('lists groups before their entries, with a URL and both names for each', () => {
    const seen = new Set<string>()
    for (const menu of deliveredMenus) {
      if (menu.group) expect(seen).toContain(menu.group)
      expect(menu.url).toMatch(/^\/[\w/]+$/)
      if (menu.forTenants) expect(isForTenants(menu.code)).toBe(true)
      expect(menu.name).toMatch(/\p{Script=Han}/u)
      expect(menu.nameEn).toMatch(/^[A-Z][A-Za-z -]+$/)
      seen.add(menu.code)
    }
    expect(seen.size).toBe(deliveredMenus.length)
  })
})
