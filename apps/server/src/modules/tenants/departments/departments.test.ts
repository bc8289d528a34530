import {
  codes,
  type DepartmentBranch,
  departmentDelete,
  departmentList,
  departmentSave,
  departmentTree,
  maxDepartmentLevels,
  tenantDelete,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Suite, startSuite, type TenantPerson, testApp } from '../../../app/test-kit/index.ts'
import { addUser, type Reachable, send } from '../../identity/sign-in/test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

/** Optional fields of a department. */
interface More {
  readonly id?: string
  readonly parentId?: string
  readonly rowVersion?: number
  readonly tenantId?: string
}

interface By {
  readonly person?: TenantPerson
  readonly server?: Reachable
  readonly language?: 'zh' | 'en'
}

const save = (
  departmentName: string,
  more: More = {},
  { person = suite.here, server = suite.server, language }: By = {},
) =>
  send(
    server,
    departmentSave,
    { tenantId: person.tenantId, parentId: '0', departmentName, ...more },
    {
      token: person.token,
      language,
    },
  )

const add = async (departmentName: string, parentId = '0', person = suite.here): Promise<string> => {
  const response = await save(departmentName, { parentId }, { person })
  expect(response).toMatchObject({ code: codes.ok })
  return String(response.data)
}

const remove = (id: string, { token } = suite.here) => send(suite.server, departmentDelete, { id }, { token })

const treeOf = async ({ tenantId, token } = suite.here): Promise<readonly DepartmentBranch[]> =>
  (await send(suite.server, departmentTree, { tenantId }, { token })).data ?? []

/** Formats the names of a tree as text: `A(B C(D))`. */
const drawn = (tree: readonly DepartmentBranch[]): string =>
  tree
    .map(({ departmentName, list }) => departmentName + (list.length > 0 ? `(${drawn(list)})` : ''))
    .join(' ')

/**
 * Adds a chain of departments, each below the previous one.
 * @returns their ids, from the top
 */
const chain = async (name: string, length: number, person = suite.here): Promise<string[]> => {
  const ids: string[] = []
  for (let level = 1; level <= length; level++)
    ids.push(await add(`${name}${level}`, ids.at(-1) ?? '0', person))
  return ids
}

const rejectedParent = (message: unknown) => ({
  code: codes.invalid,
  errors: [{ field: 'parentId', message }],
})

