import { randomUUID } from 'node:crypto'
import {
  categories,
  codes,
  globalTenantId,
  type InputOf,
  siteDelete,
  siteSave,
  tenantDelete,
  tenantSiteDelete,
  tenantSiteInfo,
  tenantSiteList,
  tenantSiteSave,
  tenantSiteUnselected,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { type Suite, startSuite } from '../../../app/test-kit/index.ts'
import { asPlatform, inTransaction } from '../../../platform/database/index.ts'
import { contains, tenantSiteSearchText } from '../../../platform/database/search.ts'
import { type Sender, send } from '../../identity/sign-in/test-kit/index.ts'
import { globalEntryId } from '../../reference-data/dictionaries/index.ts'

let suite: Suite
/** Tenants whose administrators call; `tenantId` is the default. */
let tenantId = ''
let other = ''

beforeAll(async () => {
  suite = await startSuite()
  tenantId = suite.here.tenantId
  other = suite.there.tenantId
})

afterAll(() => suite.close())

const hangzhou = { countryId: 'CN', provinceId: '330000', cityId: '330100' }

/** Adds a global site. */
const addSite = async (siteName: string, more: object = {}): Promise<string> => {
  const site = {
    siteName,
    levelId: globalEntryId(categories.siteLevel, '3A'),
    typeId: globalEntryId(categories.siteType, 'GENERAL'),
    ...more,
  }
  return String((await send(suite.server, siteSave, site, suite.admin)).data)
}

const save = (input: InputOf<typeof tenantSiteSave>, sender: Sender = suite.here) =>
  send(suite.server, tenantSiteSave, input, sender)
const choose = (siteIds: string[], sender: Sender = suite.here, of = tenantId) =>
  save({ tenantId: of, siteIds }, sender)
const rename = (id: string, nickName: string, more: object = {}, sender: Sender = suite.here) =>
  save({ id, nickName, ...more }, sender)

const list = async (input: InputOf<typeof tenantSiteList> = {}, sender: Sender = suite.here) =>
  (await send(suite.server, tenantSiteList, { limit: 10_000, ...input }, sender)).data?.list ?? []
const namesIn = async (input: InputOf<typeof tenantSiteList> = {}, sender: Sender = suite.here) =>
  (await list(input, sender)).map(({ siteName }) => siteName)
const unselected = async (input: object = {}, sender: Sender = suite.here) => {
  const sent = { tenantId, limit: 10_000, ...input }
  const { data } = await send(suite.server, tenantSiteUnselected, sent, sender)
  return data?.list.map(({ siteName }) => siteName) ?? []
}
const info = (id: string, sender: Sender = suite.here) => send(suite.server, tenantSiteInfo, { id }, sender)
const remove = (id: string, sender: Sender = suite.here) =>
  send(suite.server, tenantSiteDelete, { id }, sender)

/** Adds a site and selects it for the tenant. */
const addChosen = async (siteName: string, more: object = {}) => {
  const siteId = await addSite(siteName, more)
  return { siteId, id: String((await choose([siteId])).data) }
}

describe('choosing sites', () => {
  it('adds them under their own names, shown with region and level in the caller’s language', async () => {
    const more = { ...hangzhou, address: '示例路 1 号', remark: '机构办公室在三楼' }
    const { siteId, id } = await addChosen('示例仁和医院', more)
    const { data } = await info(id)
    expect(data).toEqual({
      id,
      tenantId,
      tenantName: data?.tenantName,
      siteId,
      siteName: '示例仁和医院',
      nickName: '示例仁和医院',
      areaName: '中国 - 浙江省 - 杭州市',
      levelDesc: '三级甲等',
      address: '示例路 1 号',
      remark: '机构办公室在三楼',
      createTime: expect.stringMatching(/Z$/),
      rowVersion: 1,
    })
    expect(data?.tenantName).not.toBe('')
    expect((await info(id, { ...suite.here, language: 'en' })).data).toMatchObject({
      areaName: 'China - Zhejiang - Hangzhou',
      levelDesc: 'Grade III, class A',
    })
    expect(await list({ keyWord: '仁和' })).toEqual([data])
  })

  it('adds several at once and leaves existing ones unchanged', async () => {
    const there = await addChosen('示例多选一')
    await rename(there.id, '改过的昵称')
    const more = [await addSite('示例多选二'), await addSite('示例多选三')]
    const { code, data } = await choose([...more, there.siteId, ...more])
    expect(code).toBe(codes.ok)
    expect(String(data).split(',')).toHaveLength(2)
    const all = await list({ tenantId, keyWord: '示例多选', sortBy: 'siteName' })
    expect(all.map(({ nickName }) => nickName).toSorted()).toEqual(
      ['改过的昵称', '示例多选三', '示例多选二'].toSorted(),
    )
    expect(await choose(more)).toMatchObject({ code: codes.ok, data: '' })
  })

  it('adds each once, even if calls are concurrent', async () => {
    const ids = [await addSite('示例同时一'), await addSite('示例同时二')]
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, index) => choose(index % 2 ? ids : ids.toReversed())),
    )
    expect(responses.map(({ code }) => code)).toEqual(Array(6).fill(codes.ok))
    expect(await namesIn({ keyWord: '示例同时' })).toHaveLength(2)
  })

  it('adds none if one does not exist', async () => {
    const good = await addSite('示例未加')
    expect(await choose([good, 'nobody'])).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'siteIds', message: '中心不存在，请重新选择' }],
    })
    expect(await namesIn({ keyWord: '示例未加' })).toEqual([])
  })

  it('requires a tenant and sites, with messages in the caller’s language', async () => {
    expect((await save({})).errors).toEqual([
      { field: 'tenantId', message: '请选择租户！' },
      { field: 'siteIds', message: '请选择中心！' },
      { field: 'nickName', message: '请输入中心昵称！' },
    ])
    expect((await save({ tenantId, siteIds: [] })).errors?.map(({ field }) => field)).toEqual(['siteIds'])
  })

  it('is possible only for the caller’s own tenants, and not for the platform itself', async () => {
    const site = await addSite('示例别家')
    expect(await choose([site], suite.here, other)).toMatchObject({ code: codes.notFound })
    for (const noSelection of ['nobody', globalTenantId])
      for (const sender of [suite.admin, suite.here])
        expect(await choose([site], sender, noSelection)).toMatchObject({ code: codes.notFound })
    expect(await choose([site], suite.guest)).toMatchObject({ code: codes.forbidden })
    expect(await choose([site], suite.admin, other)).toMatchObject({ code: codes.ok })
    expect(await namesIn({ tenantId: other }, suite.there)).toContain('示例别家')
  })
})

