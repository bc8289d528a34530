import { codes, type InputOf, roleDelete, roleInfo, roleList, roleSave, roleUpdate } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Suite, startSuite } from '../../app/test-kit/index.ts'
import { addMembership, addUser, send } from '../identity/sign-in/test-kit/index.ts'
import { platformAdministrator, tenantAdministrator, tenantMember } from './delivered-roles.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

type Fields = InputOf<typeof roleSave>

const fields = (name: string, more: Partial<Fields> = {}): Fields => ({ name, roleType: 1, ...more })

const save = (input: Fields) => send(suite.server, roleSave, input, suite.admin)
const update = (id: string, input: Fields) => send(suite.server, roleUpdate, { ...input, id }, suite.admin)
const info = async (id: string, language: 'zh' | 'en' = 'zh') =>
  (await send(suite.server, roleInfo, { id }, { token: suite.admin.token, language })).data
const remove = (...ids: string[]) => send(suite.server, roleDelete, { ids }, suite.admin)
const list = async (input: InputOf<typeof roleList>, language: 'zh' | 'en' = 'zh') =>
  (await send(suite.server, roleList, { limit: 100, ...input }, { token: suite.admin.token, language })).data

const add = async (name: string, more: Partial<Fields> = {}): Promise<string> => {
  const response = await save(fields(name, more))
  expect(response).toMatchObject({ code: codes.ok })
  return String(response.data)
}

const rejectedFields = async (input: Fields) => (await save(input)).errors?.map(({ field }) => field)

