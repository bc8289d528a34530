import {
  codes,
  type InputOf,
  menuDelete,
  menuInfo,
  menuOrder,
  menuSave,
  menuTree,
  menuUpdate,
  roleInfo,
  roleSave,
  roleUpdate,
  rootMenuId,
  userInfo,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Suite, startSuite } from '../../../http/test-kit/index.ts'
import { addUser, send, signInAs } from '../../identity/test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

type Fields = InputOf<typeof menuSave>

let count = 0
const fields = (more: Partial<Fields> = {}): Fields => ({
  ...{ name: `菜单 ${++count}`, parentId: rootMenuId, seq: 900, url: '/nowhere', icon: 'IconBook' },
  ...more,
})

const save = (more: Partial<Fields> = {}) => send(suite.server, menuSave, fields(more), suite.admin)
const update = (id: string, input: Fields) => send(suite.server, menuUpdate, { ...input, id }, suite.admin)
const order = (parentId: string, ids: string[]) =>
  send(suite.server, menuOrder, { parentId, ids }, suite.admin)
const remove = (...ids: string[]) => send(suite.server, menuDelete, { ids }, suite.admin)
const info = async (id: string) => (await send(suite.server, menuInfo, { id }, suite.admin)).data
const tree = async (language: 'zh' | 'en' = 'zh') =>
  (await send(suite.server, menuTree, {}, { token: suite.admin.token, language })).data ?? []
const entriesOf = async (parentId: string) =>
  (await tree()).find(({ id }) => id === parentId)?.list.map(({ id }) => id)

const add = async (more: Partial<Fields> = {}): Promise<string> => {
  const answer = await save(more)
  expect(answer).toMatchObject({ code: codes.ok })
  return String(answer.data)
}

const refusedOf = (answer: Awaited<ReturnType<typeof update>>) =>
  answer.errors?.map(({ field, message }) => `${field}: ${message}`)

/** What a menu holds at present, to be sent back changed. */
const present = async (id: string, more: Partial<Fields> = {}): Promise<Fields> => {
  const { name = '', nameEn, parentId = '', seq = 1, url = '', icon = '', status } = (await info(id)) ?? {}
  return { name, nameEn, parentId, seq, url, icon, status, ...more }
}

/** Somebody who is signed in with a system role that holds some menus. */
const holder = async (...resourceIdList: string[]) => {
  const role = { name: `持有者 ${++count}`, roleType: 1, resourceIdList }
  const { data: roleId } = await send(suite.server, roleSave, role, suite.admin)
  const { userName } = await addUser(suite.database, { roleId })
  return { roleId: String(roleId), token: await signInAs(suite.server, userName) }
}

const menuSeenBy = async (token: string) => {
  const { data } = await send(suite.server, userInfo, {}, { token })
  return data?.menuList.map(({ id, list }) => [id, ...list.map((entry) => entry.id)])
}

describe('the tree of menus', () => {
  it('has groups with their entries in their orders, closed ones too, in the caller’s language', async () => {
    const group = await add({ nameEn: 'A group', seq: 3 })
    const late = await add({ parentId: group, seq: 20 })
    const closed = await add({ parentId: group, seq: 10, status: 1 })
    const branches = await tree('en')
    expect(branches[0]).toMatchObject({
      ...{ id: group, displayName: 'A group', resourceType: 'group', url: '/nowhere', forTenants: true },
      list: [{ id: closed, status: 1, resourceType: 'menu' }, { id: late }],
    })
    const delivered = branches.find(({ id }) => id === 'systemManger')
    expect(delivered).toMatchObject({
      displayName: 'System information',
      url: '/systemManger',
      forTenants: true,
    })
    const forTenants = delivered?.list.filter((menu) => menu.forTenants).map(({ id }) => id)
    expect(forTenants).toEqual(['dictionary', 'holiday'])
  })

  it('is open to who edits roles, who changes nothing in it', async () => {
    const { token } = await holder('role')
    expect((await send(suite.server, menuTree, {}, { token })).data).toEqual(await tree())
    expect(await send(suite.server, menuSave, fields(), { token })).toMatchObject({ code: codes.forbidden })
  })
})

