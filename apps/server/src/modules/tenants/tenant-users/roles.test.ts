import { randomUUID } from 'node:crypto'
import { codes, tenantRoles } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Suite, signedInMember, startSuite } from '../../../app/test-kit/index.ts'
import { tenantAdministrator, tenantMember } from '../../access/index.ts'
import { send } from '../../identity/sign-in/test-kit/index.ts'
import { insertMembership } from './test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

/** Adds a tenant role with menus and their menu group. */
const roleWith = async (menus: readonly string[], facts: object = {}) => {
  const { owner } = suite.database
  const id = randomUUID()
  await owner
    .insertInto('role')
    .values({ id, name: `角色 ${id}`, nameEn: `Role ${id}`, roleType: 2, ...facts })
    .execute()
  const held = ['tenantManager', ...menus].map((menuId) => ({ roleId: id, menuId }))
  await owner.insertInto('roleMenu').values(held).execute()
  return id
}

const offered = async (sender: { token: string }, tenantId = '', language: 'zh' | 'en' = 'zh') => {
  const { code, data } = await send(
    suite.server,
    tenantRoles,
    { tenantId },
    { token: sender.token, language },
  )
  expect(code).toBe(codes.ok)
  return data ?? []
}

describe('the roles to grant in a tenant', () => {
  it('include all open tenant roles for the platform, in the language of the request', async () => {
    const [open, closed] = [await roleWith(['tenantUser']), await roleWith(['tenantUser'], { status: 1 })]
    for (const tenantId of ['', suite.here.tenantId]) {
      const roles = await offered(suite.admin, tenantId, 'en')
      expect(roles).toContainEqual({ code: open, desc: `Role ${open}`, menus: ['Tenant users'] })
      const ids = roles.map(({ code }) => code)
      expect(ids).toContain(tenantAdministrator.id)
      expect(ids).not.toContain(closed)
      expect(ids).not.toContain('platform-administrator')
    }
  })

  it('include only roles without menus that the caller lacks in that tenant', async () => {
    const desk = await roleWith(['tenantUser'])
    const more = await roleWith(['tenantUser', 'tenantPin'])
    const clerk = await signedInMember(suite.database, desk)
    const ids = (await offered(clerk)).map(({ code }) => code)
    expect(ids).toEqual(expect.arrayContaining([desk, 'guests']))
    expect(ids).not.toContain(more)
    expect(ids).not.toContain(tenantAdministrator.id)
    expect((await offered(suite.here)).map(({ code }) => code)).toContain(more)
  })

  it('include the member role, which opens no screen, for every user who grants roles', async () => {
    const member = { code: tenantMember.id, desc: '租户成员', menus: [] }
    for (const menu of ['tenantUser', 'authorization']) {
      const clerk = await signedInMember(suite.database, await roleWith([menu]))
      expect(await offered(clerk)).toContainEqual(member)
    }
  })

  it('name the screens that each role opens in menu order, including closed ones', async () => {
    const { owner } = suite.database
    const role = await roleWith(['tenantPin', 'tenantUser', 'dictionary'])
    await owner.updateTable('menu').set({ status: 1 }).where('id', '=', 'tenantUser').execute()
    const found = (await offered(suite.admin)).find(({ code }) => code === role)
    await owner.updateTable('menu').set({ status: 0 }).where('id', '=', 'tenantUser').execute()
    expect(found?.menus).toEqual(['数据字典', 'PIN 码设置', '租户用户'])
  })

  it('differ if the caller has more rights in one tenant than in another', async () => {
    const desk = await roleWith(['tenantUser'])
    const clerk = await signedInMember(suite.database, desk)
    const { tenantId } = await signedInMember(suite.database, tenantAdministrator.id)
    await insertMembership(suite.database, { tenantId, userId: clerk.userId, roleId: tenantAdministrator.id })
    const idsIn = async (id: string) => (await offered(clerk, id)).map(({ code }) => code)
    expect(await idsIn(tenantId)).toContain(tenantAdministrator.id)
    expect(await idsIn(clerk.tenantId)).not.toContain(tenantAdministrator.id)
  })

  it('are not found for another tenant, or one where the caller is only a member', async () => {
    await insertMembership(suite.database, { tenantId: suite.there.tenantId, userId: suite.here.userId })
    for (const tenantId of [suite.there.tenantId, 'nowhere'])
      expect(await send(suite.server, tenantRoles, { tenantId }, suite.here)).toMatchObject({
        code: codes.notFound,
      })
    expect(await send(suite.server, tenantRoles, {}, suite.guest)).toMatchObject({ code: codes.forbidden })
  })
})
