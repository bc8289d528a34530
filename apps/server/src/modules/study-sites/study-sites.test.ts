import { randomUUID } from 'node:crypto'
import {
  categories,
  codes,
  type InputOf,
  siteSave,
  softwareCodes,
  studyDelete,
  studyList,
  studySave,
  studySiteDelete,
  studySiteInfo,
  studySiteList,
  studySiteSave,
  studySiteUnselected,
  tenantSiteDelete,
  tenantSiteSave,
} from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { inTransaction } from '../../database/index.ts'
import { type Suite, signedInMember, startSuite } from '../../http/test-kit/index.ts'
import { globalEntryId } from '../dictionaries/index.ts'
import { addDomain } from '../licences/test-kit/index.ts'
import { type Sender, send } from '../sign-in/test-kit/index.ts'

let suite: Suite
/** The tenant whose administrator calls, unless said otherwise. */
let tenantId = ''
let other = ''
/** A study of that tenant, another for each test. */
let studyId = ''

beforeAll(async () => {
  suite = await startSuite()
  tenantId = suite.here.tenantId
  other = suite.there.tenantId
})
beforeEach(async () => {
  studyId = await addStudy()
})
afterAll(() => suite.close())

const addStudy = async (sender: Sender & { readonly tenantId: string } = suite.here): Promise<string> => {
  const study = {
    tenantId: sender.tenantId,
    studyName: '示例研究',
    studyCode: randomUUID(),
    planCode: 'P-1',
    principal: '方予宁',
    nameAbbr: '示例',
    fameFull: '示例研究',
    siteCount: 3,
    patientCount: 60,
  }
  return String((await send(suite.server, studySave, study, sender)).data)
}

/** Adds a site that a tenant chooses. @returns its id as the tenant's */
const addSite = async (siteName: string, more: object = {}, of = tenantId): Promise<string> => {
  const site = {
    siteName,
    levelId: globalEntryId(categories.siteLevel, '3A'),
    typeId: globalEntryId(categories.siteType, 'GENERAL'),
    ...more,
  }
  const { data } = await send(suite.server, siteSave, site, suite.admin)
  const chosen = { tenantId: of, siteIds: [String(data)] }
  return String((await send(suite.server, tenantSiteSave, chosen, suite.admin)).data)
}

const save = (input: InputOf<typeof studySiteSave>, sender: Sender = suite.here) =>
  send(suite.server, studySiteSave, input, sender)
const enrol = (tenantSiteId: string, code: string, more: object = {}, sender: Sender = suite.here) =>
  save({ studyId, tenantSiteId, code, ...more }, sender)
const enrolled = async (siteName: string, code: string, more: object = {}) => {
  const tenantSiteId = await addSite(siteName, more)
  return { tenantSiteId, id: String((await enrol(tenantSiteId, code)).data) }
}
const info = (id: string, sender: Sender = suite.here) => send(suite.server, studySiteInfo, { id }, sender)
const remove = (id: string, sender: Sender = suite.here) =>
  send(suite.server, studySiteDelete, { id }, sender)
const list = (input: object = {}, sender: Sender = suite.here) =>
  send(suite.server, studySiteList, { studyId, ...input }, sender)
const codesIn = async (input: object = {}) => (await list(input)).data?.list.map(({ code }) => code)
const unselected = (input: object = {}, sender: Sender = suite.here) =>
  send(suite.server, studySiteUnselected, { studyId, ...input }, sender)
const namesToPick = async (input: object = {}) =>
  (await unselected({ limit: 1000, ...input })).data?.list.map(({ siteName }) => siteName)