describe('saving a menu', () => {
  it('adds an entry that a role can be given and its holder sees', async () => {
    const group = await add({ seq: 500 })
    const entry = await add({ parentId: group, name: '外部系统', url: '/outside/page' })
    const { token } = await holder(entry)
    expect(await menuSeenBy(token)).toEqual([[group, entry]])
    await update(entry, await present(entry, { status: 1 }))
    expect(await menuSeenBy(token)).toEqual([])
    await update(entry, await present(entry, { status: 0 }))
    await update(group, await present(group, { status: 1 }))
    expect(await menuSeenBy(token)).toEqual([])
  })

  it('moves an entry to another group, and its holders with it', async () => {
    const [from, to] = [await add({ seq: 510 }), await add({ seq: 520 })]
    const entry = await add({ parentId: from })
    const { roleId, token } = await holder(entry)
    expect(await update(entry, await present(entry, { parentId: to }))).toMatchObject({ code: codes.ok })
    expect(await menuSeenBy(token)).toEqual([[to, entry]])
    const { data } = await send(suite.server, roleInfo, { id: roleId }, suite.admin)
    expect(data?.resourceIdList).toEqual([entry, to].sort())
  })

  it('leaves the group that an entry has left to those who hold another of it', async () => {
    const [from, to] = [await add(), await add()]
    const [entry, other] = [await add({ parentId: from }), await add({ parentId: from })]
    const { roleId } = await holder(entry, other)
    await update(entry, await present(entry, { parentId: to }))
    const { data } = await send(suite.server, roleInfo, { id: roleId }, suite.admin)
    expect(data?.resourceIdList).toEqual([entry, other, from, to].sort())
  })

  it('moves an entry of tenants into a group of the platform, and their roles can still be saved', async () => {
    const role = { name: `租户角色 ${++count}`, roleType: 2, resourceIdList: ['holiday'] }
    const { data: id } = await send(suite.server, roleSave, role, suite.admin)
    const save = async () => {
      const { data } = await send(suite.server, roleInfo, { id: String(id) }, suite.admin)
      const { resourceIdList = [] } = data ?? {}
      const answer = await send(
        suite.server,
        roleUpdate,
        { ...role, id: String(id), resourceIdList },
        suite.admin,
      )
      return [answer.code, ...resourceIdList]
    }
    await update('holiday', await present('holiday', { parentId: 'setting' }))
    expect(await save()).toEqual([codes.ok, 'holiday', 'setting'])
    await update('holiday', await present('holiday', { parentId: 'systemManger' }))
    expect(await save()).toEqual([codes.ok, 'holiday', 'systemManger'])
  })

  it('needs an address and an icon, for groups too', async () => {
    const answer = await send(suite.server, menuSave, { ...fields(), url: '', icon: ' ' }, suite.admin)
    expect(refusedOf(answer as never)).toEqual(['url: 请输入请求地址！', 'icon: 请输入图标！'])
    for (const url of ['//elsewhere.example', 'https://elsewhere.example', '/a b', 'javascript:alert(1)']) {
      expect((await save({ url })).errors?.map(({ field }) => field)).toEqual(['url'])
    }
  })

  it('keeps to two levels', async () => {
    const [group, other] = [await add(), await add()]
    const entry = await add({ parentId: group })
    const fields = (answer: Awaited<ReturnType<typeof save>>) => answer.errors?.map(({ field }) => field)
    expect(fields(await save({ parentId: entry }))).toEqual(['parentId'])
    expect(fields(await save({ parentId: 'nobody' }))).toEqual(['parentId'])
    expect(refusedOf(await update(group, await present(group, { parentId: group })))).toEqual([
      'parentId: 上级须为一级菜单：菜单只有两级',
    ])
    expect(refusedOf(await update(group, await present(group, { parentId: other })))).toEqual([
      'parentId: 该菜单下还有子菜单，不能移到其他菜单之下',
    ])
    expect(await update(other, await present(other, { parentId: group }))).toMatchObject({ code: codes.ok })
    expect(await info(other)).toMatchObject({ resourceType: 'menu' })
  })

  it('does not make a third level where two changes come at once', async () => {
    for (let round = 0; round < 4; round++) {
      const [one, other] = [await add(), await add()]
      const [entry] = await Promise.all([
        save({ parentId: one }),
        present(one, { parentId: other }).then((moved) => update(one, moved)),
      ])
      const below = (await info(one))?.parentId !== rootMenuId
      expect([below, entry.code]).toEqual(below ? [true, codes.invalid] : [false, codes.ok])
    }
  })

  it('refuses a name that a sibling has, whatever its case, and no other', async () => {
    const [group, other] = [await add(), await add()]
    await add({ parentId: group, name: 'Reports' })
    expect(await save({ parentId: group, name: 'ＲＥＰＯＲＴＳ' })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'name', message: '名称已被使用，请换一个' }],
    })
    await add({ parentId: other, name: 'Reports' })
  })

  it('shows the second of two who edit it what changed', async () => {
    const id = await add({ name: '争用菜单' })
    await update(id, { ...(await present(id, { url: '/first' })), rowVersion: 1 })
    const late = await update(id, { ...(await present(id, { url: '/nowhere' })), rowVersion: 1 })
    expect(late.changes).toEqual([
      { field: 'url', current: '/first' },
      { field: 'rowVersion', current: 2 },
    ])
  })

  it('keeps the ways to roles and menus open', async () => {
    const group = await add({ status: 1 })
    for (const [id, more, field] of [
      ['role', { status: 1 }, 'status'],
      ['menu', { url: '/elsewhere' }, 'url'],
      ['menu', { parentId: rootMenuId }, 'parentId'],
      ['menu', { parentId: group }, 'parentId'],
      ['setting', { status: 1 }, 'status'],
    ] as const) {
      const answer = await update(id, await present(id, more))
      expect(answer.errors?.map((error) => error.field)).toEqual([field])
      expect(answer.errors?.[0]?.message).toContain('否则将无法再进入角色管理和菜单管理')
    }
    const renamed = await present('setting', { name: '设置', seq: 75 })
    expect(await update('setting', renamed)).toMatchObject({ code: codes.ok })
  })
})

