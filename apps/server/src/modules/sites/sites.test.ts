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
import { asPlatform, inTransaction } from '../../database/index.ts'
import { contains, siteSearchText } from '../../database/search.ts'
import { type Suite, startSuite } from '../../http/test-kit/index.ts'
import { globalEntryId } from '../dictionaries/index.ts'
import { send } from '../sign-in/test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

const hangzhou = { countryId: 'CN', provinceId: '330000', cityId: '330100' }

const fields = (siteName: string, more: object = {}) => ({
  siteName,
  levelId: globalEntryId(categories.siteLevel, '3A'),
  typeId: globalEntryId(categories.siteType, 'GENERAL'),
  ...more,
})

const save = (siteName: string, more: object = {}) =>
  send(suite.server, siteSave, fields(siteName, more), suite.admin)
const list = (input: object) => send(suite.server, siteList, input, suite.admin)
const remove = (id: string) => send(suite.server, siteDelete, { id }, suite.admin)
const find = async (id: string, language: 'zh' | 'en' = 'zh') =>
  (await send(suite.server, siteInfo, { id }, { token: suite.admin.token, language })).data

const add = async (siteName: string, more: object = {}): Promise<string> => {
  const answer = await save(siteName, more)
  expect(answer).toMatchObject({ code: codes.ok })
  return String(answer.data)
}

const refusedFields = async (more: object) => (await save('参照医院', more)).errors?.map(({ field }) => field)

describe('saving a site', () => {
  it('adds it as one that a user added', async () => {
    const id = await add('示例仁和医院', {
      ...hangzhou,
      address: '示例路 1 号',
      remark: '机构办公室在三楼',
      isUserAdd: 0,
    })
    expect(await find(id)).toEqual({
      id,
      siteName: '示例仁和医院',
      ...hangzhou,
      countryName: '中国',
      provinceName: '浙江省',
      cityName: '杭州市',
      levelId: globalEntryId(categories.siteLevel, '3A'),
      levelDesc: '三级甲等',
      typeId: globalEntryId(categories.siteType, 'GENERAL'),
      typeDesc: '综合医院',
      address: '示例路 1 号',
      remark: '机构办公室在三楼',
      isUserAdd: 1,
      rowVersion: 1,
    })
    expect(await find(id, 'en')).toMatchObject({
      countryName: 'China',
      provinceName: 'Zhejiang',
      levelDesc: 'Grade III, class A',
    })
  })

  it('changes it; of two who edit it the second is told what changed', async () => {
    const id = await add('示例变更医院')
    expect(await save('示例变更医院', { id, address: '新址', rowVersion: 1 })).toMatchObject({ data: id })
    expect(await save('示例变更医院', { id, address: '别址', rowVersion: 1 })).toMatchObject({
      code: codes.conflict,
      changes: [
        { field: 'address', current: '新址' },
        { field: 'rowVersion', current: 2 },
      ],
    })
    expect(await find(id)).toMatchObject({ address: '新址', rowVersion: 2 })
  })

  it('refuses level, type and regions that do not fit, all of them', async () => {
    const position = globalEntryId(categories.position, 'PM')
    expect(await refusedFields({ levelId: position, typeId: 'x' })).toEqual(['levelId', 'typeId'])
    expect(await refusedFields({ levelId: fields('').typeId })).toEqual(['levelId'])
    expect(await refusedFields({ ...hangzhou, cityId: '320500', typeId: 'x' })).toEqual(['cityId', 'typeId'])
    expect(await refusedFields({ countryId: 'US', provinceId: '330000' })).toEqual(['provinceId'])
    expect(await refusedFields({ siteName: ' ', levelId: '', typeId: null })).toEqual([
      ...['siteName', 'levelId', 'typeId'],
    ])
  })

  it('stores HTML, quotes, emoji and right-to-left text as text', async () => {
    for (const name of [`<img src=x onerror="alert('1')">`, '🏥医院', 'مستشفى', '医'.repeat(200)]) {
      expect(await find(await add(name, { address: name }))).toMatchObject({ siteName: name, address: name })
    }
  })

  it('knows no site of an id that nobody has', async () => {
    expect(await save('不存在', { id: 'nowhere' })).toMatchObject({ code: codes.notFound })
    expect(await remove('nowhere')).toMatchObject({ code: codes.notFound })
    expect(await find('nowhere')).toBeNull()
  })
})

