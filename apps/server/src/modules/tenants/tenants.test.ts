import { randomUUID } from 'node:crypto'
import {
  categories,
  codes,
  globalTenantId,
  tenantCombobox,
  tenantDelete,
  tenantList,
  tenantSave,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { type Suite, startSuite } from '../../http/test-kit/index.ts'
import { globalEntryId } from '../dictionaries/index.ts'
import { send } from '../sign-in/test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

const sponsor = globalEntryId(categories.tenantCategory, 'SPONSOR')
const fields = (tenantName: string, more: object = {}) => ({
  tenantName,
  abbr: 'ABC',
  categoryId: sponsor,
  ...more,
})

const save = (input: Parameters<typeof fields>[1] & object, language: 'zh' | 'en' = 'zh') =>
  send(suite.server, tenantSave, input as ReturnType<typeof fields>, { token: suite.admin.token, language })

const list = (input: object, language: 'zh' | 'en' = 'zh') =>
  send(suite.server, tenantList, input, { token: suite.admin.token, language })

const add = async (tenantName: string, more: object = {}): Promise<string> => {
  const answer = await save(fields(tenantName, more))
  expect(answer).toMatchObject({ code: codes.ok })
  return String(answer.data)
}

const found = async (id: string, language: 'zh' | 'en' = 'zh') =>
  (await list({ limit: 100 }, language)).data?.list.find((tenant) => tenant.id === id)

describe('saving a tenant', () => {
  it('adds it with a code and a version of the server’s making', async () => {
    const id = await add('衡泽医药有限公司', {
      contact: '周明',
      tel: '02160000000',
      email: 'a@hengze.example',
      postcode: '200000',
      address: '示例路 1 号',
      countryId: 'CN',
      provinceId: '310000',
      cityId: '310100',
    })
    expect(await found(id)).toMatchObject({
      tenantName: '衡泽医药有限公司',
      tenantCode: expect.stringMatching(/^T[0-9A-Z]{10}$/),
      categoryName: expect.stringMatching(/\p{Script=Han}/u),
      countryName: '中国',
      provinceName: '上海市',
      tel: '02160000000',
      rowVersion: 1,
      createTime: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect(await found(id, 'en')).toMatchObject({ countryName: 'China', provinceName: 'Shanghai' })
  })

  it('changes it and keeps its code', async () => {
    const id = await add('原名医药')
    const code = (await found(id))?.tenantCode
    expect(await save(fields('新名医药', { id, rowVersion: 1 }))).toMatchObject({ code: codes.ok, data: id })
    expect(await found(id)).toMatchObject({ tenantName: '新名医药', tenantCode: code, rowVersion: 2 })
  })

  it('refuses a version that is no longer the last, with what changed since', async () => {
    const id = await add('争用医药', { contact: '甲' })
    await save(fields('争用医药', { id, contact: '乙', rowVersion: 1 }))
    const late = await save(fields('争用医药集团', { id, contact: '甲', rowVersion: 1 }))
    expect(late).toMatchObject({
      code: codes.conflict,
      changes: [
        { field: 'contact', current: '乙' },
        { field: 'rowVersion', current: 2 },
      ],
    })
    expect(await found(id)).toMatchObject({ tenantName: '争用医药', contact: '乙' })
  })

  it('lets the last write win where no version is sent', async () => {
    const id = await add('无版本医药')
    await save(fields('无版本医药', { id, contact: '甲' }))
    expect(await save(fields('无版本医药', { id, contact: '乙' }))).toMatchObject({ code: codes.ok })
    expect(await found(id)).toMatchObject({ contact: '乙', rowVersion: 3 })
  })

  it('refuses a name that another tenant has, whatever its case or Unicode form', async () => {
    await add('Nova Clinical')
    for (const name of ['nova clinical', 'ＮＯＶＡ Clinical', ' Nova Clinical ']) {
      const answer = await save(fields(name), 'en')
      const message = 'Tenant name is taken; please choose another'
      expect(answer).toMatchObject({ code: codes.invalid, errors: [{ field: 'tenantName', message }] })
    }
  })

  it('adds one of many that come at once under one name', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => save(fields('同时医药'))))
    expect(answers.map(({ code }) => code).sort()).toEqual([codes.ok, ...Array(7).fill(codes.invalid)])
  })

  it('refuses a category and regions that do not fit, all of them', async () => {
    const refused = async (more: object) =>
      (await save(fields('参照医药', more))).errors?.map(({ field }) => field)
    expect(await refused({ categoryId: globalEntryId(categories.position, 'PM') })).toEqual(['categoryId'])
    expect(await refused({ categoryId: 'x', countryId: 'x' })).toEqual(['categoryId', 'countryId'])
    expect(await refused({ countryId: 'CN', provinceId: '310000', cityId: '320500' })).toEqual(['cityId'])
    expect(await refused({ countryId: 'US', provinceId: '310000' })).toEqual(['provinceId'])
    expect(await refused({ provinceId: '310000' })).toEqual(['provinceId'])
    expect(await refused({ countryId: '310000' })).toEqual(['countryId'])
  })

  it('knows no tenant of an id that nobody has, and never the platform’s own row', async () => {
    for (const id of ['nobody', globalTenantId]) {
      expect(await save(fields('不存在', { id }))).toMatchObject({ code: codes.notFound })
      expect(await send(suite.server, tenantDelete, { id }, suite.admin)).toMatchObject({
        code: codes.notFound,
      })
    }
  })
})

