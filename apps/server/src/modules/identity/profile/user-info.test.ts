import { codes, languageTypes, userCenterInfo, userInfo } from '@atrium/contract'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { asPlatform, inTransaction } from '../../../platform/database/transaction.ts'
import {
  deliveredMenus,
  platformAdministrator,
  seedIdentity,
  tenantAdministrator,
} from '../../access/index.ts'
import { addMembership, addUser, password, send, signInAs, twoServers } from '../sign-in/test-kit/index.ts'

const { database, server } = twoServers()

beforeAll(async () => {
  await inTransaction(database.db, asPlatform, (trx) => seedIdentity(trx, { adminPassword: password }))
})

const infoOf = async (userName: string, language: 'zh' | 'en' = 'zh') => {
  const token = await signInAs(server, userName)
  const read = async () => (await send(server, userInfo, {}, { token, language })).data
  return { read, info: await read() }
}

describe('the signed-in user', () => {
  it('is the first administrator with every menu, in the requested language', async () => {
    const { info } = await infoOf('admin', 'en')
    expect(info).toMatchObject({
      userName: 'admin',
      superAdmin: true,
      roleName: 'Platform administrator',
      tenants: [],
    })
    const [group] = info?.menuList ?? []
    expect(group).toMatchObject({ name: 'System information', url: '/systemManger' })
    expect(group?.list.slice(0, 2)).toMatchObject([
      { name: 'Data dictionary', url: '/systemManger/dictionary' },
      { name: 'Tenants', url: '/systemManger/tenant' },
    ])
    const entries = info?.menuList.flatMap(({ list }) => list)
    expect(entries).toHaveLength(deliveredMenus.filter((menu) => menu.group).length)
  })

  it('is a tenant administrator with the menus of that role and their tenants', async () => {
    const { id, userName } = await addUser(database)
    const second = await addMembership(database, id, null, new Date('2026-02-01'))
    const first = await addMembership(database, id, tenantAdministrator.id, new Date('2026-01-01'))
    const { info } = await infoOf(userName)
    expect(info).toMatchObject({ superAdmin: false, roleName: '租户管理员' })
    expect(info?.tenants.map((tenant) => tenant.id)).toEqual([first, second])
    const [group] = info?.menuList ?? []
    expect([group?.name, group?.list.map(({ name }) => name)]).toEqual([
      '系统信息',
      ['数据字典', '节假日管理'],
    ])
  })

  it('loses the menus from the next call on, once the tenant disables the membership', async () => {
    const { id, userName } = await addUser(database)
    await addMembership(database, id, tenantAdministrator.id)
    const { info, read } = await infoOf(userName)
    expect(info?.menuList).not.toEqual([])
    await database.owner.updateTable('tenantUser').set({ enabled: 1 }).where('userId', '=', id).execute()
    expect(await read()).toMatchObject({ menuList: [], tenants: [], roleName: '' })
  })

  it('does not see closed menus', async () => {
    const { userName } = await addUser(database, { roleId: platformAdministrator.id })
    await database.owner.updateTable('menu').set({ status: 1 }).where('code', '=', 'tenant').execute()
    const { info } = await infoOf(userName)
    await database.owner.updateTable('menu').set({ status: 0 }).where('code', '=', 'tenant').execute()
    const seen = info?.menuList.flatMap(({ list }) => list.map(({ url }) => url))
    expect(seen).toContain('/systemManger/dictionary')
    expect(seen).not.toContain('/systemManger/tenant')
  })

  it.each([
    { who: 'their own password', days: 85, org: '', hash: undefined, expected: [true, 5] },
    { who: 'a fresh password', days: 0, org: '', hash: undefined, expected: [false, 90] },
    { who: 'an external password', days: 85, org: 'ad', hash: null, expected: [false, 0] },
  ])('sees when $who expires', async ({ days, org, hash, expected }) => {
    await database.owner.updateTable('safeStrategy').set({ expiredDay: 90, remindDay: 7 }).execute()
    const { id, userName } = await addUser(database)
    const token = await signInAs(server, userName)
    const passwordChangedAt = new Date(Date.now() - days * 24 * 3600 * 1000)
    const changed = { passwordChangedAt, org, ...(hash === null && { passwordHash: null }) }
    await database.owner.updateTable('appUser').set(changed).where('id', '=', id).execute()
    const { data } = await send(server, userInfo, {}, { token })
    expect([data?.isOverdue, data?.nearExpiredDay]).toEqual(expected)
  })

  it('has a profile without any trace of the password', async () => {
    const region = { id: 'XX', areaName: '某国', areaNameEn: 'Someland', sort: 1, level: 1 } as const
    await database.owner.insertInto('area').values(region).execute()
    const { userName } = await addUser(database, { countryId: region.id, birthday: '1990-02-03', sex: '1' })
    const token = await signInAs(server, userName)
    const { data } = await send(server, userCenterInfo, {}, { token, language: 'en' })
    expect(data).toMatchObject({
      userName,
      countryName: 'Someland',
      provinceName: '',
      birthday: '1990-02-03',
      sex: '1',
      roleId: '',
    })
    expect(JSON.stringify(data)).not.toMatch(/password|argon2/i)
  })
})

describe('the languages', () => {
  it('are public', async () => {
    expect(await send(server, languageTypes, {})).toMatchObject({
      code: codes.ok,
      data: [{ language: 'zh' }, { language: 'en' }],
    })
  })
})