describe('the nickname of a site', () => {
  it('belongs to the tenant, and does not change when the site is renamed', async () => {
    const { siteId, id } = await addChosen('示例旧名医院')
    expect(await choose([siteId], suite.there, other)).toMatchObject({ code: codes.ok })
    expect(await rename(id, ' 老院 ', { rowVersion: 1 })).toMatchObject({ code: codes.ok, data: id })
    await addSite('示例新名医院', { id: siteId })
    expect((await info(id)).data).toMatchObject({ nickName: '老院', siteName: '示例新名医院', rowVersion: 2 })
    for (const keyWord of ['新名', '老院']) expect(await namesIn({ keyWord })).toEqual(['示例新名医院'])
    expect(await list({ keyWord: '示例旧名' }, suite.there)).toMatchObject([{ nickName: '示例旧名医院' }])
    expect(await list({ keyWord: '示例旧名' })).toEqual([])
  })

  it.each(['', ' ', '\u200b', undefined])('is not %j', async (nickName) => {
    const { id } = await addChosen(`示例空昵称${randomUUID()}`)
    expect((await save({ id, nickName })).errors).toEqual([
      { field: 'nickName', message: '请输入中心昵称！' },
    ])
  })

  it('can have at most 200 characters', async () => {
    const { id } = await addChosen('示例长昵称')
    expect(await rename(id, '长'.repeat(200))).toMatchObject({ code: codes.ok })
    expect((await rename(id, '长'.repeat(201))).errors?.map(({ field }) => field)).toEqual(['nickName'])
  })

  it('is not changed by a stale save', async () => {
    const { id } = await addChosen('示例版本')
    await rename(id, '甲', { rowVersion: 1 })
    expect(await rename(id, '乙', { rowVersion: 1 })).toMatchObject({ code: codes.conflict })
    expect((await info(id)).data).toMatchObject({ nickName: '甲' })
  })

  it('is the only field that can be changed; tenant and site are fixed', async () => {
    const { id } = await addChosen('示例不动')
    expect((await rename(id, '乙', { tenantId: other })).errors).toEqual([
      { field: 'tenantId', message: '租户不能修改' },
    ])
    expect((await rename(id, '乙', { siteIds: [await addSite('示例换成')] })).errors).toEqual([
      { field: 'siteIds', message: '中心不能修改' },
    ])
    expect(await rename(id, '乙', { tenantId })).toMatchObject({ code: codes.ok })
  })
})

describe('another tenant’s sites', () => {
  it('can be read and changed by the platform only', async () => {
    const { id } = await addChosen('示例隔离')
    for (const sender of [suite.there, suite.guest]) {
      const code = sender === suite.there ? codes.notFound : codes.forbidden
      expect(await info(id, sender)).toMatchObject({ code, data: null })
      expect(await rename(id, '抢名', {}, sender)).toMatchObject({ code })
      expect(await remove(id, sender)).toMatchObject({ code })
      const asked = await send(suite.server, tenantSiteList, { tenantId }, sender)
      expect(asked).toMatchObject({ code, data: null })
    }
    expect(await namesIn({}, suite.there)).not.toContain('示例隔离')
    const beyond = await send(suite.server, tenantSiteUnselected, { tenantId: other }, suite.here)
    expect(beyond).toMatchObject({ code: codes.notFound, data: null })
    expect(await namesIn({}, suite.admin)).toContain('示例隔离')
    expect(await rename(id, '平台改名', {}, suite.admin)).toMatchObject({ code: codes.ok })
    expect(await remove(id, suite.admin)).toMatchObject({ code: codes.ok })
  })
})