describe('a site of a study', () => {
  it('is one of its tenant’s, shown with region and level in the reader’s language', async () => {
    const place = { countryId: 'CN', provinceId: '330000', cityId: '330100' }
    const tenantSiteId = await addSite('示例入组医院', place)
    const said = { nickName: '东院', address: '示例路 1 号', remark: '三楼' }
    const { code, data } = await enrol(tenantSiteId, ' 01 ', said)
    expect(code).toBe(codes.ok)
    const id = String(data)
    const found = (await info(id)).data
    expect(found).toEqual({
      id,
      tenantId,
      studyId,
      tenantSiteId,
      code: '01',
      ...said,
      siteName: '示例入组医院',
      levelDesc: '三级甲等',
      countryName: '中国',
      provinceName: '浙江省',
      cityName: '杭州市',
      areaName: '中国 - 浙江省 - 杭州市',
      createTime: expect.stringMatching(/Z$/),
      rowVersion: 1,
    })
    expect((await list()).data).toEqual({ list: [found], totalCount: 1 })
    expect((await info(id, { ...suite.here, language: 'en' })).data).toMatchObject({
      levelDesc: 'Grade III, class A',
      areaName: 'China - Zhejiang - Hangzhou',
    })
  })

  it('is called what the tenant calls it where nothing else is said, and keeps its own name and level', async () => {
    const tenantSiteId = await addSite('示例昵称医院')
    await send(suite.server, tenantSiteSave, { id: tenantSiteId, nickName: '昵称' }, suite.here)
    const { data } = await enrol(tenantSiteId, '01', { siteName: '改名', levelDesc: '改级别', nickName: ' ' })
    const id = String(data)
    const named = { nickName: '昵称', siteName: '示例昵称医院', levelDesc: '三级甲等' }
    expect((await info(id)).data).toMatchObject(named)
    await save({ id, studyId, tenantSiteId, code: '01', nickName: '研究内的昵称', rowVersion: 1 })
    expect((await info(id)).data).toMatchObject({ nickName: '研究内的昵称', rowVersion: 2 })
    await save({ id, studyId, tenantSiteId, code: '01', rowVersion: 2 })
    expect((await info(id)).data).toMatchObject(named)
  })

  it('needs a study, a site and a code, and names each that is missing', async () => {
    expect((await save({ studyId: '', tenantSiteId: '', code: ' ' })).errors).toEqual([
      { field: 'studyId', message: '请选择研究！' },
      { field: 'tenantSiteId', message: '请选择中心！' },
      { field: 'code', message: '请输入中心编号！' },
    ])
    const tooLong = { nickName: '长'.repeat(201), address: '长'.repeat(201), remark: '长'.repeat(501) }
    const refused = await enrol('any', '1'.repeat(51), tooLong)
    expect(refused.errors?.map(({ field }) => field)).toEqual(['code', 'nickName', 'address', 'remark'])
  })

  it('has a code that no other site of the study has, whatever the case; other studies have theirs', async () => {
    const first = await enrolled('示例编号一', 'Ab-01')
    const tenantSiteId = await addSite('示例编号二')
    for (const code of ['Ab-01', 'AB-01', ' ａｂ-０１ '])
      expect((await enrol(tenantSiteId, code)).errors).toEqual([
        { field: 'code', message: '本研究中已有此中心编号，请换一个' },
      ])
    const recased = { id: first.id, studyId, tenantSiteId: first.tenantSiteId, code: 'AB-01' }
    expect(await save(recased)).toMatchObject({ code: codes.ok })
    const second = await enrol(tenantSiteId, '02')
    const same = { id: String(second.data), studyId, tenantSiteId, code: 'ab-01' }
    expect((await save(same)).errors?.map(({ field }) => field)).toEqual(['code'])
    expect(await enrol(tenantSiteId, 'Ab-01', { studyId: await addStudy() })).toMatchObject({
      code: codes.ok,
    })
  })

  it('is in a study once: of those who add it at the same moment one succeeds, the others are told', async () => {
    const tenantSiteId = await addSite('示例同时加')
    const answers = await Promise.all(['1', '2', '3', '4'].map((code) => enrol(tenantSiteId, code)))
    expect(answers.filter(({ code }) => code === codes.ok)).toHaveLength(1)
    for (const { errors } of answers.filter(({ code }) => code !== codes.ok))
      expect(errors).toEqual([{ field: 'tenantSiteId', message: '本研究中已有此中心，请换一个' }])
    expect((await list()).data?.totalCount).toBe(1)
  })

  it('has the same code as one that is added at the same moment once', async () => {
    const sites = [await addSite('示例同号一'), await addSite('示例同号二'), await addSite('示例同号三')]
    const answers = await Promise.all(sites.map((tenantSiteId) => enrol(tenantSiteId, '01')))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([codes.ok, codes.invalid, codes.invalid])
  })

  it('is added to a study that is deleted at that moment, or the study goes: one of the two is refused', async () => {
    const tenantSiteId = await addSite('示例争用')
    for (let round = 0; round < 6; round += 1) {
      const of = await addStudy()
      const [added, deleted] = await Promise.all([
        enrol(tenantSiteId, '01', { studyId: of }),
        send(suite.server, studyDelete, { id: of }, suite.here),
      ])
      expect([
        [codes.ok, codes.conflict],
        [codes.notFound, codes.ok],
      ]).toContainEqual([added.code, deleted.code])
    }
  })

  it('stays in its study, and stays the same one', async () => {
    const { id, tenantSiteId } = await enrolled('示例不换', '01')
    const another = await addSite('示例换成')
    expect((await save({ id, studyId, tenantSiteId: another, code: '01' })).errors).toEqual([
      { field: 'tenantSiteId', message: '中心不能修改' },
    ])
    const elsewhere = await addStudy()
    expect((await save({ id, studyId: elsewhere, tenantSiteId, code: '01' })).errors).toEqual([
      { field: 'studyId', message: '研究不能修改' },
    ])
  })

  it('is changed in the version that was read, not over what somebody else has saved since', async () => {
    const { id, tenantSiteId } = await enrolled('示例版本', '01')
    const change = (remark: string) => save({ id, studyId, tenantSiteId, code: '01', remark, rowVersion: 1 })
    expect(await change('甲')).toMatchObject({ code: codes.ok })
    expect(await change('乙')).toMatchObject({ code: codes.conflict })
    expect((await info(id)).data).toMatchObject({ remark: '甲' })
  })

  it('is not one that the tenant has not chosen', async () => {
    const theirs = await addSite('示例别家的', {}, other)
    for (const tenantSiteId of [theirs, 'nobody'])
      for (const sender of [suite.here, suite.admin])
        expect((await enrol(tenantSiteId, '01', {}, sender)).errors).toEqual([
          { field: 'tenantSiteId', message: '中心不存在，请重新选择' },
        ])
  })
})

