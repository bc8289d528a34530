import { menuCodes, parseProfile } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { platformAdministrator, seedIdentity, tenantAdministrator } from '../../modules/access/index.ts'
import { addMembership, addUser } from '../../modules/identity/sign-in/test-kit/index.ts'
import { asPlatform, asSystem, inTransaction } from '../database/transaction.ts'
import { type Caller, tenantsHolding, tenantsOf } from './caller.ts'
import { findCaller } from './find-caller.ts'
import { beginSession } from './sessions.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await inTransaction(database.db, asPlatform, (trx) =>
    seedIdentity(trx, { adminPassword: 'Right0Password' }),
  )
})

afterAll(() => database.close())

const { sessionLifetime } = parseProfile({})
const client = { address: '192.0.2.1', userAgent: 'test' }

const newCaller = async (userId: string): Promise<() => Promise<Caller>> => {
  const token = await inTransaction(database.db, asSystem, (trx) => beginSession(trx, userId, client))
  return async () => {
    const found = await findCaller(database.db, token, sessionLifetime)
    if (typeof found === 'number') throw new Error(`no caller: ${found}`)
    return found
  }
}

describe('the caller', () => {
  it('has every platform menu with a super administrator’s role', async () => {
    const { id } = await addUser(database, { roleId: platformAdministrator.id })
    const caller = await (await newCaller(id))()
    expect(caller).toMatchObject({ userId: id, superAdmin: true, memberships: [] })
    expect([...caller.menus].sort()).toEqual([...menuCodes].sort())
  })

  it('has the menus of a tenant role in that tenant only, with tenants in the order of joining', async () => {
    const { id } = await addUser(database)
    const later = await addMembership(database, id, null, new Date('2026-02-01'))
    const earlier = await addMembership(database, id, tenantAdministrator.id, new Date('2026-01-01'))
    const caller = await (await newCaller(id))()
    expect(tenantsOf(caller)).toEqual([earlier, later])
    expect(tenantsHolding(caller, ['dictionary'])).toEqual([earlier])
    expect(tenantsHolding(caller, ['tenant'])).toEqual([])
    expect(caller).toMatchObject({ superAdmin: false })
    expect(caller.menus.has('dictionary')).toBe(false)
  })

  it('loses a tenant that disables the user, from the next call on', async () => {
    const { id } = await addUser(database)
    const tenant = await addMembership(database, id, tenantAdministrator.id)
    const caller = await newCaller(id)
    expect(tenantsHolding(await caller(), ['dictionary'])).toEqual([tenant])
    await database.owner.updateTable('tenantUser').set({ enabled: 1 }).where('userId', '=', id).execute()
    expect(tenantsOf(await caller())).toEqual([])
  })

  it.each([
    ['closed', { status: 1 }],
    ['of another type', { roleType: 1 }],
  ])('has no menus in a tenant, from the next call on, with a role that is %s', async (_, change) => {
    const { id } = await addUser(database)
    const tenant = await addMembership(database, id, tenantAdministrator.id)
    const caller = await newCaller(id)
    const roles = database.owner.updateTable('role').where('id', '=', tenantAdministrator.id)
    await roles.set(change).execute()
    const found = await caller()
    await roles.set({ status: 0, roleType: 2 }).execute()
    expect(tenantsOf(found)).toEqual([tenant])
    expect(tenantsHolding(found, ['dictionary'])).toEqual([])
  })

  it('has no platform menus with a closed system role, or with a tenant role assigned as the system role', async () => {
    const closed = await addUser(database, { roleId: platformAdministrator.id })
    const caller = await newCaller(closed.id)
    const roles = database.owner.updateTable('role').where('id', '=', platformAdministrator.id)
    await roles.set({ status: 1 }).execute()
    const found = await caller()
    await roles.set({ status: 0 }).execute()
    expect(found).toMatchObject({ superAdmin: false, menus: new Set() })
    const wrong = await addUser(database, { roleId: tenantAdministrator.id })
    expect(await (await newCaller(wrong.id))()).toMatchObject({ menus: new Set() })
  })

  it('does not have a menu that is closed or whose group is closed', async () => {
    const { id } = await addUser(database)
    await addMembership(database, id, tenantAdministrator.id)
    const caller = await newCaller(id)
    for (const code of ['dictionary', 'systemManger']) {
      const menus = database.owner.updateTable('menu').where('code', '=', code)
      await menus.set({ status: 1 }).execute()
      const found = await caller()
      await menus.set({ status: 0 }).execute()
      expect(tenantsHolding(found, ['dictionary'])).toEqual([])
    }
  })
})
