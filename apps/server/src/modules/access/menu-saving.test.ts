import { codes, type Envelope, rootMenuId } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Suite, startSuite } from '../../app/test-kit/index.ts'
import { add, change, info, save } from './test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

type Rejected = Pick<Envelope, 'errors'>

const rejectedOf = ({ errors }: Rejected) => errors?.map(({ field, message }) => `${field}: ${message}`)
const rejectedFields = ({ errors }: Rejected) => errors?.map(({ field }) => field)

describe('saving a menu', () => {
  it('requires a URL and an icon, even for groups', async () => {
    expect(rejectedOf(await save(suite, { url: '', icon: ' ' }))).toEqual([
      'url: 请输入请求地址！',
      'icon: 请选择图标！',
    ])
    for (const url of ['//elsewhere.example', 'https://elsewhere.example', '/a b', 'javascript:alert(1)']) {
      expect(rejectedFields(await save(suite, { url }))).toEqual(['url'])
    }
  })

  it('allows only two levels', async () => {
    const [group, other] = [await add(suite), await add(suite)]
    const entry = await add(suite, { parentId: group })
    expect(rejectedFields(await save(suite, { parentId: entry }))).toEqual(['parentId'])
    expect(rejectedFields(await save(suite, { parentId: 'nobody' }))).toEqual(['parentId'])
    expect(rejectedOf(await change(suite, group, { parentId: group }))).toEqual([
      'parentId: 上级须为一级菜单：菜单只有两级',
    ])
    expect(rejectedOf(await change(suite, group, { parentId: other }))).toEqual([
      'parentId: 该菜单下还有子菜单，不能移到其他菜单之下',
    ])
    expect(await change(suite, other, { parentId: group })).toMatchObject({ code: codes.ok })
    expect(await info(suite, other)).toMatchObject({ resourceType: 'menu' })
  })

  it('prevents a third level when two changes run at once', async () => {
    for (let round = 0; round < 4; round++) {
      const [one, other] = [await add(suite), await add(suite)]
      const [entry] = await Promise.all([
        save(suite, { parentId: one }),
        change(suite, one, { parentId: other }),
      ])
      const below = (await info(suite, one))?.parentId !== rootMenuId
      expect([below, entry.code]).toEqual(below ? [true, codes.invalid] : [false, codes.ok])
    }
  })

  it('rejects the name of a sibling regardless of case, and accepts a name from another group', async () => {
    const [group, other] = [await add(suite), await add(suite)]
    await add(suite, { parentId: group, name: 'Reports' })
    expect(await save(suite, { parentId: group, name: 'ＲＥＰＯＲＴＳ' })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'name', message: '名称已被使用，请换一个' }],
    })
    await add(suite, { parentId: other, name: 'Reports' })
  })

  it('shows the second of two editors what the first one changed', async () => {
    const id = await add(suite, { name: '争用菜单' })
    await change(suite, id, { url: '/first', rowVersion: 1 })
    const late = await change(suite, id, { url: '/nowhere', rowVersion: 1 })
    expect(late.changes).toEqual([
      { field: 'url', current: '/first' },
      { field: 'rowVersion', current: 2 },
    ])
  })

  it('keeps the menus for editing roles and menus reachable', async () => {
    const group = await add(suite, { status: 1 })
    for (const [id, more, field] of [
      ['role', { status: 1 }, 'status'],
      ['menu', { url: '/elsewhere' }, 'url'],
      ['menu', { parentId: rootMenuId }, 'parentId'],
      ['menu', { parentId: group }, 'parentId'],
      ['setting', { status: 1 }, 'status'],
    ] as const) {
      const response = await change(suite, id, more)
      expect(rejectedFields(response)).toEqual([field])
      expect(response.errors?.[0]?.message).toContain('否则将无法再进入“角色管理”和“菜单管理”')
    }
    expect(await change(suite, 'setting', { name: '设置', seq: 75 })).toMatchObject({ code: codes.ok })
  })
})