describe('deleting a site', () => {
  it('removes one that a user added', async () => {
    const id = await add('示例待删医院')
    expect(await remove(id)).toMatchObject({ code: codes.ok, data: null })
    expect(await find(id)).toBeNull()
  })

  it('refuses one that was delivered with the platform, which can be changed', async () => {
    const id = await add('示例预置医院')
    await suite.database.owner.updateTable('site').set({ isUserAdd: 0 }).where('id', '=', id).execute()
    expect(await remove(id)).toMatchObject({ code: codes.forbidden, message: '该中心由平台预置，不能删除' })
    expect(await save('示例预置医院', { id, address: '新址' })).toMatchObject({ code: codes.ok })
    expect(await find(id)).toMatchObject({ isUserAdd: 0, address: '新址' })
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

  it('stay in the dictionary while a site has them', async () => {
    const [levelId, typeId] = [await addEntry(categories.siteLevel), await addEntry(categories.siteType)]
    const site = await add('示例字典医院', { levelId, typeId })
    for (const id of [levelId, typeId]) {
      expect(await removeEntry(id)).toMatchObject({
        code: codes.conflict,
        message: '正在使用中，无法删除：1 个中心',
      })
    }
    await remove(site)
    for (const id of [levelId, typeId]) expect(await removeEntry(id)).toMatchObject({ code: codes.ok })
  })
})

describe('listing sites', () => {
  it('finds a keyword in name and address, whatever its length and case', async () => {
    const id = await add('示例云岫 Memorial 医院', { address: '栖霞路 8 号' })
    for (const keyWord of ['岫', '云岫', 'memorial 医', '栖霞', '8 号']) {
      const { data } = await list({ keyWord })
      expect(data?.list.map((site) => site.id)).toContain(id)
    }
    for (const keyWord of ['岫云', '医院栖霞', '%', '_', "'"]) {
      expect((await list({ keyWord })).data?.list.map((site) => site.id)).not.toContain(id)
    }
  })

  it('pages through all of them, each once, the latest first', async () => {
    const { data } = await list({ limit: 100 })
    const latest = await add('示例最新医院')
    expect((await list({ limit: 1 })).data?.list.map(({ id }) => id)).toEqual([latest])
    await remove(latest)
    const ids: string[] = []
    for (let page = 1; ids.length < (data?.totalCount ?? 0); page++) {
      ids.push(...((await list({ limit: 3, page })).data?.list.map(({ id }) => id) ?? []))
    }
    expect(ids).toEqual(data?.list.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('puts them in order, by columns of a closed list', async () => {
    const names = async (order: object) =>
      (await list({ limit: 100, ...order })).data?.list.map(({ siteName }) => siteName) ?? []
    const ascending = await names({ sortBy: 'siteName' })
    expect(ascending.length).toBeGreaterThan(1)
    expect(ascending).toEqual(ascending.toSorted(new Intl.Collator('zh').compare))
    expect(await names({ sortBy: 'siteName', sortOrder: 'desc' })).toEqual(ascending.toReversed())
    expect(await list({ sortBy: 'remark' })).toMatchObject({ code: codes.invalid })
  })

  it('searches in an index', async () => {
    const { owner, db } = suite.database
    await sql`insert into site (id, site_name, level_id, type_id)
      select 'many' || n, '众多医院' || n, '', '' from generate_series(1, 5000) n`.execute(owner)
    await sql`analyze site`.execute(owner)
    const plan = await inTransaction(db, asPlatform, (trx) =>
      trx.selectFrom('site').select('id').where(contains(siteSearchText, '云岫')).explain('json'),
    )
    expect(JSON.stringify(plan)).toContain('site_search')
    await owner.deleteFrom('site').where('id', 'like', 'many%').execute()
  })
})