describe('taking a site out of a study', () => {
  it('makes it one to choose again', async () => {
    const { id } = await enrolled('示例移出', '01')
    expect(await namesToPick()).not.toContain('示例移出')
    expect(await remove(id)).toMatchObject({ code: codes.ok })
    expect(await info(id)).toMatchObject({ code: codes.notFound })
    expect(await namesToPick()).toContain('示例移出')
    expect(await remove(id)).toMatchObject({ code: codes.notFound })
  })

  it('is refused while people are authorized there; it holds its study and its tenant’s site in turn', async () => {
    const { owner } = suite.database
    const { id, tenantSiteId } = await enrolled('示例有人', '01')
    const place = { tenantId, softwareId: softwareCodes.edc }
    const tenantUrlId = await addDomain(owner, place)
    const studyUrlId = randomUUID()
    await owner
      .insertInto('studyUrl')
      .values({ ...place, id: studyUrlId, studyId, tenantUrlId })
      .execute()
    const { id: tenantUserId } = await owner
      .selectFrom('tenantUser')
      .select('id')
      .where('tenantId', '=', tenantId)
      .executeTakeFirstOrThrow()
    const allowed = { tenantId, studyUrlId, tenantUserId }
    await owner
      .insertInto('studyUser')
      .values([
        { ...allowed, id: randomUUID(), studySiteId: id },
        { ...allowed, id: randomUUID() },
      ])
      .execute()
    expect(await remove(id)).toMatchObject({
      code: codes.conflict,
      message: '正在使用中，无法删除：1 条用户授权',
    })
    expect((await send(suite.server, studyDelete, { id: studyId }, suite.here)).message).toContain(
      '1 个研究中心',
    )
    expect(await send(suite.server, tenantSiteDelete, { id: tenantSiteId }, suite.here)).toMatchObject({
      code: codes.conflict,
    })
    await owner.deleteFrom('studyUser').where('studySiteId', '=', id).execute()
    expect(await remove(id)).toMatchObject({ code: codes.ok })
    expect(await send(suite.server, tenantSiteDelete, { id: tenantSiteId }, suite.here)).toMatchObject({
      code: codes.ok,
    })
  })
})

