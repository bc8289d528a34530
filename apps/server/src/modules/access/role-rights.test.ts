import {
  codes,
  type InputOf,
  menuTree,
  roleDelete,
  roleInfo,
  roleList,
  roleSave,
  roleUpdate,
  tenantList,
} from '@atrium/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { testApp } from '../../app/test-kit/app.ts'
import { type Person, type Suite, startSuite } from '../../app/test-kit/index.ts'
import { addMembership, addUser, send, signInAs } from '../identity/sign-in/test-kit/index.ts'
import { platformAdministrator } from './delivered-roles.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

type Fields = InputOf<typeof roleSave>

let count = 0
const fields = (more: Partial<Fields> = {}): Fields => ({ name: `角色 ${++count}`, roleType: 1, ...more })

const save = (by: Person, more: Partial<Fields> = {}) =>
  send(suite.server, roleSave, fields(more), { token: by.token })
const update = (by: Person, id: string, more: Partial<Fields> = {}) =>
  send(suite.server, roleUpdate, { ...fields(more), id }, { token: by.token })
const remove = (by: Person, id: string) => send(suite.server, roleDelete, { ids: [id] }, { token: by.token })
const add = async (more: Partial<Fields> = {}) => String((await save(suite.admin, more)).data)
const menusOf = async (id: string) =>
  (await send(suite.server, roleInfo, { id }, suite.admin)).data?.resourceIdList

/** Creates and signs in a user whose system role has the given menus. */
const holder = async (...resourceIdList: string[]) => {
  const roleId = await add({ resourceIdList })
  const { id: userId, userName } = await addUser(suite.database, { roleId })
  return { userId, roleId, token: await signInAs(suite.server, userName) }
}

const grantsMore = { code: codes.forbidden, message: '不能授予超出您自身权限的角色或菜单' }
const holdsMore = { code: codes.forbidden, message: '该角色的权限超出您自身的权限，不能修改' }

describe('an editor of roles who lacks some menus', () => {
  it('can grant the menus they have, and no others', async () => {
    const clerk = await holder('role', 'tenant')
    expect(await save(clerk, { resourceIdList: ['tenant'] })).toMatchObject({ code: codes.ok })
    expect(await save(clerk, { resourceIdList: ['tenant', 'dictionary'] })).toMatchObject(grantsMore)
    const tenantRole = { roleType: 2, resourceIdList: ['dictionary'] }
    expect(await save(clerk, tenantRole)).toMatchObject(grantsMore)
    const own = String((await save(clerk, { resourceIdList: ['role'] })).data)
    expect(await update(clerk, own, { resourceIdList: ['role', 'user'] })).toMatchObject(grantsMore)
    expect(await menusOf(own)).toEqual(['role', 'setting'])
  })

  it('cannot create an administrator role', async () => {
    const clerk = await holder('role')
    expect(await save(clerk, { superAdmin: 0 })).toMatchObject(grantsMore)
    expect(await update(clerk, await add(), { superAdmin: 0 })).toMatchObject(grantsMore)
    expect(await save(suite.admin, { superAdmin: 0 })).toMatchObject({ code: codes.ok })
  })

  it('can neither change nor delete a role with menus they lack', async () => {
    const clerk = await holder('role', 'tenant')
    const more = await add({ resourceIdList: ['tenant', 'dictionary'] })
    expect(await update(clerk, more, { resourceIdList: ['tenant'] })).toMatchObject(holdsMore)
    expect(await remove(clerk, more)).toMatchObject(holdsMore)
    expect(await update(clerk, platformAdministrator.id)).toMatchObject(holdsMore)
    expect(await menusOf(more)).toEqual(['dictionary', 'systemManger', 'tenant'])
  })

  it('cannot add rights to their own role, on the platform or in a tenant', async () => {
    const clerk = await holder('role', 'dictionary')
    const tenantRole = await add({ roleType: 2 })
    await addMembership(suite.database, clerk.userId, tenantRole)
    expect(
      await update(clerk, clerk.roleId, { resourceIdList: ['role', 'dictionary', 'user'] }),
    ).toMatchObject(grantsMore)
    expect(await update(clerk, clerk.roleId, { superAdmin: 0 })).toMatchObject(grantsMore)
    const raised = { roleType: 2, resourceIdList: ['dictionary'] }
    expect(await update(clerk, tenantRole, raised)).toMatchObject({
      code: codes.forbidden,
      message: '不能为自己的角色增加权限',
    })
    expect(await menusOf(tenantRole)).toEqual([])
    expect(await update(clerk, clerk.roleId, { resourceIdList: ['role'] })).toMatchObject({ code: codes.ok })
  })

  it('cannot see or change roles if the menu is only in their tenant role', async () => {
    const { owner } = suite.database
    const roleId = await add({ roleType: 2 })
    await owner.insertInto('roleMenu').values({ roleId, menuId: 'role' }).execute()
    const { id, userName } = await addUser(suite.database)
    await addMembership(suite.database, id, roleId)
    const member = { userId: id, token: await signInAs(suite.server, userName) }
    expect(await save(member)).toMatchObject({ code: codes.forbidden })
    for (const call of [roleList, roleInfo, menuTree]) {
      const response = await send(suite.server, call, { id: roleId } as never, { token: member.token })
      expect(response).toMatchObject({ code: codes.forbidden, data: null })
    }
    expect(await update(member, roleId)).toMatchObject({ code: codes.forbidden })
    expect(await remove(member, await add({ roleType: 2 }))).toMatchObject({ code: codes.forbidden })
  })
})

