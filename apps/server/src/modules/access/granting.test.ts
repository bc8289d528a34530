import { codes } from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { asPlatform, asSystem, inTransaction, type RunAs, type Trx } from '../../platform/database/index.ts'
import { Rejection } from '../../platform/http/rejection.ts'
import { addUser } from '../identity/sign-in/test-kit/index.ts'
import { grantsMore, keepingAnAdministrator, menusBeyond, rejectUngrantableRole } from './granting.ts'
import { platformAdministrator, seedIdentity } from './index.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  await inTransaction(database.db, asPlatform, (trx) =>
    seedIdentity(trx, { adminPassword: 'Right0Password' }),
  )
})

afterAll(() => database.close())

const role = async (id: string, menus: string[], facts: object = {}) => {
  await database.owner
    .insertInto('role')
    .values({ id, name: id, roleType: 1, ...facts })
    .execute()
  for (const menuId of menus)
    await database.owner.insertInto('roleMenu').values({ roleId: id, menuId }).execute()
  return id
}

const holderOf = async (roleId: string | null, superAdmin = false) => {
  const { id } = await addUser(database, { roleId })
  return { userId: id, superAdmin }
}

const inTurn = <T>(work: (trx: Trx) => Promise<T>, as: RunAs = asPlatform) =>
  inTransaction(database.db, as, work)

const rejectionOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error !== undefined && !(error instanceof Rejection)) throw error
  return error && { code: error.code, key: error.key, fields: error.issues?.map(({ path }) => path[0]) }
}

describe('granting a role', () => {
  beforeAll(async () => {
    await role('desk', ['systemManger', 'user', 'tenant'])
    await role('less', ['systemManger', 'user'])
    await role('more', ['systemManger', 'user', 'dictionary'])
    await role('nothing', [])
    await role('closed', [], { status: 1 })
    await role('of tenants', [], { roleType: 2 })
  })

  const rejected = async (roleId: string, caller: Awaited<ReturnType<typeof holderOf>>) => [
    await rejectionOf(inTurn((trx) => rejectUngrantableRole({ caller, trx }, roleId))),
    await rejectionOf(inTurn((trx) => rejectUngrantableRole({ caller, trx }, roleId), asSystem)),
  ]

  it('accepts a role whose menus the caller all has', async () => {
    const caller = await holderOf('desk')
    for (const given of ['desk', 'less', 'nothing'])
      expect(await rejected(given, caller)).toEqual([undefined, undefined])
  })

  it('rejects a role with one menu more than the caller has, and a role with every menu', async () => {
    const caller = await holderOf('desk')
    const rejection = { code: codes.forbidden, key: 'role.refusal.grantsMore' }
    for (const given of ['more', platformAdministrator.id])
      expect(await rejected(given, caller)).toMatchObject([rejection, rejection])
  })

  it('lets a super administrator grant any role', async () => {
    const caller = await holderOf(platformAdministrator.id, true)
    for (const given of ['more', platformAdministrator.id])
      expect(await rejected(given, caller)).toEqual([undefined, undefined])
  })

  it('rejects a closed, tenant or unknown role, even for a super administrator', async () => {
    const caller = await holderOf(platformAdministrator.id, true)
    const rejection = { code: codes.invalid, fields: ['roleId'] }
    for (const given of ['closed', 'of tenants', 'no such role'])
      expect(await rejected(given, caller)).toMatchObject([rejection, rejection])
  })

  it('counts closed roles and closed menus as if they were open', async () => {
    const caller = await holderOf('less')
    await role('closed but more', ['tenant'], { status: 1 })
    expect(await inTurn((trx) => grantsMore({ caller, trx }, 'closed but more'))).toBe(true)
    await database.owner.updateTable('menu').set({ status: 1 }).where('id', '=', 'tenant').execute()
    expect(await inTurn((trx) => grantsMore({ caller, trx }, 'desk'))).toBe(true)
    await database.owner.updateTable('menu').set({ status: 0 }).where('id', '=', 'tenant').execute()
    expect(await inTurn((trx) => grantsMore({ caller, trx }, 'less'))).toBe(false)
  })

  it('returns the menus that the caller does not have', async () => {
    const wanted = ['user', 'tenant', 'no such menu']
    const few = await holderOf('less')
    expect(await inTurn((trx) => menusBeyond({ caller: few, trx }, wanted))).toEqual(['tenant'])
    expect(await inTurn((trx) => menusBeyond({ caller: few, trx }, []))).toEqual([])
    const all = await holderOf(platformAdministrator.id, true)
    expect(await inTurn((trx) => menusBeyond({ caller: all, trx }, wanted))).toEqual([])
    const none = await holderOf('closed')
    expect(await inTurn((trx) => menusBeyond({ caller: none, trx }, ['user']))).toEqual(['user'])
  })
})

describe('keeping an administrator', () => {
  const last = { code: codes.conflict, key: 'role.refusal.lastAdministrator' }
  let pair: string[]

  beforeEach(async () => {
    await database.owner
      .updateTable('appUser')
      .set({ roleId: null })
      .where('roleId', '=', platformAdministrator.id)
      .execute()
    pair = [
      (await addUser(database, { roleId: platformAdministrator.id })).id,
      (await addUser(database, { roleId: platformAdministrator.id })).id,
    ]
  })

  const set = (id: string | undefined, facts: { status?: string; roleId?: null }) => (trx: Trx) =>
    keepingAnAdministrator(trx, async () => {
      await trx
        .updateTable('appUser')
        .set(facts)
        .where('id', '=', id ?? '')
        .execute()
      return 'done'
    })
  const setRole = (facts: object) => (trx: Trx) =>
    keepingAnAdministrator(trx, () =>
      trx.updateTable('role').set(facts).where('id', '=', platformAdministrator.id).execute(),
    )

  it.each([[{ status: '1' }], [{ roleId: null }]])(
    'accepts %j for the second-last administrator, but not for the last one',
    async (facts) => {
      expect(await inTurn(set(pair[0], facts))).toBe('done')
      expect(await rejectionOf(inTurn(set(pair[1], facts)))).toMatchObject(last)
      const { status, roleId } = await database.owner
        .selectFrom('appUser')
        .select(['status', 'roleId'])
        .where('id', '=', pair[1] ?? '')
        .executeTakeFirstOrThrow()
      expect({ status, roleId }).toEqual({ status: '0', roleId: platformAdministrator.id })
    },
  )

  it.each([[{ status: 1 }], [{ superAdmin: 1 }], [{ roleType: 2 }]])(
    'rejects a change of the administrators’ role to %j if it is the last one',
    async (facts) => {
      expect(await rejectionOf(inTurn(setRole(facts)))).toMatchObject(last)
    },
  )

  it('lets only one of two administrators lock the other when both try at once', async () => {
    for (let round = 0; round < 5; round++) {
      await database.owner.updateTable('appUser').set({ status: '0' }).where('id', 'in', pair).execute()
      const outcomes = await Promise.all(
        pair.map((id) =>
          rejectionOf(inTurn(set(id, { status: '1' }))).then((rejection) => rejection?.key ?? 'done'),
        ),
      )
      expect(outcomes.sort()).toEqual(['done', last.key])
    }
  })
})