describe('listing the sites of a study', () => {
  it('is by code, or as asked, page by page', async () => {
    const made: readonly [string, string][] = [
      ['示例序丙', '03'],
      ['示例序乙', '01'],
      ['示例序甲', '02'],
    ]
    for (const [name, code] of made) await enrolled(name, code)
    expect(await codesIn()).toEqual(['01', '02', '03'])
    expect(await codesIn({ sortOrder: 'desc' })).toEqual(['03', '02', '01'])
    expect(await codesIn({ sortBy: 'nickName' })).toEqual(['03', '02', '01'])
    expect(await codesIn({ sortBy: 'createTime' })).toEqual(['02', '01', '03'])
    expect((await list({ limit: 2, page: 2 })).data).toMatchObject({
      list: [{ code: '03' }],
      totalCount: 3,
    })
  })

  it('finds a keyword in code, nickname and name, as it stands there', async () => {
    const { id } = await enrolled('示例云岫医院', 'YX_1')
    await enrolled('示例别的医院', 'YX21')
    await save({
      id,
      studyId,
      tenantSiteId: (await info(id)).data?.tenantSiteId ?? '',
      code: 'YX_1',
      nickName: '老院区 100%',
    })
    for (const keyWord of ['yx_', '云岫', '老院', '100%', ' 院区 '])
      expect(await codesIn({ keyWord })).toEqual(['YX_1'])
    expect(await codesIn({ keyWord: '没有' })).toEqual([])
  })

  it('reads what is asked for by index', async () => {
    const { owner, db } = suite.database
    const ids = sql`select 'many' || n as id from generate_series(1, 3000) n`
    await sql`insert into site (id, site_name, level_id, type_id) select id, id, '', '' from (${ids}) s`.execute(
      owner,
    )
    await sql`insert into tenant_site (tenant_id, id, site_id, site_name, nick_name)
      select ${tenantId}, id, id, id, id from (${ids}) s`.execute(owner)
    await sql`insert into study_site (tenant_id, id, study_id, tenant_site_id, code)
      select ${tenantId}, id, ${studyId}, id, id from (${ids}) s`.execute(owner)
    await sql`analyze study_site, tenant_site`.execute(owner)
    const as = { role: 'atrium_tenant', tenants: [tenantId] } as const
    const plan = (query: ReturnType<typeof sql>) =>
      inTransaction(db, as, async (trx) =>
        JSON.stringify((await sql`explain (format json) ${query}`.execute(trx)).rows),
      )
    expect(
      await plan(sql`select id from study_site where tenant_id = ${tenantId} and study_id = ${studyId}
        order by code collate "zh-x-icu", id limit 10`),
    ).toContain('study_site_by_code')
    expect(
      await plan(sql`select id from tenant_site where tenant_id = ${tenantId}
        order by site_name collate "zh-x-icu", id limit 10`),
    ).toContain('tenant_site_of_tenant_by_site_name')
    for (const table of ['studySite', 'tenantSite', 'site'] as const)
      await owner.deleteFrom(table).where('id', 'like', 'many%').execute()
  })
})

