import { codes, userCenterInfo, userUpdate, userUpdateImportant } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ordinaryUser, platformAdministrator } from '../../access/index.ts'
import { addUser, send, signInAs, trySignIn } from '../sign-in/test-kit/index.ts'
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

const region = { countryId: 'CN', provinceId: '310000', cityId: '310100' }
const somebody = (facts?: Parameters<typeof addUser>[1]) => addUser(suite.database, facts)
const codesEverywhere = async (token: string) => [
  (await send(suite.server, userCenterInfo, {}, { token })).code,
  (await send(suite.other, userCenterInfo, {}, { token })).code,
]
const ok = [codes.ok, codes.ok]
const ended = [codes.sessionEnded, codes.sessionEnded]

describe('changing basic information', () => {
  it('changes the fields that are sent and keeps the rest', async () => {
    const { id, userName } = await somebody({ roleId: ordinaryUser.id, remark: '旧', sex: '0' })
    const before = await listed(suite, userName)
    const fields = { sex: '1', birthday: '1990-02-28', language: 'en', userType: '1', ...region }
    expect(await change(suite, { id, ...fields })).toMatchObject({ code: codes.ok, message: '修改成功' })
    const names = { countryName: '中国', provinceName: '上海市', cityName: '上海市' }
    expect(await listed(suite, userName)).toMatchObject({ ...before, ...fields, ...names, rowVersion: 2 })
    await change(suite, { id, birthday: '', remark: '', countryId: '', provinceId: '', cityId: '' })
    const emptied = { birthday: '', remark: '', countryId: '', cityId: '', sex: '1', language: 'en' }
    expect(await listed(suite, userName)).toMatchObject(emptied)
  })

  it('writes one audit event with the values before and after, without a password', async () => {
    const { id } = await somebody({ remark: '旧' })
    await change(suite, { id, remark: '新' })
    const events = await eventsOf(suite, id, userUpdate)
    expect(events).toMatchObject([
      { actorId: suite.admin.userId, entity: 'app_user', before: { remark: '旧' }, after: { remark: '新' } },
    ])
    expect(JSON.stringify(events)).not.toMatch(/argon2|passwordHash/)
  })

  it('rejects a region whose parts do not belong together, even if only one part is sent', async () => {
    const { id, userName } = await somebody(region)
    const rejected = async (input: object) =>
      (await change(suite, { id, ...input })).errors?.map(({ field }) => field)
    expect(await rejected({ ...region, cityId: '320500' })).toEqual(['cityId'])
    expect(await rejected({ provinceId: '320000' })).toEqual(['cityId'])
    expect(await rejected({ countryId: 'XX' })).toEqual(['countryId', 'provinceId'])
    expect(await listed(suite, userName)).toMatchObject({ ...region, rowVersion: 1 })
  })

  it('shows the second of two editors what the first one changed, in any dialog', async () => {
    const { id, userName } = await somebody({ remark: '原', sex: '0' })
    const contacts = newContacts()
    await change(suite, { id, remark: '甲', rowVersion: 1 })
    const { token } = suite.admin
    await send(suite.server, userUpdateImportant, { id, fullName: '改名', ...contacts }, { token })
    const late = await change(suite, { id, remark: '乙', sex: '1', language: 'en', rowVersion: 1 })
    expect(late).toMatchObject({
      code: codes.conflict,
      message: '该信息已被他人修改',
      changes: [
        { field: 'remark', current: '甲' },
        { field: 'rowVersion', current: 3 },
      ],
    })
    expect(await listed(suite, userName)).toMatchObject({ remark: '甲', sex: '0', fullName: '改名' })
    expect(await change(suite, { id, remark: '乙', rowVersion: 3 })).toMatchObject({ code: codes.ok })
  })

  it('reports an unknown id as not found', async () => {
    expect(await change(suite, { id: 'nobody', sex: '1' })).toMatchObject({ code: codes.notFound })
  })

  it('is available to the platform only, even if a tenant role includes the menu', async () => {
    const { owner } = suite.database
    await owner.insertInto('roleMenu').values({ roleId: 'tenant-administrator', menuId: 'user' }).execute()
    const { here } = suite
    expect(await change(suite, { id: here.userId, sex: '1' }, here.token)).toMatchObject({
      code: codes.forbidden,
    })
    await owner.deleteFrom('roleMenu').where('menuId', '=', 'user').execute()
  })
})

