import { randomUUID } from 'node:crypto'
import { categories, codes, tenantUserInfo, tenantUserList } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Suite, signedInMember, startSuite, type TenantPerson } from '../../../app/test-kit/index.ts'
import { ordinaryUser, tenantAdministrator } from '../../access/index.ts'
import { addMembership, send } from '../../identity/sign-in/test-kit/index.ts'
import { globalEntryId } from '../../reference-data/dictionaries/index.ts'
import { addTenantUser, insertMembership } from './test-kit/index.ts'

let suite: Suite
let here: TenantPerson

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

/** Signs in the administrator of a new tenant, because each test needs its own. */
const newTenant = async () => {
  here = await signedInMember(suite.database, tenantAdministrator.id)
  return here.tenantId
}

type Input = Record<string, unknown>

const list = async (input: Input, sender: { token: string } = here, language: 'zh' | 'en' = 'zh') => {
  const { code, data } = await send(suite.server, tenantUserList, input, { token: sender.token, language })
  expect(code).toBe(codes.ok)
  return data ?? { list: [], totalCount: -1 }
}
const idsOf = async (input: Input, sender: { token: string } = here) =>
  (await list(input, sender)).list.map(({ id }) => id)

describe('a listed tenant user', () => {
  it('has the user’s data and membership, in the caller’s language', async () => {
    const tenantId = await newTenant()
    const { owner } = suite.database
    await owner.updateTable('tenant').set({ tenantName: '晨曦医药' }).where('id', '=', tenantId).execute()
    const own = randomUUID()
    await owner
      .insertInto('dictionary')
      .values({
        tenantId,
        id: own,
        categoryId: categories.position,
        dicName: '数据经理',
        dicNameEn: 'Data manager',
        dicCode: 'DM',
        sort: 1,
      })
      .execute()
    const person = await addTenantUser(
      suite.database,
      tenantId,
      { fullName: '周以宁' },
      {
        roleId: tenantAdministrator.id,
        typeId: globalEntryId(categories.userType, 'SPONSOR'),
        positionId: own,
        joinDate: new Date('2026-03-04T05:06:07Z'),
      },
    )
    const departments = ['统计部', '临床部'].map((departmentName) => ({
      tenantId,
      id: randomUUID(),
      departmentName,
    }))
    await owner.insertInto('department').values(departments).execute()
    await owner
      .insertInto('departmentUser')
      .values(departments.map(({ id }) => ({ tenantId, departmentId: id, tenantUserId: person.id })))
      .execute()
    const [zh] = (await list({ userName: person.userName })).list
    expect(zh).toEqual({
      id: person.id,
      userId: person.userId,
      userName: person.userName,
      fullName: '周以宁',
      displayName: '周以宁',
      email: person.email,
      emailValid: 0,
      phone: person.phone,
      phoneValid: 0,
      role: tenantAdministrator.id,
      roleName: '租户管理员',
      typeId: globalEntryId(categories.userType, 'SPONSOR'),
      typeName: expect.stringMatching(/\p{Script=Han}/u),
      positionId: own,
      positionName: '数据经理',
      enabled: 0,
      status: '0',
      ...{ accessFrom: '', accessUntil: '', accessState: 'current' },
      ...{ roleFrom: '', roleUntil: '', roleState: 'current' },
      joinDate: '2026-03-04T05:06:07.000Z',
      tenantId,
      tenantName: '晨曦医药',
      departmentName: '临床部、统计部',
      reachable: true,
      important: true,
      rowVersion: 1,
      userVersion: 1,
    })
    const [en] = (await list({ userName: person.userName }, here, 'en')).list
    expect(en).toMatchObject({
      roleName: expect.stringMatching(/^[A-Z]/),
      positionName: 'Data manager',
      departmentName: '临床部, 统计部',
    })
    const { data } = await send(suite.server, tenantUserInfo, { id: person.id }, here)
    expect(data).toEqual(zh)
  })

  it('has empty fields if it has no role, type, position or department', async () => {
    const { id } = await addTenantUser(suite.database, await newTenant())
    const { data } = await send(suite.server, tenantUserInfo, { id }, here)
    const nothing = { role: '', roleName: '', typeId: '', typeName: '', positionId: '', positionName: '' }
    expect(data).toMatchObject({ ...nothing, departmentName: '' })
  })

  it('shows a changed name, address or state immediately', async () => {
    const tenantId = await newTenant()
    const { id, userId } = await addTenantUser(suite.database, tenantId, { fullName: '旧名' })
    await suite.database.owner
      .updateTable('appUser')
      .set({
        fullName: '新名',
        email: 'neu@klinik.example',
        emailKey: 'neu@klinik.example',
        userType: '1',
        status: '1',
      })
      .where('id', '=', userId)
      .execute()
    expect(await idsOf({ keyWord: '新名' })).toEqual([])
    for (const keyWord of ['新名', 'NEU@klinik'])
      expect((await list({ keyWord, searchAll: true })).list).toMatchObject([
        { id, fullName: '新名', status: '1' },
      ])
    expect(await idsOf({ keyWord: '旧名', searchAll: true })).toEqual([])
  })
})

