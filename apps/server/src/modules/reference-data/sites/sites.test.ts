import {
  categories,
  codes,
  dictionaryDelete,
  dictionarySave,
  globalTenantId,
  siteDelete,
  siteInfo,
  siteList,
  siteSave,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { describePlainEntity, plainEntityKit, type Suite, startSuite } from '../../../app/test-kit/index.ts'
import { asPlatform, inTransaction } from '../../../platform/database/index.ts'
import { contains, siteSearchText } from '../../../platform/database/search.ts'
import { send } from '../../identity/sign-in/test-kit/index.ts'
import { globalEntryId } from '../dictionaries/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

const hangzhou = { countryId: 'CN', provinceId: '330000', cityId: '330100' }

const site = {
  list: siteList,
  save: siteSave,
  remove: siteDelete,
  example: (siteName: string) => ({
    siteName,
    levelId: globalEntryId(categories.siteLevel, '3A'),
    typeId: globalEntryId(categories.siteType, 'GENERAL'),
    address: '示例路 1 号',
  }),
  name: 'siteName',
  text: 'address',
}

const { add, idsOf, rejectedFields, remove, save } = plainEntityKit(() => suite, site)

const infoOf = async (id: string, language: 'zh' | 'en' = 'zh') =>
  (await send(suite.server, siteInfo, { id }, { token: suite.admin.token, language })).data

describe('a site', () => {
  describePlainEntity(() => suite, site)

  it('is marked as user-added, and shown with names in the caller’s language', async () => {
    const more = { ...hangzhou, remark: '机构办公室在三楼' }
    const id = await add('示例仁和医院', { ...more, isUserAdd: 0 })
    expect(await infoOf(id)).toEqual({
      ...site.example('示例仁和医院'),
      ...more,
      id,
      countryName: '中国',
      provinceName: '浙江省',
      cityName: '杭州市',
      levelDesc: '三级甲等',
      typeDesc: '综合医院',
      isUserAdd: 1,
      rowVersion: 1,
    })
    expect(await infoOf(id, 'en')).toMatchObject({
      countryName: 'China',
      provinceName: 'Zhejiang',
      levelDesc: 'Grade III, class A',
    })
    await remove(id)
    expect(await infoOf(id)).toBeNull()
  })

  it('rejects invalid level, type and regions together', async () => {
    const position = globalEntryId(categories.position, 'PM')
    expect(await rejectedFields({ levelId: position, typeId: 'x' })).toEqual(['levelId', 'typeId'])
    expect(await rejectedFields({ levelId: site.example('').typeId })).toEqual(['levelId'])
    expect(await rejectedFields({ ...hangzhou, cityId: '320500', typeId: 'x' })).toEqual(['cityId', 'typeId'])
    expect(await rejectedFields({ countryId: 'US', provinceId: '330000' })).toEqual(['provinceId'])
    expect(await rejectedFields({ siteName: ' ', levelId: '', typeId: null })).toEqual([
      ...['siteName', 'levelId', 'typeId'],
    ])
  })

  it('accepts a name of 200 characters', async () => {
    const siteName = '医'.repeat(200)
    expect(await infoOf(await add(siteName))).toMatchObject({ siteName })
  })

  it('can be changed but not deleted if it was delivered with the platform', async () => {
    const id = await add('示例预置医院')
    await suite.database.owner.updateTable('site').set({ isUserAdd: 0 }).where('id', '=', id).execute()
    expect(await remove(id)).toMatchObject({ code: codes.forbidden, message: '该中心由平台预置，不能删除' })
    expect(await save('示例预置医院', { id, address: '新址' })).toMatchObject({ code: codes.ok })
    expect(await infoOf(id)).toMatchObject({ isUserAdd: 0, address: '新址' })
  })
})

describe('level and type of a site', () => {
  const entry = (categoryId: string) => ({
    tenantId: globalTenantId,
    categoryId,
    dicCode: 'USED',
    dicName: '在用',
    sort: 99,
  })
  const addEntry = async (categoryId: string) =>
    String((await send(suite.server, dictionarySave, entry(categoryId), suite.admin)).data)
  const removeEntry = (id: string) => send(suite.server, dictionaryDelete, { id }, suite.admin)

  it('cannot be deleted from the dictionary while a site uses them', async () => {
    const [levelId, typeId] = [await addEntry(categories.siteLevel), await addEntry(categories.siteType)]
    const used = await add('示例字典医院', { levelId, typeId })
    for (const id of [levelId, typeId]) {
      expect(await removeEntry(id)).toMatchObject({
        code: codes.conflict,
        message: '正在使用中，无法删除：1 个中心',
      })
    }
    await remove(used)
    for (const id of [levelId, typeId]) expect(await removeEntry(id)).toMatchObject({ code: codes.ok })
  })
})

describe('listing sites', () => {
  it('searches names and addresses, but a match cannot span both', async () => {
    const id = await add('示例栖霞医院', { address: '云岫路 8 号' })
    for (const keyWord of ['云岫', '8 号']) expect(await idsOf({ keyWord })).toContain(id)
    for (const keyWord of ['医院云岫', "'"]) expect(await idsOf({ keyWord })).not.toContain(id)
  })

  it('uses an index for searches', async () => {
    const { owner, db } = suite.database
    await sql`insert into site (id, site_name, level_id, type_id)
      select 'many' || n, '众多医院' || n, '', '' from generate_series(1, 5000) n`.execute(owner)
    await sql`analyze site`.execute(owner)
    const plan = await inTransaction(db, asPlatform, (trx) =>
      trx.selectFrom('site').select('id').where(contains(siteSearchText, '云岫')).explain('json'),
    )
    expect(JSON.stringify(plan)).toContain('site_search_folded')
    await owner.deleteFrom('site').where('id', 'like', 'many%').execute()
  })
})
