import {
  categories,
  codes,
  regionChildren,
  regionDelete,
  regionInfo,
  regionSave,
  siteSave,
  tenantSave,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Suite, startSuite } from '../../../app/test-kit/index.ts'
import { addUser, send } from '../../identity/sign-in/test-kit/index.ts'
import { globalEntryId } from '../dictionaries/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

type Fields = Parameters<typeof fields>[1]
const fields = (areaName: string, more: object = {}) => ({ areaName, sort: 500, ...more })

const save = (areaName: string, more: Fields = {}, language: 'zh' | 'en' = 'zh') =>
  send(suite.server, regionSave, fields(areaName, more), { token: suite.admin.token, language })
const remove = (id: string, language: 'zh' | 'en' = 'zh') =>
  send(suite.server, regionDelete, { id }, { token: suite.admin.token, language })
const find = async (id: string, language: 'zh' | 'en' = 'zh') =>
  (await send(suite.server, regionInfo, { id }, { token: suite.guest.token, language })).data

const add = async (areaName: string, more: Fields = {}): Promise<string> => {
  const response = await save(areaName, more)
  expect(response).toMatchObject({ code: codes.ok })
  return String(response.data)
}

const rejectedFields = async (areaName: string, more: Fields = {}) =>
  (await save(areaName, more)).errors?.map(({ field }) => field)

describe('adding a region', () => {
  it('adds it under the given parent or as a country, and the server sets its level', async () => {
    const country = await add('新国', { areaNameEn: 'Newland', areaCode: 'NL-1', flag: '12', level: 3 })
    const province = await add('新省', { parentId: country })
    const city = await add('新市', { parentId: province })
    expect(await find(country)).toMatchObject({
      parentId: '',
      level: 1,
      areaName: '新国',
      areaCode: 'NL-1',
      flag: '12',
      sort: 500,
      rowVersion: 1,
    })
    expect(await find(province)).toMatchObject({ parentId: country, level: 2 })
    expect(await find(city)).toMatchObject({ parentId: province, level: 3 })
    expect(await find(country, 'en')).toMatchObject({ displayName: 'Newland' })
    expect(await find(city, 'en')).toMatchObject({ displayName: '新市' })
    const { data } = await send(suite.server, regionChildren, { id: country }, suite.guest)
    expect(data?.map(({ id }) => id)).toEqual([province])
  })

  it('rejects a city or an unknown region as parent', async () => {
    expect(await rejectedFields('无处', { parentId: '320500' })).toEqual(['parentId'])
    expect(await rejectedFields('无处', { parentId: 'nowhere' })).toEqual(['parentId'])
  })

  it('rejects invalid numbers and names the fields', async () => {
    expect(await rejectedFields('数字', { flag: '100', sort: '0' })).toEqual(['flag', 'sort'])
    expect(await rejectedFields('数字', { flag: '07', sort: 1.5 })).toEqual(['flag', 'sort'])
    expect(await rejectedFields('数字', { flag: 'A', sort: 'x' })).toEqual(['flag', 'sort'])
    expect(await rejectedFields(' ', { sort: '' })).toEqual(['areaName', 'sort'])
  })

  it('stores HTML, quotes, emoji and right-to-left text as text', async () => {
    for (const name of [`<b>"O'Neil"</b>`, '🏥 市', 'مدينة', '名'.repeat(100)]) {
      expect(await find(await add(name, { parentId: '320000' }))).toMatchObject({ areaName: name })
    }
  })
})

describe('names and codes', () => {
  it('must differ, among siblings or within a level, by more than case and Unicode form', async () => {
    const parentId = await add('同名国')
    await add('Alpha', { parentId, areaCode: 'ac-1' })
    for (const areaName of ['ALPHA', 'Ａlpha', ' alpha ']) {
      const response = await save(areaName, { parentId }, 'en')
      const message = 'Region name is taken; please choose another'
      expect(response).toMatchObject({ code: codes.invalid, errors: [{ field: 'areaName', message }] })
    }
    expect(await rejectedFields('中国')).toEqual(['areaName'])
    for (const areaCode of ['ac-1', 'AC-1', 'ＡＣ-1']) {
      expect(await rejectedFields('Beta', { parentId, areaCode })).toEqual(['areaCode'])
    }
  })

  it('can be reused elsewhere, and codes are optional', async () => {
    const [one, other] = [await add('甲国'), await add('乙国')]
    const province = await add('同名省', { parentId: one, areaCode: 'SAME' })
    await add('同名省', { parentId: other })
    await add('同码市', { parentId: province, areaCode: 'SAME' })
    await add('无码一', { parentId: one })
    await add('无码二', { parentId: one })
  })

  it('are accepted once if concurrent calls use the same one', async () => {
    const responses = await Promise.all(Array.from({ length: 6 }, () => save('同时国')))
    expect(responses.map(({ code }) => code).sort()).toEqual([codes.ok, ...Array(5).fill(codes.invalid)])
  })
})

