import { codes, roleInfo, roleSave, roleUpdate } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Suite, startSuite } from '../../app/test-kit/index.ts'
import { send } from '../identity/sign-in/test-kit/index.ts'
import { add, change, menuSeenBy, signedInHolder } from './test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

describe('saving a menu that roles include', () => {
  it('shows a new entry to users whose role includes it', async () => {
    const group = await add(suite, { seq: 500 })
    const entry = await add(suite, { parentId: group, name: '外部系统', url: '/outside/page' })
    const { token } = await signedInHolder(suite, entry)
    expect(await menuSeenBy(suite, token)).toEqual([[group, entry]])
    await change(suite, entry, { status: 1 })
    expect(await menuSeenBy(suite, token)).toEqual([])
    await change(suite, entry, { status: 0 })
    await change(suite, group, { status: 1 })
    expect(await menuSeenBy(suite, token)).toEqual([])
  })

  it('adds the new group to the roles of an entry that moves to another group', async () => {
    const [from, to] = [await add(suite, { seq: 510 }), await add(suite, { seq: 520 })]
    const entry = await add(suite, { parentId: from })
    const { roleId, token } = await signedInHolder(suite, entry)
    expect(await change(suite, entry, { parentId: to })).toMatchObject({ code: codes.ok })
    expect(await menuSeenBy(suite, token)).toEqual([[to, entry]])
    const { data } = await send(suite.server, roleInfo, { id: roleId }, suite.admin)
    expect(data?.resourceIdList).toEqual([entry, to].sort())
  })

  it('keeps the previous group in roles that have another of its entries', async () => {
    const [from, to] = [await add(suite), await add(suite)]
    const [entry, other] = [await add(suite, { parentId: from }), await add(suite, { parentId: from })]
    const { roleId } = await signedInHolder(suite, entry, other)
    await change(suite, entry, { parentId: to })
    const { data } = await send(suite.server, roleInfo, { id: roleId }, suite.admin)
    expect(data?.resourceIdList).toEqual([entry, other, from, to].sort())
  })

  it('moves a tenant entry into a platform group and keeps its tenant roles savable', async () => {
    const role = { name: '租户角色', roleType: 2, resourceIdList: ['holiday'] }
    const { data: id } = await send(suite.server, roleSave, role, suite.admin)
    const save = async () => {
      const { data } = await send(suite.server, roleInfo, { id: String(id) }, suite.admin)
      const { resourceIdList = [] } = data ?? {}
      const response = await send(
        suite.server,
        roleUpdate,
        { ...role, id: String(id), resourceIdList },
        suite.admin,
      )
      return [response.code, ...resourceIdList]
    }
    await change(suite, 'holiday', { parentId: 'setting' })
    expect(await save()).toEqual([codes.ok, 'holiday', 'setting'])
    await change(suite, 'holiday', { parentId: 'systemManger' })
    expect(await save()).toEqual([codes.ok, 'holiday', 'systemManger'])
  })
})
