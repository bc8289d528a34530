import { codes, userSave, userUpdate } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ordinaryUser, platformAdministrator } from '../../access/index.ts'
import { dayFromNow } from '../../access/test-kit/index.ts'
import { addUser, send } from '../sign-in/test-kit/index.ts'
import {
  change,
  eventsOf,
  listed,
  newContacts,
  type Servers,
  signedInColleague,
  startServers,
  systemRole,
} from './test-kit/index.ts'

let suite: Servers

beforeAll(async () => {
  suite = await startServers()
})

afterAll(() => suite.close())

const users = (token: string) => send(suite.other, userUpdate, { id: 'nobody' }, { token })

const move = (id: string, columns: { readonly roleFrom?: number; readonly roleUntil?: number }) =>
  suite.database.owner
    .updateTable('appUser')
    .set(
      Object.fromEntries(
        Object.entries(columns).map(([column, count]) => [column, new Date(Date.now() + count * 86_400_000)]),
      ),
    )
    .where('id', '=', id)
    .execute()

describe('a system role with a first and a last day', () => {
  it('gives menus only between them, with the next call on every server', async () => {
    const desk = await systemRole(suite, ['systemManger', 'user'])
    const { id, userName, token } = await signedInColleague(suite, { roleId: desk })
    const period = { roleFrom: dayFromNow(0), roleUntil: dayFromNow(30) }
    expect(await change(suite, { id, ...period })).toMatchObject({ code: codes.ok })
    expect(await listed(suite, userName)).toMatchObject({ ...period, roleState: 'current' })
    // The caller may use the screen: the id is looked up.
    expect((await users(token)).code).toBe(codes.notFound)
    await move(id, { roleFrom: 1 })
    expect((await users(token)).code).toBe(codes.forbidden)
    await move(id, { roleFrom: -2, roleUntil: -0.001 })
    expect((await users(token)).code).toBe(codes.forbidden)
    expect(await listed(suite, userName)).toMatchObject({ roleState: 'ended' })
    expect(await change(suite, { id, roleUntil: '' })).toMatchObject({ code: codes.ok })
    expect((await users(token)).code).toBe(codes.notFound)
    const [event] = await eventsOf(suite, id, userUpdate)
    expect(event).toMatchObject({ before: { roleUntil: null }, after: { roleUntil: expect.any(String) } })
  })

  it('is granted with a new account, and stays unchanged by an edit that does not send it', async () => {
    const input = { userName: `until-${Date.now()}`, fullName: '短期', ...newContacts() }
    const role = { roleId: ordinaryUser.id, roleUntil: dayFromNow(10) }
    const { code } = await send(suite.server, userSave, { ...input, ...role }, suite.admin)
    expect(code).toBe(codes.ok)
    const { id, roleUntil } = (await listed(suite, input.userName)) ?? { id: '', roleUntil: '' }
    expect(roleUntil).toBe(dayFromNow(10))
    await change(suite, { id, remark: '备注' })
    expect(await listed(suite, input.userName)).toMatchObject({ roleUntil: dayFromNow(10), remark: '备注' })
    const late = await change(suite, { id, roleUntil: dayFromNow(12), rowVersion: 1 })
    expect(late).toMatchObject({ code: codes.conflict })
  })

  it('rejects days that are over or out of order, and changes of one’s own', async () => {
    const { id } = await addUser(suite.database)
    expect(await change(suite, { id, roleUntil: dayFromNow(-1) })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'roleUntil', message: '结束日期不能早于今天' }],
    })
    expect(await change(suite, { id, roleFrom: dayFromNow(3), roleUntil: dayFromNow(2) })).toMatchObject({
      errors: [{ field: 'roleUntil' }],
    })
    expect(await change(suite, { id: suite.admin.userId, roleUntil: dayFromNow(3) })).toMatchObject({
      errors: [{ field: 'roleUntil', message: '不能修改自己角色的有效期，请由其他管理员操作' }],
    })
  })

  it('leaves at least one platform administrator whose role has no end', async () => {
    const { owner } = suite.database
    const roleId = platformAdministrator.id
    const one = await signedInColleague(suite, { roleId })
    const other = await signedInColleague(suite, { roleId })
    const ids = [one.id, other.id]
    const others = owner.updateTable('appUser').where('roleId', '=', roleId).where('id', 'not in', ids)
    const aside = await others.set({ roleId: ordinaryUser.id }).returning('id').execute()
    expect(await change(suite, { id: other.id, roleUntil: dayFromNow(5) }, one.token)).toMatchObject({
      code: codes.ok,
    })
    expect(await change(suite, { id: one.id, roleUntil: dayFromNow(5) }, other.token)).toMatchObject({
      code: codes.conflict,
    })
    const asideIds = aside.map((user) => user.id)
    await owner.updateTable('appUser').set({ roleId }).where('id', 'in', asideIds).execute()
  })
})