describe('the departments of a tenant', () => {
  it('are returned as a tree sorted by name, and as a list', async () => {
    const { there } = suite
    const clinical = await add('临床运营部', '0', there)
    await add('注册部', '0', there)
    await add('监查组', clinical, there)
    const data = await add('数据管理组', clinical, there)
    await add('编程', data, there)
    const tree = await treeOf(there)
    expect(drawn(tree)).toBe('临床运营部(监查组 数据管理组(编程)) 注册部')
    expect(tree[0]).toMatchObject({ id: clinical, parentId: '0', tenantId: there.tenantId, rowVersion: 1 })
    const { data: list } = await send(suite.server, departmentList, { tenantId: there.tenantId }, there)
    expect(list?.map(({ departmentName }) => departmentName)).toEqual([
      '编程',
      '监查组',
      '临床运营部',
      '数据管理组',
      '注册部',
    ])
    expect(list?.find(({ id }) => id === data)).toMatchObject({ parentId: clinical })
    expect(drawn((await send(suite.server, departmentTree, there, suite.admin)).data ?? [])).toBe(drawn(tree))
  })

  it('can be renamed, and moved together with their children', async () => {
    const [top = '', middle = ''] = await chain('搬迁', 3)
    const target = await add('搬迁目的地')
    expect(await save('搬迁改名', { id: middle, parentId: target, rowVersion: 1 })).toMatchObject({
      code: codes.ok,
      data: middle,
    })
    expect(drawn((await treeOf()).filter(({ id }) => [top, target].includes(id)))).toBe(
      '搬迁1 搬迁目的地(搬迁改名(搬迁3))',
    )
    // The top level is '0'; '' and undefined also mean the top level.
    await save('搬迁改名', { id: middle, parentId: '0' })
    expect(drawn((await treeOf()).filter(({ id }) => id === middle))).toBe('搬迁改名(搬迁3)')
  })

  it.each([{ parentId: '' }, { parentId: undefined }])('is a top one if %j is sent', async (sent) => {
    const top = await add(`顶级 ${JSON.stringify(sent)}`)
    const id = await add(`提升 ${JSON.stringify(sent)}`, top)
    await save(`提升 ${JSON.stringify(sent)}`, { id, ...sent })
    expect((await treeOf()).find((department) => department.id === id)).toMatchObject({ parentId: '0' })
  })

  it('show the top level as current parent when a stale save conflicts with a move there', async () => {
    const id = await add('移到顶级', await add('原上级'))
    await save('移到顶级', { id, parentId: '0', rowVersion: 1 })
    expect(await save('移到顶级', { id, parentId: await add('另一上级'), rowVersion: 1 })).toMatchObject({
      code: codes.conflict,
      changes: [
        { field: 'parentId', current: '0' },
        { field: 'rowVersion', current: 2 },
      ],
    })
  })

  it('reject a stale save', async () => {
    const id = await add('争用')
    await save('争用改名', { id, rowVersion: 1 })
    expect(await save('争用他名', { id, rowVersion: 1 })).toMatchObject({
      code: codes.conflict,
      changes: [
        { field: 'departmentName', current: '争用改名' },
        { field: 'rowVersion', current: 2 },
      ],
    })
  })

  it('must have a name that is unique among siblings, regardless of case and Unicode form', async () => {
    expect((await save(' ')).errors).toEqual([{ field: 'departmentName', message: '请输入部门名称！' }])
    const [parent, other] = [await add('QA'), await add('QC')]
    await add('Data', parent)
    for (const name of ['data', 'ＤＡＴＡ'])
      expect(await save(name, { parentId: parent })).toMatchObject({
        code: codes.invalid,
        errors: [{ field: 'departmentName', message: '同一上级下已有同名部门，请换一个部门名称' }],
      })
    expect((await save('qa', {}, { language: 'en' })).errors).toEqual([
      {
        field: 'departmentName',
        message:
          'Another department with the same parent has this name; please choose another Department name',
      },
    ])
    const elsewhere = await add('data', other)
    expect(await save('Data', { id: elsewhere, parentId: parent })).toMatchObject({ code: codes.invalid })
    const many = await Promise.all(Array.from({ length: 6 }, () => save('同时部门')))
    expect(many.map(({ code }) => code).sort()).toEqual([codes.ok, ...Array(5).fill(codes.invalid)])
  })
})

