import {
  categories,
  codes,
  globalTenantId,
  type InputOf,
  tenantUserSave,
  tenantUserUnassigned,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { whileLocked } from '../../../../test-support/index.ts'
import { type Person, type Suite, signedIn, signedInMember, startSuite } from '../../../app/test-kit/index.ts'
import { ordinaryUser } from '../../access/index.ts'
import {
  addMembership,
  addReachable,
  ageLimits,
  messagesTo,
  send,
} from '../../identity/sign-in/test-kit/index.ts'
import { systemRole } from '../../identity/users/test-kit/index.ts'
import { insertMembership } from './test-kit/index.ts'
import { eventsOf, found, membership, membershipOf, tenantRole } from './test-kit/memberships.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

const somebody = (facts?: Parameters<typeof addReachable>[1]) => addReachable(suite.database, facts)
const add = (input: Partial<InputOf<typeof tenantUserSave>>, { token }: Person = suite.admin) =>
  send(
    suite.server,
    tenantUserSave,
    { tenantId: suite.here.tenantId, ...membership, userIds: [], ...input },
    { token },
  )
const hasPlace = async (userId: string, tenantId = suite.here.tenantId) =>
  (await membershipOf(suite, tenantId, userId)) !== undefined
const newTenant = async () => addMembership(suite.database, (await somebody()).id, null)

describe('adding people to a tenant', () => {
  it('adds memberships with the chosen fields, in one event of the tenant’s trail', async () => {
    const [one, other] = [await somebody(), await somebody()]
    const response = await add({ userIds: [one.id, other.id, one.id] })
    expect(response).toMatchObject({ code: codes.ok, data: { added: 2, present: 0 } })
    const { role: roleId, typeId, positionId } = membership
    for (const { id: userId } of [one, other])
      expect(await membershipOf(suite, suite.here.tenantId, userId)).toMatchObject({
        roleId,
        typeId,
        positionId,
        enabled: 0,
      })
    const event = (await eventsOf(suite, tenantUserSave)).at(-1)
    expect(event).toMatchObject({ tenantId: suite.here.tenantId, actorId: suite.admin.userId, before: null })
    const listed = [one.id, other.id].toSorted().map((userId) => ({ userId, roleId, typeId, positionId }))
    expect(event).toMatchObject({ after: { list: listed } })
  })

  it('leaves existing members unchanged, even if repeated', async () => {
    const [known, fresh] = [await somebody(), await somebody()]
    await insertMembership(suite.database, {
      tenantId: suite.here.tenantId,
      userId: known.id,
      roleId: null,
      enabled: 1,
    })
    const before = await membershipOf(suite, suite.here.tenantId, known.id)
    const userIds = [known.id, fresh.id]
    expect(await add({ userIds })).toMatchObject({ code: codes.ok, data: { added: 1, present: 1 } })
    expect(await membershipOf(suite, suite.here.tenantId, known.id)).toEqual(before)
    expect(await add({ userIds })).toMatchObject({ code: codes.ok, data: { added: 0, present: 2 } })
  })

  it('adds each user once if calls are concurrent', async () => {
    const userIds = await Promise.all(Array.from({ length: 20 }, async () => (await somebody()).id))
    const responses = await Promise.all([userIds, userIds.toReversed()].map((ids) => add({ userIds: ids })))
    expect(responses.map(({ code }) => code)).toEqual([codes.ok, codes.ok])
    expect(responses.reduce((sum, { data }) => sum + (data?.added ?? 0), 0)).toBe(20)
  })

  it('accepts at most a thousand users at once', async () => {
    const ids = Array.from({ length: 1001 }, (_, index) => `thousand-${String(index).padStart(4, '0')}`)
    await suite.database.owner
      .insertInto('appUser')
      .values(ids.map((id) => ({ id, userName: id, userNameKey: id, fullName: id })))
      .execute()
    expect(await add({ userIds: ids })).toMatchObject({ code: codes.invalid, errors: [{ field: 'userIds' }] })
    expect(await hasPlace('thousand-0000')).toBe(false)
    expect(await add({ userIds: ids.slice(0, 1000) })).toMatchObject({ data: { added: 1000, present: 0 } })
  })

  it('sends no notification if the platform adds the users', async () => {
    const user = await somebody()
    await add({ userIds: [user.id] })
    expect(await messagesTo(suite.database, user.email)).toEqual([])
  })
})

describe('adding invalid people', () => {
  const rejectedFields = async (input: Parameters<typeof add>[0], person?: Person) =>
    (await add(input, person)).errors?.map(({ field }) => field)

  it('requires users, role, type and position', async () => {
    expect(await add({ role: '', typeId: '', positionId: '' })).toMatchObject({
      code: codes.invalid,
      errors: [
        { field: 'role', message: '请选择角色！' },
        { field: 'typeId', message: '请选择用户类型！' },
        { field: 'positionId', message: '请选择岗位！' },
        { field: 'userIds', message: '请选择用户！' },
      ],
    })
  })

  it('rejects a role that is closed or not for tenants', async () => {
    const userIds = [(await somebody()).id]
    for (const role of ['nobody', ordinaryUser.id, await tenantRole(suite, [], { status: 1 })])
      expect(await rejectedFields({ role, userIds })).toEqual(['role'])
  })

  it('rejects a type or position of another category or tenant', async () => {
    const userIds = [(await somebody()).id]
    await suite.database.owner
      .insertInto('dictionary')
      .values({
        tenantId: suite.there.tenantId,
        id: 'foreign-position',
        categoryId: categories.position,
        dicName: '岗位',
        dicCode: 'FOREIGN',
        sort: 1,
      })
      .execute()
    expect(
      await rejectedFields({ userIds, typeId: membership.positionId, positionId: 'foreign-position' }),
    ).toEqual(['typeId', 'positionId'])
    const elsewhere = { userIds, tenantId: suite.there.tenantId, positionId: 'foreign-position' }
    expect(await add(elsewhere)).toMatchObject({ code: codes.ok })
  })

  it('rejects a role with a menu that the caller lacks in that tenant, whatever they have elsewhere', async () => {
    const clerk = await tenantRole(suite, ['tenantManager', 'tenantUser'])
    const caller = await signedInMember(suite.database, clerk)
    const elsewhere = await newTenant()
    await insertMembership(suite.database, {
      tenantId: elsewhere,
      userId: caller.userId,
      roleId: membership.role,
    })
    const user = await somebody()
    const at = (tenantId: string, role: string) =>
      add({ tenantId, role, userIds: [found(caller, tenantId, user.id)] }, caller)
    expect(await at(caller.tenantId, membership.role)).toMatchObject({
      code: codes.forbidden,
      message: '不能授予超出您自身权限的角色或菜单',
    })
    expect(await hasPlace(user.id, caller.tenantId)).toBe(false)
    expect(await at(caller.tenantId, clerk)).toMatchObject({ code: codes.ok })
    expect(await at(elsewhere, membership.role)).toMatchObject({ code: codes.ok })
  })

  it('rejects a role beyond the caller’s system role, which counts in every tenant', async () => {
    const desk = await signedIn(suite.database, await systemRole(suite, ['tenantManager', 'tenantUser']))
    const userIds = [(await somebody()).id]
    expect(await add({ userIds }, desk)).toMatchObject({ code: codes.forbidden })
    const clerk = await tenantRole(suite, ['tenantUser'])
    expect(await add({ userIds, role: clerk }, desk)).toMatchObject({ code: codes.ok })
  })

  it('rejects all users if one does not exist', async () => {
    const user = await somebody()
    expect(await add({ userIds: [user.id, 'nobody'] })).toMatchObject({ code: codes.notFound })
    expect(await hasPlace(user.id)).toBe(false)
  })

  it('rejects an unknown tenant, and one that is not the caller’s', async () => {
    const user = await somebody()
    for (const tenantId of [globalTenantId, 'nobody'])
      expect(await add({ tenantId, userIds: [user.id] })).toMatchObject({ code: codes.notFound })
    const { tenantId } = suite.there
    const userIds = [found(suite.here, tenantId, user.id)]
    expect(await add({ tenantId, userIds }, suite.here)).toMatchObject({ code: codes.notFound })
    expect(await hasPlace(user.id, tenantId)).toBe(false)
  })

  it('rejects a tenant or role that is deleted concurrently', async () => {
    const role = await tenantRole(suite, [])
    const tenantId = await newTenant()
    await suite.database.owner.deleteFrom('tenantUser').where('tenantId', '=', tenantId).execute()
    const user = await somebody()
    const during = (table: 'role' | 'tenant', id: string, chosen: string) =>
      whileLocked(
        suite.database,
        (trx) => trx.deleteFrom(table).where('id', '=', id).execute(),
        async (awaited) => {
          const response = add({ tenantId, role: chosen, userIds: [user.id] })
          await awaited()
          return { response }
        },
      )
    expect(await (await during('role', role, role)).response).toMatchObject({ code: codes.notFound })
    expect(await (await during('tenant', tenantId, membership.role)).response).toMatchObject({
      code: codes.notFound,
    })
    expect(await hasPlace(user.id, tenantId)).toBe(false)
  })
})

describe('a tenant’s administrator', () => {
  it('adds users whom they have found, and those are notified by e-mail in their language', async () => {
    const { here } = suite
    const [zh, en] = [await somebody(), await somebody({ language: 'en' })]
    const ids: string[] = []
    for (const { userName } of [zh, en]) {
      const input = { tenantId: here.tenantId, keyWord: userName }
      const { data } = await send(suite.server, tenantUserUnassigned, input, here)
      ids.push(data?.list[0]?.id ?? '')
    }
    expect(await add({ userIds: ids }, here)).toMatchObject({
      code: codes.ok,
      data: { added: 2, present: 0 },
    })
    for (const [user, language] of [
      [zh, 'zh'],
      [en, 'en'],
    ] as const) {
      expect(await hasPlace(user.id)).toBe(true)
      expect(await messagesTo(suite.database, user.email)).toMatchObject([
        { template: 'addedToTenant', kind: 'email', language, tenantId: here.tenantId },
      ])
    }
    // Existing members are not notified again.
    expect(await add({ userIds: ids }, here)).toMatchObject({ data: { added: 0, present: 2 } })
    expect(await messagesTo(suite.database, zh.email)).toHaveLength(1)
  })

  it('cannot add a user by a bare id, or with another caller’s, another tenant’s or an expired search result', async () => {
    const { here, there } = suite
    const [user, own] = [await somebody(), await somebody()]
    const good = found(here, here.tenantId, own.id)
    const long = Date.now() - 3 * 3_600_000
    for (const id of [
      user.id,
      found(there, here.tenantId, user.id),
      found(here, there.tenantId, user.id),
      found(here, here.tenantId, user.id, long),
      found(here, here.tenantId, own.id).replace(own.id, user.id),
      `${user.id}.zzzzzzz.${'0'.repeat(32)}`,
    ])
      for (const userIds of [[id], [good, id]])
        expect(await add({ userIds }, here)).toMatchObject({ code: codes.notFound })
    for (const { id, email } of [user, own]) {
      expect(await hasPlace(id)).toBe(false)
      expect(await messagesTo(suite.database, email)).toEqual([])
    }
    expect(await add({ userIds: [good] }, here)).toMatchObject({ code: codes.ok })
  })

  it('can add a limited number of users an hour', async () => {
    const { there } = suite
    const users = await Promise.all(Array.from({ length: 2 }, () => somebody()))
    const userIds = users.map(({ id }) => found(there, there.tenantId, id))
    const bucket = `adding:${there.userId}`
    const endsAt = sql<Date>`now() + interval '1 hour'`
    await suite.database.owner.insertInto('rateLimit').values({ bucket, used: 239, endsAt }).execute()
    const input = { tenantId: there.tenantId, userIds }
    expect(await add(input, there)).toMatchObject({
      code: codes.limitReached,
      message: '每小时最多添加 240 人，请稍后再试',
    })
    expect(await hasPlace(users[0]?.id ?? '', there.tenantId)).toBe(false)
    await ageLimits(suite.database, 3600)
    expect(await add(input, there)).toMatchObject({ code: codes.ok })
  })

  it('cannot add users to a tenant where they are only a member', async () => {
    const { here } = suite
    const tenantId = await newTenant()
    await insertMembership(suite.database, {
      tenantId,
      userId: here.userId,
      roleId: await tenantRole(suite, ['tenantSite']),
    })
    const userIds = [found(here, tenantId, (await somebody()).id)]
    expect(await add({ tenantId, role: membership.role, userIds }, here)).toMatchObject({
      code: codes.notFound,
    })
  })
})