describe('changing a region', () => {
  it('cannot change its parent', async () => {
    const [here, there] = [await add('此国'), await add('彼国')]
    const id = await add('留省', { parentId: here })
    expect(await rejectedFields('留省', { id, parentId: there })).toEqual(['parentId'])
    expect(await rejectedFields('留省', { id })).toEqual(['parentId'])
    expect(await save('改省', { id, parentId: here, rowVersion: 1 })).toMatchObject({ code: codes.ok })
    expect(await find(id)).toMatchObject({ areaName: '改省', parentId: here, level: 2, rowVersion: 2 })
  })

  it('is rejected if another user was first, with the changes since', async () => {
    const id = await add('争国')
    await save('争国', { id, sort: 7, rowVersion: 1 })
    expect(await save('争国改', { id, rowVersion: 1 })).toMatchObject({
      code: codes.conflict,
      changes: [
        { field: 'sort', current: 7 },
        { field: 'rowVersion', current: 2 },
      ],
    })
    expect(await find(id)).toMatchObject({ areaName: '争国', sort: 7 })
  })

  it('returns 404 for an unknown id', async () => {
    expect(await save('不存在', { id: 'nowhere' })).toMatchObject({ code: codes.notFound })
    expect(await remove('nowhere')).toMatchObject({ code: codes.notFound })
    expect(await send(suite.server, regionInfo, { id: 'nowhere' }, suite.guest)).toMatchObject({
      code: codes.notFound,
    })
  })
})

describe('deleting a region', () => {
  it('is rejected while it has children, and possible from the bottom up', async () => {
    const country = await add('待删国')
    const province = await add('待删省', { parentId: country })
    expect(await remove(country)).toMatchObject({
      code: codes.conflict,
      message: '正在使用中，无法删除：1 个下级区域',
    })
    expect(await remove(province)).toMatchObject({ code: codes.ok })
    expect(await remove(country)).toMatchObject({ code: codes.ok })
    expect(await find(country)).toBeNull()
  })

  it('is rejected with the number of tenants, sites and users in it, at each level', async () => {
    const countryId = await add('用国')
    const provinceId = await add('用省', { parentId: countryId })
    const cityId = await add('用市', { parentId: provinceId })
    const region = { countryId, provinceId, cityId }
    const tenant = {
      tenantName: '用户所在租户',
      abbr: 'U',
      ...region,
      categoryId: globalEntryId(categories.tenantCategory, 'SPONSOR'),
    }
    const site = {
      siteName: '用医院',
      ...region,
      levelId: globalEntryId(categories.siteLevel, '3A'),
      typeId: globalEntryId(categories.siteType, 'GENERAL'),
    }
    expect(await send(suite.server, tenantSave, tenant, suite.admin)).toMatchObject({ code: codes.ok })
    expect(await send(suite.server, siteSave, site, suite.admin)).toMatchObject({ code: codes.ok })
    await addUser(suite.database, region)
    await addUser(suite.database, region)
    expect(await remove(cityId)).toMatchObject({
      code: codes.conflict,
      message: '正在使用中，无法删除：1 个租户、1 个中心、2 个用户',
    })
    for (const id of [countryId, provinceId]) {
      expect(await remove(id, 'en')).toMatchObject({
        message: 'In use, so it cannot be deleted: 1 lower-level region, 1 tenant, 1 site, 2 users',
      })
    }
  })

  it('never removes a region while a child is being added to it', async () => {
    for (let round = 0; round < 10; round++) {
      const parentId = await add(`并发国${round}`)
      const [added, removed] = await Promise.all([save('并发省', { parentId }), remove(parentId)])
      expect([added.code, removed.code].sort()).toEqual(
        added.success ? [codes.ok, codes.conflict] : [codes.ok, codes.invalid],
      )
    }
  })
})