describe('deleting a tenant', () => {
  it('removes one that nothing uses', async () => {
    const id = await add('待删医药')
    expect(await send(suite.server, tenantDelete, { id }, suite.admin)).toMatchObject({
      code: codes.ok,
      data: null,
    })
    expect(await found(id)).toBeUndefined()
    expect(await send(suite.server, tenantDelete, { id }, suite.admin)).toMatchObject({
      code: codes.notFound,
    })
  })

  it('is kept from it by an invitation that is open, not by one that is over', async () => {
    const id = await add('邀请未决医药')
    const insert = (status: 'pending' | 'accepted') =>
      suite.database.owner
        .insertInto('invitation')
        .values({
          tenantId: id,
          id: randomUUID(),
          keyHash: randomUUID(),
          email: 'a@b.example',
          status,
          emailKey: 'a@b.example',
          language: 'zh',
          expiresAt: sql<Date>`now() + interval '1 day'`,
        })
        .execute()
    await insert('accepted')
    await insert('pending')
    const remove = () => send(suite.server, tenantDelete, { id }, { token: suite.admin.token })
    expect(await remove()).toMatchObject({
      code: codes.conflict,
      message: expect.stringContaining('1 个待接受的邀请'),
    })
    await suite.database.owner
      .updateTable('invitation')
      .set({ expiresAt: sql<Date>`now()` })
      .where('tenantId', '=', id)
      .execute()
    expect(await remove()).toMatchObject({ code: codes.ok })
  })

  it('says what uses it', async () => {
    const { owner } = suite.database
    const { tenantId } = suite.there
    const entry = { tenantId, categoryId: categories.position, dicName: '岗', sort: 1 }
    await owner
      .insertInto('dictionary')
      .values([
        { ...entry, id: 'use-1', dicCode: '1' },
        { ...entry, id: 'use-2', dicCode: '2' },
      ])
      .execute()
    const input = { id: tenantId }
    expect(await send(suite.server, tenantDelete, input, suite.admin)).toMatchObject({
      code: codes.conflict,
      message: '正在使用中，无法删除：1 个租户用户、2 个字典条目',
    })
    const { token } = suite.admin
    expect(await send(suite.server, tenantDelete, input, { token, language: 'en' })).toMatchObject({
      message: 'In use, so it cannot be deleted: 1 tenant user, 2 dictionary entries',
    })
  })
})

describe('listing tenants', () => {
  it('finds a keyword in name, abbreviation, code and contact', async () => {
    const id = await add('云岫生物科技', { abbr: 'YunXiu', contact: '欧阳清' })
    const code = String((await found(id))?.tenantCode)
    for (const keyWord of ['岫', '云岫', '岫生物', 'yunxiu', '欧阳', code.slice(2, 8).toLowerCase()]) {
      const { data } = await list({ keyWord })
      expect(data?.list.map((tenant) => tenant.id)).toContain(id)
    }
    for (const keyWord of ['岫云', '%', '_', "'"]) {
      expect((await list({ keyWord })).data).toMatchObject({ list: [], totalCount: 0 })
    }
  })

  it('lists those of one category, searched or not', async () => {
    const cro = globalEntryId(categories.tenantCategory, 'CRO')
    const id = await add('云岫合同研究', { categoryId: cro })
    for (const keyWord of ['', '云岫合同']) {
      const ids = async (categoryId: string) =>
        (await list({ keyWord, categoryId, limit: 100 })).data?.list.map((tenant) => tenant.id)
      expect(await ids(cro)).toContain(id)
      expect(await ids(sponsor)).not.toContain(id)
    }
  })

  it('pages through all of them, each once, and hides the platform’s own row', async () => {
    const { data } = await list({ limit: 100 })
    const ids: string[] = []
    for (let page = 1; ids.length < (data?.totalCount ?? 0); page++) {
      const part = await list({ limit: 3, page })
      expect(part.data?.totalCount).toBe(data?.totalCount)
      ids.push(...(part.data?.list.map(({ id }) => id) ?? []))
    }
    expect(ids).toEqual(data?.list.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).not.toContain(globalTenantId)
  })

  it('puts them in order', async () => {
    const names = async (order: object) =>
      (await list({ limit: 100, ...order })).data?.list.map((t) => t.abbr) ?? []
    const ascending = await names({ sortBy: 'abbr' })
    expect(ascending).toEqual(ascending.toSorted(new Intl.Collator('zh').compare))
    expect(await names({ sortBy: 'abbr', sortOrder: 'desc' })).toEqual(ascending.toReversed())
    expect(await list({ sortBy: 'password_hash' })).toMatchObject({ code: codes.invalid })
  })
})

describe('choosing a tenant', () => {
  it('offers all to the platform', async () => {
    const { data } = await send(suite.server, tenantCombobox, {}, suite.admin)
    const codesOffered = data?.map(({ code }) => code)
    expect(codesOffered).toEqual(expect.arrayContaining([suite.here.tenantId, suite.there.tenantId]))
    expect(codesOffered).not.toContain(globalTenantId)
  })

  it('offers others their own', async () => {
    const { data } = await send(suite.server, tenantCombobox, {}, suite.here)
    expect(data?.map(({ code }) => code)).toEqual([suite.here.tenantId])
  })
})
