import { codes, type InputOf, tenantUserList, tenantUserUpdateBase, userInfo } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Person, signedIn, signedInMember } from '../../../app/test-kit/index.ts'
import { addMembership, addReachable, send, signInAs } from '../../identity/sign-in/test-kit/index.ts'
import { type Servers, startServers, systemRole } from '../../identity/users/test-kit/index.ts'
import { insertMembership } from './test-kit/index.ts'
import { addColleague, eventsOf, membership, membershipOf, tenantRole } from './test-kit/memberships.ts'

let suite: Servers

beforeAll(async () => {
  suite = await startServers()
})

afterAll(() => suite.close())

type Change = InputOf<typeof tenantUserUpdateBase>

const change = (input: Change, { token }: Person = suite.here) =>
  send(suite.server, tenantUserUpdateBase, input, { token })
const colleague = (roleId: string | null = null) => addColleague(suite, suite.here.tenantId, roleId)
const stored = ({ userId }: { userId: string }) => membershipOf(suite, suite.here.tenantId, userId)

describe('changing a membership', () => {
  it('changes the sent fields, leaves the rest, and audits them in the tenant’s trail', async () => {
    const user = await colleague()
    const role = await tenantRole(suite, ['tenantUser'])
    expect(await change({ id: user.id, role, rowVersion: 1 })).toMatchObject({
      code: codes.ok,
      message: '修改成功',
    })
    expect(await stored(user)).toMatchObject({ typeId: membership.typeId, roleId: role, rowVersion: 2 })
    expect(await change({ id: user.id, enabled: 1, rowVersion: 2 })).toMatchObject({ code: codes.ok })
    expect(await stored(user)).toMatchObject({ roleId: role, enabled: 1, rowVersion: 3 })
    const events = (await eventsOf(suite, tenantUserUpdateBase)).filter(
      ({ entityId }) => entityId === user.id,
    )
    const { tenantId } = suite.here
    expect(events).toMatchObject([
      {
        tenantId,
        entity: 'tenant_user',
        before: { roleId: null, userName: user.userName },
        after: { roleId: role },
      },
      { tenantId, before: { enabled: 0 }, after: { enabled: 1 } },
    ])
  })

  it('shows the second of two concurrent editors what the first changed', async () => {
    const user = await colleague()
    const role = await tenantRole(suite, [])
    const responses = await Promise.all([
      change({ id: user.id, role, rowVersion: 1 }),
      change({ id: user.id, role, rowVersion: 1 }, suite.admin),
    ])
    expect(responses.map(({ code }) => code).toSorted()).toEqual([codes.ok, codes.conflict])
    expect(responses.find(({ code }) => code === codes.conflict)?.changes).toEqual([
      { field: 'role', current: role },
      { field: 'rowVersion', current: 2 },
    ])
  })

  it('applies the rules for adding, except to unchanged fields', async () => {
    const shut = await tenantRole(suite, [])
    const user = await colleague(shut)
    await suite.database.owner.updateTable('role').set({ status: 1 }).where('id', '=', shut).execute()
    expect(await change({ id: user.id, ...membership, role: shut })).toMatchObject({ code: codes.ok })
    const other = await colleague()
    expect(await change({ id: other.id, role: shut })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'role', message: '角色不存在，请重新选择' }],
    })
    expect(await change({ id: other.id, typeId: membership.positionId, positionId: 'nobody' })).toMatchObject(
      {
        code: codes.invalid,
        errors: [{ field: 'typeId' }, { field: 'positionId' }],
      },
    )
    expect(await change({ id: other.id, role: '' })).toMatchObject({ errors: [{ field: 'role' }] })
    const clerk = await signedInClerk()
    expect(await change({ id: other.id, role: membership.role }, clerk)).toMatchObject({
      code: codes.forbidden,
      message: '不能授予超出您自身权限的角色或菜单',
    })
    expect(await stored(other)).toMatchObject({ rowVersion: 1 })
  })

  it('finds no user of another tenant, or of one where the caller is only a member', async () => {
    const user = await colleague()
    expect(await change({ id: user.id, enabled: 1 }, suite.there)).toMatchObject({ code: codes.notFound })
    const { userId } = suite.there
    const { tenantId } = suite.here
    await insertMembership(suite.database, {
      tenantId,
      userId,
      roleId: await tenantRole(suite, ['tenantSite']),
    })
    expect(await change({ id: user.id, enabled: 1 }, suite.there)).toMatchObject({ code: codes.notFound })
    expect(await change({ id: 'nobody', enabled: 1 }, suite.admin)).toMatchObject({ code: codes.notFound })
    expect(await stored(user)).toMatchObject({ enabled: 0 })
  })
})