describe('a lock', () => {
  it('ends the sessions on every server and rejects sign-ins until it is removed', async () => {
    const { id, userName, token } = await signedInColleague(suite)
    const second = await signInAs(suite.other, userName)
    expect(await codesEverywhere(token)).toEqual(ok)
    expect(await change(suite, { id, status: '1' })).toMatchObject({ code: codes.ok })
    expect(await codesEverywhere(token)).toEqual(ended)
    expect(await codesEverywhere(second)).toEqual(ended)
    expect((await trySignIn(suite.other, { userName })).code).toBe(codes.badCredentials)
    await change(suite, { id, status: '0' })
    expect(await codesEverywhere(token)).toEqual(ended)
    expect((await trySignIn(suite.other, { userName })).code).toBe(codes.ok)
  })

  it('cannot be set on oneself', async () => {
    const { id, token } = await signedInColleague(suite, { roleId: platformAdministrator.id })
    expect(await change(suite, { id, status: '1' }, token)).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'status', message: '不能锁定自己的账号' }],
    })
    expect(await change(suite, { id, status: '0', sex: '1' }, token)).toMatchObject({ code: codes.ok })
    expect(await codesEverywhere(token)).toEqual(ok)
  })
})

describe('another role', () => {
  it('ends the sessions on every server, unlike the same role or other details', async () => {
    const { id, token } = await signedInColleague(suite, { roleId: ordinaryUser.id })
    await change(suite, { id, roleId: ordinaryUser.id, status: '0', remark: '同' })
    expect(await codesEverywhere(token)).toEqual(ok)
    const roleId = await systemRole(suite, ['systemManger', 'dictionary'])
    expect(await change(suite, { id, roleId })).toMatchObject({ code: codes.ok })
    expect(await codesEverywhere(token)).toEqual(ended)
  })

  it('must be an open system role', async () => {
    const { id } = await somebody()
    const closed = await systemRole(suite, [], { status: 1 })
    for (const roleId of ['tenant-administrator', closed, 'no such role'])
      expect(await change(suite, { id, roleId })).toMatchObject({
        code: codes.invalid,
        errors: [{ field: 'roleId' }],
      })
  })

  it('can be kept even if it has since been closed', async () => {
    const roleId = await systemRole(suite, [], { status: 1 })
    const { id } = await somebody({ roleId })
    expect(await change(suite, { id, roleId, sex: '1' })).toMatchObject({ code: codes.ok })
  })

  it('cannot be granted to oneself', async () => {
    const { id, token } = await signedInColleague(suite, { roleId: platformAdministrator.id })
    expect(await change(suite, { id, roleId: ordinaryUser.id }, token)).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'roleId', message: '不能修改自己的角色' }],
    })
  })
})

describe('an administrator without all rights', () => {
  const forbidden = (message: string) => ({ code: codes.forbidden, message })

  it('can grant the roles within their own rights, and no others', async () => {
    const desk = await systemRole(suite, ['systemManger', 'user', 'dictionary'])
    const { token } = await signedInColleague(suite, { roleId: desk })
    const more = await systemRole(suite, ['systemManger', 'user', 'tenant'])
    const less = await systemRole(suite, ['systemManger', 'dictionary'])
    const { id } = await somebody()
    for (const roleId of [more, platformAdministrator.id])
      expect(await change(suite, { id, roleId }, token)).toMatchObject(
        forbidden('不能授予超出您自身权限的角色或菜单'),
      )
    for (const roleId of [less, desk, ordinaryUser.id])
      expect(await change(suite, { id, roleId }, token)).toMatchObject({ code: codes.ok })
  })

  it('cannot change a user with more rights', async () => {
    const desk = await systemRole(suite, ['systemManger', 'user'])
    const { token } = await signedInColleague(suite, { roleId: desk })
    const { id } = await somebody({ roleId: platformAdministrator.id })
    for (const input of [{ status: '1' }, { roleId: ordinaryUser.id }, { sex: '1' }, {}])
      expect(await change(suite, { id, ...input }, token)).toMatchObject(
        forbidden('不能修改权限高于您的用户'),
      )
  })
})

describe('the last administrator of the platform', () => {
  it('cannot be removed, even when the last two remove each other at once', async () => {
    const { owner } = suite.database
    const roleId = platformAdministrator.id
    const pair = [await signedInColleague(suite, { roleId }), await signedInColleague(suite, { roleId })]
    const ids = pair.map(({ id }) => id)
    const others = owner.updateTable('appUser').where('roleId', '=', roleId).where('id', 'not in', ids)
    const aside = await others.set({ roleId: ordinaryUser.id }).returning('id').execute()
    const [one, two] = pair
    const responses = await Promise.all([
      change(suite, { id: one?.id, status: '1' }, two?.token),
      change(suite, { id: two?.id, roleId: ordinaryUser.id }, one?.token),
    ])
    const open = owner
      .selectFrom('appUser')
      .select('id')
      .where('roleId', '=', roleId)
      .where('status', '=', '0')
    expect(await open.execute()).toHaveLength(1)
    // The second call would leave no administrator, or its caller is no longer one.
    const second = responses.map(({ code }) => code).filter((code) => code !== codes.ok)
    expect(second).toHaveLength(1)
    // If the caller lost their role while waiting, they may no longer change the user.
    expect([codes.conflict, codes.sessionEnded, codes.forbidden]).toContain(second[0])
    const asideIds = aside.map((user) => user.id)
    await owner.updateTable('appUser').set({ roleId }).where('id', 'in', asideIds).execute()
  })
})