describe('saving a role', () => {
  it('adds a role with its menus and their groups', async () => {
    const id = await add('稽查员', {
      nameEn: 'Auditor',
      description: '只读',
      descriptionEn: 'Reads only',
      resourceIdList: ['tenant', 'tenant'],
    })
    expect(await info(id)).toMatchObject({
      name: '稽查员',
      nameEn: 'Auditor',
      displayName: '稽查员',
      description: '只读',
      displayDescription: '只读',
      status: 0,
      roleType: 1,
      superAdmin: 1,
      rowVersion: 1,
      inUse: false,
      resourceIdList: ['systemManger', 'tenant'],
    })
    expect(await info(id, 'en')).toMatchObject({ displayName: 'Auditor', displayDescription: 'Reads only' })
    const plain = await add('无英文说明', { description: '只有中文' })
    expect(await info(plain, 'en')).toMatchObject({ displayDescription: '只有中文' })
    expect(await info(tenantAdministrator.id, 'en')).toMatchObject({
      displayDescription: 'Manages the sites, users and studies of their tenant',
    })
  })

  it('changes a role, including its menus', async () => {
    const id = await add('更名前', { resourceIdList: ['tenant', 'dictionary'] })
    const changed = fields('更名后', { status: 1, resourceIdList: ['dictionary', 'role'], rowVersion: 1 })
    expect(await update(id, changed)).toMatchObject({ code: codes.ok, data: null, message: '修改成功' })
    expect(await info(id)).toMatchObject({
      name: '更名后',
      status: 1,
      rowVersion: 2,
      resourceIdList: ['dictionary', 'role', 'setting', 'systemManger'],
    })
  })

  it('lists no menus for a role with every menu, and restores none when it becomes an ordinary role', async () => {
    const id = await add('全权', { superAdmin: 0, resourceIdList: ['tenant'] })
    expect(await info(id)).toMatchObject({ superAdmin: 0, resourceIdList: [] })
    await update(id, fields('全权', { superAdmin: 1 }))
    expect(await info(id)).toMatchObject({ superAdmin: 1, resourceIdList: [] })
  })

  it('rejects the name of another role of its type, regardless of case or Unicode form', async () => {
    await add('Data Manager')
    for (const name of ['data manager', 'ＤＡＴＡ Manager', ' Data Manager ']) {
      expect(await save(fields(name))).toMatchObject({
        code: codes.invalid,
        errors: [{ field: 'name', message: '名称已被使用，请换一个' }],
      })
    }
    await add('Data Manager', { roleType: 2 })
    const responses = await Promise.all(Array.from({ length: 6 }, () => save(fields('同时的角色'))))
    expect(responses.map(({ code }) => code).sort()).toEqual([codes.ok, ...Array(5).fill(codes.invalid)])
  })

  it('rejects unknown menus, and platform menus in a tenant role', async () => {
    expect(await rejectedFields(fields('无此菜单', { resourceIdList: ['tenant', 'nobody'] }))).toEqual([
      'resourceIdList',
    ])
    const tenant = fields('租户角色', { roleType: 2, resourceIdList: ['systemManger', 'dictionary'] })
    for (const resourceIdList of [['tenant'], ['setting', 'dictionary']]) {
      expect(await rejectedFields({ ...tenant, resourceIdList })).toEqual(['resourceIdList'])
    }
    expect(await rejectedFields({ ...tenant, superAdmin: 0 })).toEqual(['superAdmin'])
    await add('租户角色', tenant)
  })

  it('keeps the type of a role that is in use', async () => {
    const [onPlatform, inTenant] = [await add('在用系统角色'), await add('在用租户角色', { roleType: 2 })]
    const { id: userId } = await addUser(suite.database, { roleId: onPlatform })
    await addMembership(suite.database, userId, inTenant)
    for (const [id, name, roleType] of [
      [onPlatform, '在用系统角色', 2],
      [inTenant, '在用租户角色', 1],
    ] as const) {
      expect(await info(id)).toMatchObject({ inUse: true })
      expect((await update(id, fields(name, { roleType }))).errors).toMatchObject([{ field: 'roleType' }])
      expect(await update(id, fields(name, { roleType: roleType === 1 ? 2 : 1 }))).toMatchObject({
        code: codes.ok,
      })
    }
    const free = await add('闲置角色')
    expect(await update(free, fields('闲置角色', { roleType: 2 }))).toMatchObject({ code: codes.ok })
  })

  it('shows the second of two editors what the first one changed, including menus', async () => {
    const id = await add('争用角色', { resourceIdList: ['tenant'] })
    await update(id, fields('争用角色', { description: '甲', resourceIdList: ['dictionary'], rowVersion: 1 }))
    const late = await update(id, fields('争用角色', { resourceIdList: ['tenant'], rowVersion: 1 }))
    expect(late).toMatchObject({ code: codes.conflict })
    expect(late.changes).toEqual([
      { field: 'description', current: '甲' },
      { field: 'resourceIdList', current: ['dictionary', 'systemManger'] },
      { field: 'rowVersion', current: 2 },
    ])
    expect(await info(id)).toMatchObject({ resourceIdList: ['dictionary', 'systemManger'] })
  })

  it('writes the menus before and after into the audit trail', async () => {
    const id = await add('留痕角色', { resourceIdList: ['tenant'] })
    await update(id, fields('留痕角色', { resourceIdList: ['dictionary'] }))
    const events = suite.database.owner.selectFrom('auditEvent').select(['call', 'before', 'after'])
    const trail = await events.where('entityId', '=', id).orderBy('sequence').execute()
    expect(trail).toMatchObject([
      { before: null, after: { name: '留痕角色', resourceIdList: ['systemManger', 'tenant'] } },
      {
        before: { resourceIdList: ['systemManger', 'tenant'] },
        after: { resourceIdList: ['dictionary', 'systemManger'] },
      },
    ])
  })

  it('stores markup, scripts and non-Latin text unchanged', async () => {
    for (const name of ['<img src=x onerror=alert(1)>', '"引\'号"', '🧪👩', 'مدير الدراسة']) {
      expect(await info(await add(name))).toMatchObject({ name })
    }
  })

  it('reports an unknown id as not found', async () => {
    expect(await update('nobody', fields('不存在'))).toMatchObject({ code: codes.notFound })
    expect(await send(suite.server, roleInfo, { id: 'nobody' }, suite.admin)).toMatchObject({
      code: codes.notFound,
    })
  })
})