/** Adds a signed-in member of the tenant `here` with only the menu of tenant users. */
const signedInClerk = async (): Promise<Person> => {
  const person = await signedIn(suite.database, null)
  const roleId = await tenantRole(suite, ['tenantManager', 'tenantUser'])
  await insertMembership(suite.database, { tenantId: suite.here.tenantId, userId: person.userId, roleId })
  return person
}

describe('permission to change a membership', () => {
  it('depends on the rights in that tenant only', async () => {
    const clerk = await signedInClerk()
    const user = await colleague()
    const tenantId = await addMembership(suite.database, user.userId, membership.role)
    await suite.database.owner
      .updateTable('appUser')
      .set({ roleId: await systemRole(suite, ['tenant']) })
      .where('id', '=', user.userId)
      .execute()
    expect(await change({ id: user.id, enabled: 1 }, clerk)).toMatchObject({ code: codes.ok })
    expect(await membershipOf(suite, tenantId, user.userId)).toMatchObject({ enabled: 0 })
  })

  it.each([
    ['has more rights there', 0, {}],
    ['would have more when enabled', 1, {}],
    ['would have more with an open role', 0, { status: 1 }],
  ])('rejects changes by a user with fewer rights if the other %s', async (_whom, enabled, facts) => {
    const clerk = await signedInClerk()
    const user = await colleague(await tenantRole(suite, ['tenantUser', 'tenantSite'], facts))
    await suite.database.owner.updateTable('tenantUser').set({ enabled }).where('id', '=', user.id).execute()
    expect(await change({ id: user.id, typeId: membership.typeId }, clerk)).toMatchObject({
      code: codes.forbidden,
      message: '不能修改权限高于您的用户',
    })
    expect(await change({ id: user.id, typeId: membership.typeId })).toMatchObject({ code: codes.ok })
  })

  it('prevents users from disabling themselves and changing their own role', async () => {
    const { here } = suite
    const own = await membershipOf(suite, here.tenantId, here.userId)
    const id = own?.id ?? ''
    expect(await change({ id, role: await tenantRole(suite, []), enabled: 1 })).toMatchObject({
      code: codes.invalid,
      errors: [
        { field: 'role', message: '不能修改自己在租户中的角色' },
        { field: 'enabled', message: '不能停用自己' },
      ],
    })
    expect(await change({ id, ...membership, enabled: 0 })).toMatchObject({ code: codes.ok })
  })

  it('leaves one administrator if two disable each other concurrently', async () => {
    const one = await signedInMember(suite.database, membership.role)
    const { tenantId } = one
    const other = await signedIn(suite.database, null)
    const ids = [
      (await membershipOf(suite, tenantId, one.userId))?.id ?? '',
      await insertMembership(suite.database, { tenantId, userId: other.userId, roleId: membership.role }),
    ] as const
    const responses = await Promise.all([
      change({ id: ids[1], enabled: 1 }, one),
      change({ id: ids[0], enabled: 1 }, other),
    ])
    expect(responses.filter(({ code }) => code === codes.ok)).toHaveLength(1)
  })
})

describe('a user who is disabled in a tenant', () => {
  it('loses access with the next call of an active session, on every server, and keeps other tenants', async () => {
    const user = await addReachable(suite.database)
    const tenantId = await addMembership(suite.database, user.id, membership.role)
    const id = await insertMembership(suite.database, {
      tenantId: suite.here.tenantId,
      userId: user.id,
      roleId: membership.role,
    })
    const token = await signInAs(suite.server, user.userName)
    const seen = async (server: typeof suite.other) => {
      const { data } = await send(server, userInfo, {}, { token })
      const list = async (asked: string) =>
        (await send(server, tenantUserList, { tenantId: asked }, { token })).code
      return {
        tenants: data?.tenants.map((tenant) => tenant.id).toSorted(),
        here: await list(suite.here.tenantId),
        elsewhere: await list(tenantId),
      }
    }
    const both = { tenants: [tenantId, suite.here.tenantId].toSorted(), here: codes.ok, elsewhere: codes.ok }
    for (const server of [suite.server, suite.other]) expect(await seen(server)).toEqual(both)
    await change({ id, enabled: 1 })
    for (const server of [suite.server, suite.other])
      expect(await seen(server)).toEqual({ tenants: [tenantId], here: codes.notFound, elsewhere: codes.ok })
    await change({ id, enabled: 0 })
    for (const server of [suite.server, suite.other]) expect(await seen(server)).toEqual(both)
  })

  it('has no menus left if it was their only tenant, but stays signed in', async () => {
    const user = await colleague(membership.role)
    const token = await signInAs(suite.server, user.userName)
    await change({ id: user.id, enabled: 1 })
    expect(await send(suite.other, tenantUserList, {}, { token })).toMatchObject({ code: codes.forbidden })
    const { data } = await send(suite.other, userInfo, {}, { token })
    expect(data).toMatchObject({ tenants: [] })
  })
})
