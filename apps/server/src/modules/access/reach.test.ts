import { codes } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase, whileHeld } from '../../../test-support/index.ts'
import { asPlatform, asSystem, asTenants, inTransaction, type RunAs, type Trx } from '../../database/index.ts'
import { Refusal } from '../../http/refusal.ts'
import { addMembership, addUser } from '../sign-in/test-kit/index.ts'
import { refuseUnlessReaches } from './granting.ts'
import { platformAdministrator, seedIdentity, tenantAdministrator } from './index.ts'

let database: TestDatabase

const role = async (id: string, menus: string[], facts: object = {}) => {
  await database.owner
    .insertInto('role')
    .values({ id, name: id, roleType: 1, ...facts })
    .execute()
  for (const menuId of menus)
    await database.owner.insertInto('roleMenu').values({ roleId: id, menuId }).execute()
}

beforeAll(async () => {
  database = await createTestDatabase()
  await inTransaction(database.db, asPlatform, (trx) =>
    seedIdentity(trx, { adminPassword: 'Right0Password' }),
  )
  await role('desk', ['systemManger', 'user'])
  const ofTenants = database.owner.selectFrom('roleMenu').select('menuId')
  const held = await ofTenants.where('roleId', '=', tenantAdministrator.id).execute()
  await role('wide', ['user', ...held.map(({ menuId }) => menuId)])
  await role('closed', ['systemManger', 'user'], { status: 1 })
})

afterAll(() => database.close())

const holder = async (roleId: string | null): Promise<string> => (await addUser(database, { roleId })).id

const changed = (who: string, whom: string, as: RunAs = asSystem): Promise<string> =>
  inTransaction(database.db, as, (trx) => refuseUnlessReaches(trx, { userId: who }, whom)).then(
    () => 'changed',
    (error: unknown) => {
      if (error instanceof Refusal) return String(error.code)
      throw error
    },
  )
const forbidden = String(codes.forbidden)

describe('who reaches whom', () => {
  it('is answered alike whichever role asks: what a tenant does not see counts too', async () => {
    const [who, whom] = [await holder('desk'), await holder(null)]
    const tenantId = await addMembership(database, whom, tenantAdministrator.id)
    for (const as of [asSystem, asPlatform, asTenants([]), asTenants([tenantId])])
      expect(await changed(who, whom, as)).toBe(forbidden)
  })

  it('counts the menus of a system role in every tenant', async () => {
    const whom = await holder(null)
    await addMembership(database, whom, tenantAdministrator.id)
    expect(await changed(await holder('wide'), whom)).toBe('changed')
  })

  it('counts of the caller what is open alone, of the user what might be opened', async () => {
    const whom = await holder('closed')
    expect(await changed(await holder('desk'), whom)).toBe('changed')
    expect(await changed(await holder('closed'), whom)).toBe(forbidden)
    expect(await changed(await holder(null), whom)).toBe(forbidden)
  })

  it('takes a role that holds every menu for more than one that lists them all', async () => {
    const menus = await database.owner.selectFrom('menu').select('id').execute()
    await role(
      'lists all',
      menus.map(({ id }) => id),
    )
    const [mighty, lister] = [await holder(platformAdministrator.id), await holder('lists all')]
    expect(await changed(lister, mighty)).toBe(forbidden)
    expect(await changed(mighty, lister)).toBe('changed')
    expect(await changed(mighty, await holder(platformAdministrator.id))).toBe('changed')
  })

  it('lets everybody reach themselves, whatever is closed, and knows nobody of an unknown id', async () => {
    const self = await holder('closed')
    await addMembership(database, self, tenantAdministrator.id)
    expect(await changed(self, self)).toBe('changed')
    expect(await changed(await holder('desk'), 'nobody')).toBe(String(codes.notFound))
  })
})

describe('what becomes of roles meanwhile', () => {
  /** What the check says that began before a change of roles was committed, and waited for it. */
  const during = async (who: string, whom: string, change: (trx: Trx) => Promise<unknown>) => {
    const { outcome } = await whileHeld(database, change, async (awaited) => {
      const outcome = changed(who, whom)
      await awaited()
      return { outcome }
    })
    return outcome
  }
  const giveRole = (userId: string, roleId: string | null) => (trx: Trx) =>
    trx.updateTable('appUser').set({ roleId }).where('id', '=', userId).execute()

  it('counts: the user is given a role', async () => {
    const [who, whom] = [await holder('desk'), await holder(null)]
    expect(await changed(who, whom)).toBe('changed')
    expect(await during(who, whom, giveRole(whom, 'wide'))).toBe(forbidden)
  })

  it('counts: the user is given a place in a tenant', async () => {
    const [who, whom, other] = [await holder('desk'), await holder(null), await holder(null)]
    const tenantId = await addMembership(database, other, null)
    const place = { tenantId, id: whom, userId: whom, roleId: tenantAdministrator.id }
    expect(await during(who, whom, (trx) => trx.insertInto('tenantUser').values(place).execute())).toBe(
      forbidden,
    )
  })

  it('counts: the user’s role is given a menu', async () => {
    await role('grows', ['systemManger'])
    const [who, whom] = [await holder('desk'), await holder('grows')]
    expect(await changed(who, whom)).toBe('changed')
    const grow = async (trx: Trx) => {
      await trx.updateTable('role').set({ rowVersion: 2 }).where('id', '=', 'grows').execute()
      await trx.insertInto('roleMenu').values({ roleId: 'grows', menuId: 'tenant' }).execute()
    }
    expect(await during(who, whom, grow)).toBe(forbidden)
  })

  it('counts: the caller’s own role is taken', async () => {
    const [who, whom] = [await holder('desk'), await holder('desk')]
    expect(await during(who, whom, giveRole(who, null))).toBe(forbidden)
  })

  it('waits until the change is written', async () => {
    const [who, whom] = [await holder('desk'), await holder(null)]
    const { giving } = await whileHeld(
      database,
      (trx) => refuseUnlessReaches(trx, { userId: who }, whom),
      async (awaited) => {
        const giving = inTransaction(database.db, asSystem, giveRole(whom, 'wide'))
        await awaited()
        return { giving }
      },
    )
    await giving
    expect(await changed(who, whom)).toBe(forbidden)
  })

  it('lets two who change each other at once wait for each other', async () => {
    const [one, other] = [await holder('desk'), await holder('desk')]
    for (let round = 0; round < 5; round++)
      expect(await Promise.all([changed(one, other), changed(other, one)])).toEqual(['changed', 'changed'])
  })
})