describe('the sites to choose from', () => {
  it('are those of the study’s tenant that are not in it, by name, found by name or nickname', async () => {
    const ids = [await addSite('示例待选乙'), await addSite('示例待选甲'), await addSite('示例待选丙')]
    await addSite('示例待选丁', {}, other)
    const named = { id: ids[0] ?? '', nickName: '栖霞院区' }
    await send(suite.server, tenantSiteSave, named, suite.here)
    await enrol(ids[2] ?? '', '01')
    expect(await namesToPick({ siteName: '示例待选' })).toEqual(['示例待选甲', '示例待选乙'])
    expect(await namesToPick({ siteName: '栖霞' })).toEqual(['示例待选乙'])
    expect(await namesToPick({ siteName: '示例待选', limit: 1, page: 2 })).toEqual(['示例待选乙'])
    expect(await namesToPick({ siteName: '示例待选', sortBy: 'nickName' })).toEqual([
      '示例待选乙',
      '示例待选甲',
    ])
    expect(await namesToPick({ siteName: '示例待选', studyId: await addStudy() })).toHaveLength(3)
    const { data } = await unselected({ siteName: '栖霞' }, suite.admin)
    expect(data).toMatchObject({
      list: [{ tenantId, nickName: '栖霞院区', levelDesc: '三级甲等' }],
      totalCount: 1,
    })
  })
})

describe('who may', () => {
  it('is whoever holds the screen, in their tenants; another tenant’s studies and sites are not there', async () => {
    const { id, tenantSiteId } = await enrolled('示例隔离', '01')
    for (const [sender, code] of [
      [suite.there, codes.notFound],
      [suite.guest, codes.forbidden],
    ] as const)
      for (const answer of [
        await list({}, sender),
        await unselected({}, sender),
        await info(id, sender),
        await enrol(tenantSiteId, '02', {}, sender),
        await save({ id, studyId, tenantSiteId, code: '02' }, sender),
        await remove(id, sender),
      ])
        expect(answer).toMatchObject({ code, data: null })
    const theirs = await addStudy(suite.there)
    expect(await enrol(tenantSiteId, '01', { studyId: theirs })).toMatchObject({ code: codes.notFound })
    expect(await save({ id, studyId: theirs, tenantSiteId, code: '01' })).toMatchObject({
      code: codes.notFound,
    })
    expect((await enrol(tenantSiteId, '01', { studyId: theirs }, suite.admin)).errors).toMatchObject([
      { field: 'tenantSiteId' },
    ])
    expect(await list({ studyId: 'nobody' }, suite.admin)).toMatchObject({ code: codes.notFound })
  })

  it('is the platform as well, in every tenant', async () => {
    const { id, tenantSiteId } = await enrolled('示例平台', '01')
    const change = { id, studyId, tenantSiteId, code: '09' }
    expect(await save(change, suite.admin)).toMatchObject({ code: codes.ok })
    expect((await list({}, suite.admin)).data?.list).toMatchObject([{ code: '09' }])
    expect(await remove(id, suite.admin)).toMatchObject({ code: codes.ok })
  })

  it('sees the studies to choose from by that screen alone', async () => {
    const { owner } = suite.database
    const role = { id: 'sites of studies', name: '研究中心管理', roleType: 2 }
    await owner.insertInto('role').values(role).execute()
    await owner.insertInto('roleMenu').values({ roleId: role.id, menuId: 'projectSite' }).execute()
    const member = await signedInMember(suite.database, role.id)
    const theirs = await addStudy({ ...suite.admin, tenantId: member.tenantId })
    const { data } = await send(suite.server, studyList, {}, member)
    expect(data?.list.map(({ id }) => id)).toEqual([theirs])
  })
})