describe('a change of a role', () => {
  it('applies from the next call of the role’s users, on every process', async () => {
    const other = await testApp(suite.database.db)
    const elsewhere = { api: `${await other.listen({ host: '127.0.0.1', port: 0 })}/api` }
    const { roleId, token } = await holder('tenant')
    const reaches = async () => (await send(elsewhere, tenantList, {}, { token })).code
    try {
      expect(await reaches()).toBe(codes.ok)
      for (const [change, code] of [
        [{ resourceIdList: ['dictionary'] }, codes.forbidden],
        [{ resourceIdList: ['tenant'] }, codes.ok],
        [{ resourceIdList: ['tenant'], status: 1 }, codes.forbidden],
        [{ resourceIdList: ['tenant'], status: 0 }, codes.ok],
        [{ superAdmin: 0 }, codes.ok],
      ] as const) {
        expect(await update(suite.admin, roleId, { ...change } as Partial<Fields>)).toMatchObject({
          code: codes.ok,
        })
        expect(await reaches()).toBe(code)
      }
    } finally {
      await other.close()
    }
  })
})

describe('the last role that administers the platform', () => {
  const isLast = { code: codes.conflict, message: '此操作会使平台失去最后一位管理员，不能执行' }
  const administrators = (superAdmin: 0 | 1) =>
    suite.database.owner
      .updateTable('role')
      .set({ superAdmin })
      .where('roleType', '=', 1)
      .where('id', '<>', platformAdministrator.id)
      .where('superAdmin', '=', 0)
      .execute()

  afterEach(async () => {
    await suite.database.owner
      .updateTable('role')
      .set({ status: 0, superAdmin: 0 })
      .where('id', '=', platformAdministrator.id)
      .execute()
  })

  it('can be neither closed nor made an ordinary role', async () => {
    await administrators(1)
    for (const more of [{ superAdmin: 0, status: 1 }, { superAdmin: 1 }]) {
      expect(await update(suite.admin, platformAdministrator.id, more)).toMatchObject(isLast)
    }
    expect(await update(suite.admin, platformAdministrator.id, { superAdmin: 0 })).toMatchObject({
      code: codes.ok,
    })
  })

  it('stays open when two administrators close each other’s role at once', async () => {
    const second = await add({ superAdmin: 0 })
    const { id: userId, userName } = await addUser(suite.database, { roleId: second })
    const rival = { userId, token: await signInAs(suite.server, userName) }
    const responses = await Promise.all([
      update(suite.admin, second, { superAdmin: 0, status: 1 }),
      update(rival, platformAdministrator.id, { superAdmin: 0, status: 1 }),
    ])
    const [first, other] = responses.map(({ code }) => code).sort()
    expect(first).toBe(codes.ok)
    // If the second call starts after the role was closed, its caller no longer has any menus.
    expect([codes.conflict, codes.forbidden]).toContain(other)
  })
})