describe('listing roles', () => {
  it('finds a role by part of its name in either language', async () => {
    const id = await add('云岫监查员', { nameEn: 'YunXiu Monitor' })
    for (const name of ['岫监', 'yunxiu', 'monitor']) {
      expect((await list({ name }))?.list.map((role) => role.id)).toEqual([id])
    }
    for (const name of ['监岫', '%', '_']) expect(await list({ name })).toMatchObject({ totalCount: 0 })
  })

  it('filters by type and state', async () => {
    const id = await add('停用的角色', { roleType: 2, status: 1 })
    const idsOf = async (input: InputOf<typeof roleList>) => (await list(input))?.list.map((role) => role.id)
    expect(await idsOf({ roleType: 2, status: 1 })).toEqual([id])
    expect(await idsOf({ roleType: 1 })).not.toContain(id)
    expect(await idsOf({ status: 0 })).not.toContain(id)
  })

  it('pages through all roles in the requested order, each exactly once', async () => {
    const all = await list({ sortBy: 'name', sortOrder: 'desc' }, 'en')
    const ids: string[] = []
    for (let page = 1; ids.length < (all?.totalCount ?? 0); page++) {
      const part = await list({ sortBy: 'name', sortOrder: 'desc', limit: 4, page }, 'en')
      ids.push(...(part?.list.map(({ id }) => id) ?? []))
    }
    expect(ids).toEqual(all?.list.map(({ id }) => id))
    expect(ids).toEqual(expect.arrayContaining([platformAdministrator.id, tenantAdministrator.id]))
    const types = (await list({ sortBy: 'roleType' }))?.list.map(({ roleType }) => roleType) ?? []
    expect(types).toEqual(types.toSorted())
  })
})

describe('the role of tenant members', () => {
  it('can be renamed, but cannot get menus or become a system role', async () => {
    const { id } = tenantMember
    const member = fields('成员', { roleType: 2 })
    expect(await update(id, { ...member, resourceIdList: ['dictionary'] })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'resourceIdList', message: '该角色是邀请时的默认角色，不能授予菜单' }],
    })
    expect(await update(id, { ...member, roleType: 1 })).toMatchObject({ errors: [{ field: 'roleType' }] })
    expect(await update(id, member)).toMatchObject({ code: codes.ok })
    expect(await info(id)).toMatchObject({ name: '成员', roleType: 2, resourceIdList: [] })
  })

  it('cannot be changed by tenant administrators', async () => {
    const input = { ...fields('我们的成员', { roleType: 2 }), id: tenantMember.id }
    expect(await send(suite.server, roleUpdate, input, suite.here)).toMatchObject({ code: codes.forbidden })
    const deletion = { ids: [tenantMember.id] }
    expect(await send(suite.server, roleDelete, deletion, suite.here)).toMatchObject({
      code: codes.forbidden,
    })
  })
})

describe('deleting roles', () => {
  it('removes several roles with their menus and writes one audit event', async () => {
    const ids = [await add('待删一', { resourceIdList: ['tenant'] }), await add('待删二')]
    expect(await remove(...ids)).toMatchObject({ code: codes.ok, data: null })
    for (const id of ids) expect(await info(id)).toBeNull()
    const { owner } = suite.database
    const events = await owner
      .selectFrom('auditEvent')
      .select('before')
      .where('entityId', '=', ids.join())
      .execute()
    expect(events).toMatchObject([
      {
        before: {
          list: [{ name: '待删一', resourceIdList: ['systemManger', 'tenant'] }, { name: '待删二' }],
        },
      },
    ])
  })

  it('rejects the whole request while one of the roles is in use', async () => {
    const [free, used] = [await add('无人使用'), await add('有人使用')]
    await addUser(suite.database, { roleId: used })
    await addUser(suite.database, { roleId: used })
    expect(await remove(free, used)).toMatchObject({
      code: codes.conflict,
      message: '正在使用中，无法删除：2 个用户',
    })
    const inTenant = await add('租户在用', { roleType: 2 })
    await addMembership(suite.database, (await addUser(suite.database)).id, inTenant)
    expect(await remove(free, inTenant)).toMatchObject({ message: '正在使用中，无法删除：1 个租户用户' })
    expect(await remove(free, 'nobody')).toMatchObject({ code: codes.notFound })
    expect(await info(free)).toMatchObject({ name: '无人使用' })
  })

  it('keeps the tenant roles that the product uses', async () => {
    for (const { id } of [tenantAdministrator, tenantMember]) {
      expect(await remove(id)).toMatchObject({ code: codes.conflict })
      expect(await info(id)).toMatchObject({ roleType: 2 })
    }
  })
})
