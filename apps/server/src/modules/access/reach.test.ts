import { codes } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase, whileLocked } from '../../../test-support/index.ts'
import {
  asPlatform,
  asSystem,
  asTenants,
  inTransaction,
  type RunAs,
  type Trx,
} from '../../platform/database/index.ts'
import { Rejection } from '../../platform/http/rejection.ts'
import { addMembership, addUser } from '../identity/sign-in/test-kit/index.ts'
import { rejectUnlessReaches, rejectUnlessReachesIn } from './granting.ts'
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

const outcomeOf = (check: Promise<void>): Promise<string> =>
  check.then(
    () => 'changed',
    (error: unknown) => {
      if (error instanceof Rejection) return String(error.code)
      throw error
    },
  )

const changed = (who: string, whom: string, as: RunAs = asSystem): Promise<string> =>
  outcomeOf(inTransaction(database.db, as, (trx) => rejectUnlessReaches(trx, { userId: who }, whom)))
const forbidden = String(codes.forbidden)

describe('checking who may change whom', () => {
  it('returns the same result under every database role, including for rows hidden from a tenant', async () => {
    const [who, whom] = [await holder('desk'), await holder(null)]
    const tenantId = await addMembership(database, whom, tenantAdministrator.id)
    for (const as of [asSystem, asPlatform, asTenants([]), asTenants([tenantId])])
      expect(await changed(who, whom, as)).toBe(forbidden)
  })

  it('applies the menus of a system role in every tenant', async () => {
    const whom = await holder(null)
    await addMembership(database, whom, tenantAdministrator.id)
    expect(await changed(await holder('wide'), whom)).toBe('changed')
  })

  it('counts only open roles for the caller, but closed ones too for the user', async () => {
    const whom = await holder('closed')
    expect(await changed(await holder('desk'), whom)).toBe('changed')
    expect(await changed(await holder('closed'), whom)).toBe(forbidden)
    expect(await changed(await holder(null), whom)).toBe(forbidden)
  })

  it('ranks a role with every menu above a role that lists all menus', async () => {
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

  it('lets users reach themselves even if their roles are closed, and reports unknown ids as not found', async () => {
    const self = await holder('closed')
    await addMembership(database, self, tenantAdministrator.id)
    expect(await changed(self, self)).toBe('changed')
    expect(await changed(await holder('desk'), 'nobody')).toBe(String(codes.notFound))
  })
})

describe('checking while roles change', () => {
  /** Starts the check while a change of roles is uncommitted, and returns its result after the commit. */
  const during = async (who: string, whom: string, change: (trx: Trx) => Promise<unknown>) => {
    const { outcome } = await whileLocked(database, change, async (awaited) => {
      const outcome = changed(who, whom)
      await awaited()
      return { outcome }
    })
    return outcome
  }
  const giveRole = (userId: string, roleId: string | null) => (trx: Trx) =>
    trx.updateTable('appUser').set({ roleId }).where('id', '=', userId).execute()

  it('applies a role granted to the user', async () => {
    const [who, whom] = [await holder('desk'), await holder(null)]
    expect(await changed(who, whom)).toBe('changed')
    expect(await during(who, whom, giveRole(whom, 'wide'))).toBe(forbidden)
  })

  it('applies a new membership of the user', async () => {
    const [who, whom, other] = [await holder('desk'), await holder(null), await holder(null)]
    const tenantId = await addMembership(database, other, null)
    const membership = { tenantId, id: whom, userId: whom, roleId: tenantAdministrator.id }
    expect(await during(who, whom, (trx) => trx.insertInto('tenantUser').values(membership).execute())).toBe(
      forbidden,
    )
  })

  it('applies a menu added to the user’s role', async () => {
    await role('grows', ['systemManger'])
    const [who, whom] = [await holder('desk'), await holder('grows')]
    expect(await changed(who, whom)).toBe('changed')
    const grow = async (trx: Trx) => {
      await trx.updateTable('role').set({ rowVersion: 2 }).where('id', '=', 'grows').execute()
      await trx.insertInto('roleMenu').values({ roleId: 'grows', menuId: 'tenant' }).execute()
    }
    expect(await during(who, whom, grow)).toBe(forbidden)
  })

  it('applies the removal of the caller’s own role', async () => {
    const [who, whom] = [await holder('desk'), await holder('desk')]
    expect(await during(who, whom, giveRole(who, null))).toBe(forbidden)
  })

  it('blocks a change of roles until the transaction of the check ends', async () => {
    const [who, whom] = [await holder('desk'), await holder(null)]
    const { giving } = await whileLocked(
      database,
      (trx) => rejectUnlessReaches(trx, { userId: who }, whom),
      async (awaited) => {
        const giving = inTransaction(database.db, asSystem, giveRole(whom, 'wide'))
        await awaited()
        return { giving }
      },
    )
    await giving
    expect(await changed(who, whom)).toBe(forbidden)
  })

  it('lets two users change each other at once, one after the other', async () => {
    const [one, other] = [await holder('desk'), await holder('desk')]
    for (let round = 0; round < 5; round++)
      expect(await Promise.all([changed(one, other), changed(other, one)])).toEqual(['changed', 'changed'])
  })
})

describe('checking who may change whom within a tenant', () => {
  const placed = async (tenantId: string, roleId: string | null, facts: object = {}): Promise<string> => {
    const userId = await holder(null)
    await database.owner
      .insertInto('tenantUser')
      .values({ tenantId, id: userId, userId, roleId, ...facts })
      .execute()
    return userId
  }
  const newTenant = async () => addMembership(database, await holder(null), null)
  const changedIn = (tenantId: string, who: string, userId: string, as: RunAs = asSystem) =>
    outcomeOf(
      inTransaction(database.db, as, (trx) =>
        rejectUnlessReachesIn(trx, { userId: who }, { tenantId, userId }),
      ),
    )

  beforeAll(async () => {
    await role('clerk', ['tenantManager', 'tenantUser'], { roleType: 2 })
    await role('sites', ['tenantManager', 'tenantSite'], { roleType: 2 })
    await role('closed sites', ['tenantManager', 'tenantSite'], { roleType: 2, status: 1 })
  })

  it('returns the same result under every database role, for that tenant only', async () => {
    const [tenantId, other] = [await newTenant(), await newTenant()]
    const [who, equal, more] = [
      await placed(tenantId, 'clerk'),
      await placed(tenantId, 'clerk'),
      await placed(tenantId, 'sites'),
    ]
    const elsewhere = { tenantId: other, id: equal, userId: equal, roleId: tenantAdministrator.id }
    await database.owner.insertInto('tenantUser').values(elsewhere).execute()
    for (const as of [asSystem, asPlatform, asTenants([]), asTenants([tenantId])]) {
      expect(await changedIn(tenantId, who, equal, as)).toBe('changed')
      expect(await changedIn(tenantId, who, more, as)).toBe(forbidden)
      expect(await changedIn(other, who, equal, as)).toBe(forbidden)
    }
  })

  it('counts open tenant and system roles for the caller, but closed roles and disabled memberships too for the other user', async () => {
    const tenantId = await newTenant()
    const shut = await placed(tenantId, 'closed sites')
    const disabled = await placed(tenantId, 'sites', { enabled: 1 })
    for (const whom of [shut, disabled]) {
      expect(await changedIn(tenantId, await placed(tenantId, 'clerk'), whom)).toBe(forbidden)
      expect(await changedIn(tenantId, await placed(tenantId, 'sites'), whom)).toBe('changed')
      expect(await changedIn(tenantId, await holder('wide'), whom)).toBe('changed')
      expect(await changedIn(tenantId, whom, whom)).toBe('changed')
    }
    expect(await changedIn(tenantId, shut, disabled)).toBe(forbidden)
    expect(await changedIn(tenantId, disabled, shut)).toBe(forbidden)
  })

  it('applies a change of the caller made in the meantime', async () => {
    const tenantId = await newTenant()
    const [who, whom] = [await placed(tenantId, 'clerk'), await placed(tenantId, 'clerk')]
    const during = async (change: (trx: Trx) => Promise<unknown>) => {
      const { outcome } = await whileLocked(database, change, async (awaited) => {
        const outcome = changedIn(tenantId, who, whom)
        await awaited()
        return { outcome }
      })
      return outcome
    }
    // Behaves like a change by another administrator, who runs the check first and so locks both.
    expect(
      await during(async (trx) => {
        await rejectUnlessReachesIn(trx, { userId: whom }, { tenantId, userId: who })
        await trx.updateTable('tenantUser').set({ enabled: 1 }).where('userId', '=', who).execute()
      }),
    ).toBe(forbidden)
  })
})