describe('listing the sites of tenants', () => {
  it('returns all that the caller may see, or those of one tenant', async () => {
    const site = await addSite('示例两家')
    await choose([site])
    await choose([site], suite.there, other)
    expect(await namesIn({ keyWord: '示例两家' }, suite.admin)).toHaveLength(2)
    for (const owner of [tenantId, other])
      expect(await list({ keyWord: '示例两家', tenantId: owner }, suite.admin)).toMatchObject([
        { tenantId: owner },
      ])
    expect(await list({ keyWord: '示例两家' })).toMatchObject([{ tenantId }])
  })

  it('sorts by name, or newest first by default, and is paged', async () => {
    const names = ['示例序南医院', '示例序北医院', '示例序安医院']
    for (const name of names) await addChosen(name)
    const found = (more: InputOf<typeof tenantSiteList>) => namesIn({ tenantId, keyWord: '示例序', ...more })
    const byName = ['示例序安医院', '示例序北医院', '示例序南医院']
    expect(await found({ sortBy: 'siteName' })).toEqual(byName)
    expect(await found({ sortBy: 'nickName', sortOrder: 'desc' })).toEqual(byName.toReversed())
    expect(await found({})).toEqual(names.toReversed())
    expect(await found({ sortBy: 'siteName', limit: 2, page: 2 })).toEqual(['示例序南医院'])
  })

  it('uses an index for searches', async () => {
    const { owner, db } = suite.database
    await sql`with made as (insert into site (id, site_name, level_id, type_id)
        select 'many' || n, '众多医院' || n, '', '' from generate_series(1, 5000) n returning id, site_name)
      insert into tenant_site (tenant_id, id, site_id, site_name, nick_name)
      select ${tenantId}, id, id, site_name, site_name from made`.execute(owner)
    await sql`analyze tenant_site`.execute(owner)
    const plan = await inTransaction(db, asPlatform, (trx) =>
      trx.selectFrom('tenantSite').select('id').where(contains(tenantSiteSearchText, '云岫')).explain('json'),
    )
    expect(JSON.stringify(plan)).toContain('tenant_site_search_folded')
    for (const table of ['tenantSite', 'site'] as const)
      await owner.deleteFrom(table).where('id', 'like', 'many%').execute()
  })
})

describe('the sites to choose from', () => {
  it('are those that the tenant does not have, sorted by name, and searchable by name or address', async () => {
    const [chosen] = [await addSite('示例待选丙'), await addSite('示例待选甲', { address: '云岫路 8 号' })]
    await addSite('示例待选乙')
    await choose([chosen])
    expect(await unselected({ keyWord: '示例待选' })).toEqual(['示例待选甲', '示例待选乙'])
    expect(await unselected({ keyWord: '云岫路' })).toEqual(['示例待选甲'])
    expect(await unselected({ keyWord: '示例待选', limit: 1, page: 2 })).toEqual(['示例待选乙'])
    expect(await unselected({ keyWord: '示例待选', tenantId: other }, suite.there)).toHaveLength(3)
    const [{ id } = { id: '' }] = await list({ keyWord: '示例待选丙' })
    await remove(id)
    expect(await unselected({ keyWord: '示例待选丙' })).toEqual(['示例待选丙'])
  })

  it('require a tenant', async () => {
    expect(await send(suite.server, tenantSiteUnselected, { tenantId: '' }, suite.admin)).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'tenantId' }],
    })
    for (const noSelection of ['nobody', globalTenantId])
      expect(
        await send(suite.server, tenantSiteUnselected, { tenantId: noSelection }, suite.admin),
      ).toMatchObject({
        code: codes.notFound,
      })
  })
})

describe('a site that a tenant has chosen', () => {
  it('prevents deletion of the global site and of the tenant, and is named as the reason', async () => {
    const { siteId, id } = await addChosen('示例在用医院')
    expect(await send(suite.server, siteDelete, { id: siteId }, suite.admin)).toMatchObject({
      code: codes.conflict,
      message: '正在使用中，无法删除：1 个租户中心',
    })
    expect(await send(suite.server, tenantDelete, { id: tenantId }, suite.admin)).toMatchObject({
      code: codes.conflict,
      message: expect.stringMatching(/\d+ 个租户中心/),
    })
    await remove(id)
    expect(await info(id)).toMatchObject({ code: codes.notFound })
    expect(await send(suite.server, siteDelete, { id: siteId }, suite.admin)).toMatchObject({
      code: codes.ok,
    })
  })
})