describe('the parent of a department', () => {
  it('cannot be the department itself or one below it', async () => {
    const ids = await chain('循环', 4)
    const before = drawn(await treeOf())
    for (const parentId of ids)
      expect(await save('循环1', { id: ids[0], parentId })).toMatchObject(
        rejectedParent('部门不能移到自身或其下级部门之下，请选择其他上级部门'),
      )
    expect(drawn(await treeOf())).toBe(before)
  })

  it('must be an existing department of the same tenant', async () => {
    const foreign = await add('别家', '0', suite.there)
    for (const parentId of ['nowhere', foreign])
      expect(await save('无处', { parentId })).toMatchObject(rejectedParent('上级部门不存在，请重新选择'))
    const id = await add('留在原处')
    for (const parentId of ['nowhere', foreign])
      expect(await save('留在原处', { id, parentId })).toMatchObject({ code: codes.invalid })
    // Even the platform, which can access both tenants, cannot move a department to another tenant.
    const input = { id, tenantId: suite.there.tenantId, parentId: foreign, departmentName: '留在原处' }
    expect(await send(suite.server, departmentSave, input, suite.admin)).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'tenantId', message: '租户不能修改' }],
    })
  })

  it('cannot make any department exceed the maximum level, even by a move', async () => {
    const ids = await chain('深', maxDepartmentLevels)
    const tooDeep = rejectedParent('部门最多 20 级，请选择层级更高的上级部门')
    expect(await save('太深', { parentId: ids.at(-1) })).toMatchObject(tooDeep)
    const [pair = ''] = await chain('一双', 2)
    expect(await save('一双1', { id: pair, parentId: ids.at(-2) })).toMatchObject(tooDeep)
    expect(await save('一双1', { id: pair, parentId: ids.at(-3) })).toMatchObject({ code: codes.ok })
  })

  it('cannot form a cycle by concurrent moves in several processes', async () => {
    const other = await testApp(suite.database.db)
    const address = await other.listen({ host: '127.0.0.1', port: 0 })
    const servers = [suite.server, { api: `${address}/api` }]
    try {
      for (let round = 0; round < 6; round++) {
        const [left = [], right = []] = [await chain(`左${round}-`, 3), await chain(`右${round}-`, 3)]
        // Each move puts one top department below the other's bottom. Either is possible alone, but both would form a
        // cycle.
        const responses = await Promise.all([
          save(`左${round}-1`, { id: left[0], parentId: right[2] }, { server: servers[0] }),
          save(`右${round}-1`, { id: right[0], parentId: left[2] }, { server: servers[1] }),
        ])
        expect(responses.map(({ code }) => code).sort()).toEqual([codes.ok, codes.invalid])
        const names = drawn(await treeOf()).match(new RegExp(`[左右]${round}-\\d`, 'g'))
        expect(names).toHaveLength(6)
      }
    } finally {
      await other.close()
    }
  })

  it('is also checked by the database, whoever writes', async () => {
    const [top = '', middle = '', bottom = ''] = await chain('硬写', 3)
    const { owner } = suite.database
    const move = (id: string, parentId: string) =>
      owner.updateTable('department').set({ parentId }).where('id', '=', id).execute()
    await expect(move(top, top)).rejects.toThrow()
    await expect(move(top, bottom)).rejects.toMatchObject({ constraint: 'department_level' })
    await expect(move(middle, await add('别家的', '0', suite.there))).rejects.toMatchObject({
      constraint: 'department_root',
    })
    const [other = '', , otherBottom = ''] = await chain('硬写对面', 3)
    const crossed = await Promise.allSettled([move(top, otherBottom), move(other, bottom)])
    expect(crossed.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('deleting a department', () => {
  it('is possible only without children', async () => {
    const [top = '', bottom = ''] = await chain('删除', 2)
    expect(await remove(top)).toMatchObject({
      code: codes.conflict,
      message: '正在使用中，无法删除：1 个下级部门',
    })
    expect(await remove(bottom)).toMatchObject({ code: codes.ok })
    expect(await remove(top)).toMatchObject({ code: codes.ok })
    expect(await remove(top)).toMatchObject({ code: codes.notFound })
  })

  it('is rejected while the department has members', async () => {
    const id = await add('有人')
    const { id: userId } = await addUser(suite.database)
    const { tenantId } = suite.here
    const { owner } = suite.database
    await owner.insertInto('tenantUser').values({ tenantId, id: userId, userId, enabled: 1 }).execute()
    await owner
      .insertInto('departmentUser')
      .values({ tenantId, departmentId: id, tenantUserId: userId })
      .execute()
    expect(await remove(id)).toMatchObject({
      code: codes.conflict,
      message: '正在使用中，无法删除：1 名人员',
    })
    await owner.deleteFrom('tenantUser').where('id', '=', userId).execute()
    expect(await remove(id)).toMatchObject({ code: codes.ok })
  })

  it('never leaves a child that was added concurrently', async () => {
    for (let round = 0; round < 4; round++) {
      const id = await add(`同时删除${round}`)
      const [removed, added] = await Promise.all([remove(id), save('新的下级', { parentId: id })])
      expect([removed.code, added.code].filter((code) => code === codes.ok)).toHaveLength(1)
    }
  })
})

describe('the departments of another tenant', () => {
  it('cannot be read or changed', async () => {
    const foreign = await add('他家秘密', '0', suite.there)
    const { tenantId } = suite.there
    const { here, server } = suite
    expect(await send(server, departmentTree, { tenantId }, here)).toMatchObject({ code: codes.notFound })
    expect(await send(server, departmentList, { tenantId }, here)).toMatchObject({ code: codes.notFound })
    expect(await save('改', { id: foreign })).toMatchObject({ code: codes.notFound })
    expect(await save('改', { id: foreign, tenantId })).toMatchObject({ code: codes.notFound })
    expect(await save('加', { tenantId })).toMatchObject({ code: codes.notFound })
    expect(await remove(foreign)).toMatchObject({ code: codes.notFound })
    expect(drawn(await treeOf(suite.there))).toContain('他家秘密')
  })

  it('cannot be added for the platform, which is not a tenant', async () => {
    const input = { tenantId: '0', parentId: '0', departmentName: '平台' }
    expect(await send(suite.server, departmentSave, input, suite.admin)).toMatchObject({
      code: codes.notFound,
    })
  })

  it('prevent the deletion of their tenant, and are named as the reason', async () => {
    await add('占用', '0', suite.there)
    const { tenantId } = suite.there
    expect(await send(suite.server, tenantDelete, { id: tenantId }, suite.admin)).toMatchObject({
      code: codes.conflict,
      message: expect.stringMatching(/\d+ 个部门/),
    })
  })
})