describe('the order of menus', () => {
  it('is that of the ids sent, for entries and for groups', async () => {
    const group = await add({ seq: 1 })
    const [a, b, c] = [
      await add({ parentId: group }),
      await add({ parentId: group }),
      await add({ parentId: group }),
    ]
    expect(await order(group, [c, a, b])).toMatchObject({ code: codes.ok, data: null })
    expect(await entriesOf(group)).toEqual([c, a, b])
    expect(await info(c)).toMatchObject({ seq: 10, rowVersion: 2 })
    const branches = await tree()
    const groups = branches.map(({ id }) => id)
    expect(await order(rootMenuId, groups.toReversed())).toMatchObject({ code: codes.ok })
    expect((await tree()).map(({ id }) => id)).toEqual(groups.toReversed())
    const open = branches.filter(
      ({ status, list }) => status === 0 && list.some((entry) => entry.status === 0),
    )
    expect((await menuSeenBy(suite.admin.token))?.map(([id]) => id)).toEqual(
      open.map(({ id }) => id).toReversed(),
    )
    await order(rootMenuId, groups)
  })

  it('is refused where the siblings are not those sent', async () => {
    const group = await add()
    const [a, b] = [await add({ parentId: group }), await add({ parentId: group })]
    const changed = { code: codes.conflict, message: '菜单已被他人修改，请刷新后重新排序' }
    for (const ids of [[a], [a, 'nobody'], [a, b, 'tenant'], ['tenant']]) {
      expect(await order(group, ids)).toMatchObject(changed)
    }
    expect(await order('nobody', [a])).toMatchObject(changed)
    expect(await entriesOf(group)).toEqual([a, b].sort())
  })

  it('leaves in the audit trail what it was and what it is', async () => {
    const group = await add()
    const ids = [await add({ parentId: group }), await add({ parentId: group })]
    await order(group, ids.toReversed())
    const events = suite.database.owner.selectFrom('auditEvent').select(['before', 'after'])
    expect(
      await events.where('call', '=', '/sys/menu/order').where('entityId', '=', group).execute(),
    ).toEqual([{ before: { ids }, after: { ids: ids.toReversed() } }])
  })
})

describe('deleting menus', () => {
  it('removes a group with its last entries, or nothing', async () => {
    const group = await add()
    const entry = await add({ parentId: group })
    expect(await remove(group)).toMatchObject({
      code: codes.conflict,
      message: '正在使用中，无法删除：1 个子菜单',
    })
    expect(await remove(group, entry, 'nobody')).toMatchObject({ code: codes.notFound })
    expect(await info(entry)).toMatchObject({ id: entry })
    expect(await remove(group, entry)).toMatchObject({ code: codes.ok })
    expect(await info(group)).toBeNull()
  })

  it('is refused while roles hold it', async () => {
    const entry = await add({ parentId: await add() })
    await holder(entry)
    await holder(entry)
    expect(await remove(entry)).toMatchObject({
      code: codes.conflict,
      message: '正在使用中，无法删除：2 个角色',
    })
  })

  it('spares the ways to roles and menus', async () => {
    for (const id of ['role', 'menu']) expect(await remove(id)).toMatchObject({ code: codes.conflict })
    expect((await remove('setting')).message).toContain('2 个子菜单')
  })
})
