import { codes, menuDelete, menuOrder, menuSave, menuTree, rootMenuId } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Suite, startSuite } from '../../app/test-kit/index.ts'
import { send } from '../identity/sign-in/test-kit/index.ts'
import { add, fields, info, menuSeenBy, signedInHolder, tree } from './test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

const order = (parentId: string, ids: string[]) =>
  send(suite.server, menuOrder, { parentId, ids }, suite.admin)
const remove = (...ids: string[]) => send(suite.server, menuDelete, { ids }, suite.admin)
const entriesOf = async (parentId: string) =>
  (await tree(suite)).find(({ id }) => id === parentId)?.list.map(({ id }) => id)

describe('the tree of menus', () => {
  it('lists groups with their entries in order, including closed ones, in the caller’s language', async () => {
    const group = await add(suite, { nameEn: 'A group', seq: 3 })
    const late = await add(suite, { parentId: group, seq: 20 })
    const closed = await add(suite, { parentId: group, seq: 10, status: 1 })
    const branches = await tree(suite, 'en')
    expect(branches[0]).toMatchObject({
      id: group,
      displayName: 'A group',
      resourceType: 'group',
      url: '/nowhere',
      forTenants: true,
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

  it('is readable but not editable for users with the roles menu', async () => {
    const { token } = await signedInHolder(suite, 'role')
    expect((await send(suite.server, menuTree, {}, { token })).data).toEqual(await tree(suite))
    expect(await send(suite.server, menuSave, fields(), { token })).toMatchObject({ code: codes.forbidden })
  })
})

describe('the order of menus', () => {
  it('follows the order of the ids sent, for entries and for groups', async () => {
    const group = await add(suite, { seq: 1 })
    const [a, b, c] = [
      await add(suite, { parentId: group }),
      await add(suite, { parentId: group }),
      await add(suite, { parentId: group }),
    ]
    expect(await order(group, [c, a, b])).toMatchObject({ code: codes.ok, data: null })
    expect(await entriesOf(group)).toEqual([c, a, b])
    expect(await info(suite, c)).toMatchObject({ seq: 10, rowVersion: 2 })
    const branches = await tree(suite)
    const groups = branches.map(({ id }) => id)
    expect(await order(rootMenuId, groups.toReversed())).toMatchObject({ code: codes.ok })
    expect((await tree(suite)).map(({ id }) => id)).toEqual(groups.toReversed())
    const open = branches.filter(
      ({ status, list }) => status === 0 && list.some((entry) => entry.status === 0),
    )
    expect((await menuSeenBy(suite, suite.admin.token))?.map(([id]) => id)).toEqual(
      open.map(({ id }) => id).toReversed(),
    )
    await order(rootMenuId, groups)
  })

  it('is rejected unless the ids sent are exactly the siblings', async () => {
    const group = await add(suite)
    const [a, b] = [await add(suite, { parentId: group }), await add(suite, { parentId: group })]
    const changed = { code: codes.conflict, message: '菜单已被他人修改，请刷新后重新排序' }
    for (const ids of [[a], [a, 'nobody'], [a, b, 'tenant'], ['tenant']]) {
      expect(await order(group, ids)).toMatchObject(changed)
    }
    expect(await order('nobody', [a])).toMatchObject(changed)
    expect(await entriesOf(group)).toEqual([a, b].sort())
  })

  it('writes the order before and after to the audit trail', async () => {
    const group = await add(suite)
    const ids = [await add(suite, { parentId: group }), await add(suite, { parentId: group })]
    await order(group, ids.toReversed())
    const events = suite.database.owner.selectFrom('auditEvent').select(['before', 'after'])
    expect(
      await events.where('call', '=', '/sys/menu/order').where('entityId', '=', group).execute(),
    ).toEqual([{ before: { ids }, after: { ids: ids.toReversed() } }])
  })
})

describe('deleting menus', () => {
  it('removes a group together with its last entries, or nothing', async () => {
    const group = await add(suite)
    const entry = await add(suite, { parentId: group })
    expect(await remove(group)).toMatchObject({
      code: codes.conflict,
      message: '正在使用中，无法删除：1 个子菜单',
    })
    expect(await remove(group, entry, 'nobody')).toMatchObject({ code: codes.notFound })
    expect(await info(suite, entry)).toMatchObject({ id: entry })
    expect(await remove(group, entry)).toMatchObject({ code: codes.ok })
    expect(await info(suite, group)).toBeNull()
  })

  it('is rejected while roles include the menu', async () => {
    const entry = await add(suite, { parentId: await add(suite) })
    await signedInHolder(suite, entry)
    await signedInHolder(suite, entry)
    expect(await remove(entry)).toMatchObject({
      code: codes.conflict,
      message: '正在使用中，无法删除：2 个角色',
    })
  })

  it('keeps the menus for editing roles and menus', async () => {
    for (const id of ['role', 'menu']) expect(await remove(id)).toMatchObject({ code: codes.conflict })
    expect((await remove('setting')).message).toContain('4 个子菜单')
  })
})