describe('searching tenant users', () => {
  it('finds part of the user name, regardless of case and Unicode form', async () => {
    const { id } = await addTenantUser(suite.database, await newTenant(), { userName: 'Quastenflosser-Ａ7' })
    for (const userName of ['quasten', 'FLOSS', 'r-a7', 'Ｑuasten', ' sser ', 'q'])
      expect(await idsOf({ userName })).toContain(id)
    expect(await idsOf({ userName: 'flosserquasten' })).toEqual([])
    expect(await idsOf({ keyWord: 'flosser' })).toEqual([])
  })

  it('finds part of the full name, address or number', async () => {
    const { id } = await addTenantUser(suite.database, await newTenant(), {
      fullName: '欧阳·Zoë 云岫',
      email: 'Zoe.O@Klinik.example',
      emailKey: 'zoe.o@klinik.example',
      phone: '+86 138-0013 8001',
      phoneKey: '13800138001',
    })
    for (const keyWord of ['云岫', 'ZOË', 'e.o@k', '138-00', '13800138001', '0086 138 0013 8001'])
      expect([keyWord, await idsOf({ keyWord })]).toEqual([keyWord, [id]])
    for (const keyWord of ['岫云', '%', '_', "'", '\\', '云岫zoe'])
      expect(await idsOf({ keyWord })).toEqual([])
    expect(await idsOf({ keyWord: '云岫', userName: '没有' })).toEqual([])
  })

  it('returns the users of a department without its children', async () => {
    const tenantId = await newTenant()
    const { owner } = suite.database
    const [top, below] = [randomUUID(), randomUUID()]
    await owner.insertInto('department').values({ tenantId, id: top, departmentName: '总部' }).execute()
    await owner
      .insertInto('department')
      .values({ tenantId, id: below, parentId: top, departmentName: '分部' })
      .execute()
    const people = [
      await addTenantUser(suite.database, tenantId),
      await addTenantUser(suite.database, tenantId),
    ]
    const memberships = [top, below].map((departmentId, index) => ({
      tenantId,
      departmentId,
      tenantUserId: people[index]?.id ?? '',
    }))
    await owner.insertInto('departmentUser').values(memberships).execute()
    expect(await idsOf({ tenantId, departmentId: top })).toEqual([people[0]?.id])
    expect(await idsOf({ departmentId: below })).toEqual([people[1]?.id])
    expect(await idsOf({ departmentId: below, userName: people[0]?.userName })).toEqual([])
    const rejected = { code: codes.notFound }
    expect(await send(suite.server, tenantUserList, { departmentId: 'nowhere' }, here)).toMatchObject(
      rejected,
    )
    expect(await send(suite.server, tenantUserList, { departmentId: top }, suite.here)).toMatchObject(
      rejected,
    )
    const elsewhere = { tenantId: suite.here.tenantId, departmentId: top }
    expect(await send(suite.server, tenantUserList, elsewhere, suite.admin)).toMatchObject(rejected)
  })

  it('omits special users by default', async () => {
    const tenantId = await newTenant()
    const { id } = await addTenantUser(suite.database, tenantId, { userType: '1', fullName: '特别' })
    expect(await idsOf({ tenantId })).not.toContain(id)
    expect(await idsOf({ keyWord: '特别' })).toEqual([])
    expect(await idsOf({ tenantId, searchAll: true })).toContain(id)
    expect(await idsOf({ keyWord: '特别', searchAll: true })).toEqual([id])
  })

  it('sorts by each column, newest first by default', async () => {
    const tenantId = await newTenant()
    const add = async (fullName: string, userName: string, days: number, enabled = 0) =>
      (
        await addTenantUser(
          suite.database,
          tenantId,
          { fullName, userName, email: `${userName}@a.example`, emailKey: `${userName}@a.example` },
          { joinDate: new Date(Date.UTC(2020, 1, days)), enabled },
        )
      ).id
    const [an, bo, chen] = [
      await add('安', 'order.c', 2),
      await add('薄', 'order.a', 3, 1),
      await add('陈', 'order.b', 1),
    ]
    const sorted = (sortBy?: string, sortOrder?: string) => idsOf({ userName: 'order.', sortBy, sortOrder })
    expect(await sorted()).toEqual([bo, an, chen])
    expect(await sorted('joinDate')).toEqual([bo, an, chen])
    expect(await sorted('joinDate', 'asc')).toEqual([chen, an, bo])
    expect(await sorted('fullName')).toEqual([an, bo, chen])
    expect(await sorted('userName', 'desc')).toEqual([an, chen, bo])
    expect(await sorted('email')).toEqual([bo, chen, an])
    expect((await sorted('enabled', 'desc'))[0]).toBe(bo)
    expect(await send(suite.server, tenantUserList, { sortBy: 'phone' as 'email' }, here)).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'sortBy' }],
    })
  })
})

describe('access to tenant users', () => {
  it('lets the platform see all users, and administrators those of their own tenant', async () => {
    const one = await newTenant()
    const mine = await addTenantUser(suite.database, one, { fullName: '同名者' })
    const other = await signedInMember(suite.database, tenantAdministrator.id)
    const theirs = await addTenantUser(suite.database, other.tenantId, { fullName: '同名者' })
    const both = [mine.id, theirs.id].sort()
    expect((await idsOf({ keyWord: '同名者' }, suite.admin)).sort()).toEqual(both)
    expect(await idsOf({ keyWord: '同名者', tenantId: one }, suite.admin)).toEqual([mine.id])
    expect(await idsOf({ keyWord: '同名者' })).toEqual([mine.id])
    for (const input of [{ tenantId: other.tenantId }, { tenantId: 'nowhere' }])
      expect(await send(suite.server, tenantUserList, input, here)).toMatchObject({ code: codes.notFound })
    for (const id of [theirs.id, 'nobody'])
      expect(await send(suite.server, tenantUserInfo, { id }, here)).toMatchObject({ code: codes.notFound })
    expect(await send(suite.server, tenantUserList, { tenantId: 'nowhere' }, suite.admin)).toMatchObject({
      code: codes.notFound,
    })
  })

  it('hides users of a tenant where the caller is only a member', async () => {
    const tenantId = await newTenant()
    await insertMembership(suite.database, { tenantId: suite.there.tenantId, userId: here.userId })
    const colleague = await addTenantUser(suite.database, suite.there.tenantId, { fullName: '别处同事' })
    expect(await idsOf({ keyWord: '别处同事' })).toEqual([])
    expect((await list({})).list.every((row) => row.tenantId === tenantId)).toBe(true)
    const rejected = { code: codes.notFound }
    expect(await send(suite.server, tenantUserList, { tenantId: suite.there.tenantId }, here)).toMatchObject(
      rejected,
    )
    expect(await send(suite.server, tenantUserInfo, { id: colleague.id }, here)).toMatchObject(rejected)
  })

  it('shows an administrator of two tenants the users of both', async () => {
    const one = await newTenant()
    const two = await addMembership(suite.database, here.userId, tenantAdministrator.id)
    const people = [await addTenantUser(suite.database, one), await addTenantUser(suite.database, two)]
    expect(await idsOf({ limit: 100 })).toEqual(expect.arrayContaining(people.map(({ id }) => id)))
    expect(await idsOf({ tenantId: two, limit: 100 })).not.toContain(people[0]?.id)
  })
})

describe('the permissions in a row', () => {
  it('include whether the caller may change the membership and the user', async () => {
    const tenantId = await newTenant()
    const add = (user: object = {}, membership: object = {}) =>
      addTenantUser(suite.database, tenantId, user, membership)
    const alone = await add()
    const administrator = await add({}, { roleId: tenantAdministrator.id })
    const elsewhere = await add()
    await addMembership(suite.database, elsewhere.userId, null)
    const platform = await add({ roleId: ordinaryUser.id })
    const flags = async (sender: { token: string }) => {
      const { list: rows } = await list({ tenantId, limit: 100 }, sender)
      return [alone, administrator, elsewhere, platform].map(({ id }) => {
        const row = rows.find((found) => found.id === id)
        return [row?.reachable, row?.important]
      })
    }
    const yes = [true, true]
    expect(await flags(here)).toEqual([yes, yes, [true, false], [true, false]])
    expect(await flags(suite.admin)).toEqual([yes, yes, yes, yes])
    const desk = { id: randomUUID(), name: `前台 ${tenantId}`, roleType: 2 }
    await suite.database.owner.insertInto('role').values(desk).execute()
    await suite.database.owner
      .insertInto('roleMenu')
      .values(['tenantManager', 'tenantUser'].map((menuId) => ({ roleId: desk.id, menuId })))
      .execute()
    const clerk = await signedInMember(suite.database, desk.id)
    await insertMembership(suite.database, { tenantId, userId: clerk.userId, roleId: desk.id })
    expect(await flags(clerk)).toEqual([yes, [false, false], [true, false], [true, false]])
  })
})
