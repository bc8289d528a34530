import { codes, studyDelete, tenantSiteSave } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Suite } from '../../../app/test-kit/index.ts'
import { send } from '../../identity/sign-in/test-kit/index.ts'
import { addSite, addStudy, type StudySites, startStudySites } from './test-kit/index.ts'

let suite: Suite
let withStudy: StudySites['withStudy']

beforeAll(async () => {
  ;({ suite, withStudy } = await startStudySites())
})

afterAll(() => suite.close())

describe('a site of a study', () => {
  it('is one of its tenant’s sites, shown with region and level in the caller’s language', async () => {
    const { tenantId } = suite.here
    const { studyId, enrol, info, list } = await withStudy()
    const region = { countryId: 'CN', provinceId: '330000', cityId: '330100' }
    const tenantSiteId = await addSite(suite, '示例入组医院', region)
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

  it('has the tenant’s nickname by default, and keeps its own nickname and level', async () => {
    const { studyId, save, enrol, info } = await withStudy()
    const tenantSiteId = await addSite(suite, '示例昵称医院')
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

  it('requires a study, a site and a code, and names every missing field', async () => {
    const { save, enrol } = await withStudy()
    expect((await save({ studyId: '', tenantSiteId: '', code: ' ' })).errors).toEqual([
      { field: 'studyId', message: '请选择研究！' },
      { field: 'tenantSiteId', message: '请选择中心！' },
      { field: 'code', message: '请输入中心编号！' },
    ])
    const tooLong = { nickName: '长'.repeat(201), address: '长'.repeat(201), remark: '长'.repeat(501) }
    const rejected = await enrol('any', '1'.repeat(51), tooLong)
    expect(rejected.errors?.map(({ field }) => field)).toEqual(['code', 'nickName', 'address', 'remark'])
  })

  it('must have a code that is unique in the study, regardless of case, but not across studies', async () => {
    const { studyId, save, enrol, enrolled } = await withStudy()
    const first = await enrolled('示例编号一', 'Ab-01')
    const tenantSiteId = await addSite(suite, '示例编号二')
    for (const code of ['Ab-01', 'AB-01', ' ａｂ-０１ '])
      expect((await enrol(tenantSiteId, code)).errors).toEqual([
        { field: 'code', message: '本研究中已有此中心编号，请换一个' },
      ])
    const recased = { id: first.id, studyId, tenantSiteId: first.tenantSiteId, code: 'AB-01' }
    expect(await save(recased)).toMatchObject({ code: codes.ok })
    const second = await enrol(tenantSiteId, '02')
    const same = { id: String(second.data), studyId, tenantSiteId, code: 'ab-01' }
    expect((await save(same)).errors?.map(({ field }) => field)).toEqual(['code'])
    expect(await enrol(tenantSiteId, 'Ab-01', { studyId: await addStudy(suite, suite.here) })).toMatchObject({
      code: codes.ok,
    })
  })

  it('can be added to a study once, and concurrent additions of the same site are rejected', async () => {
    const { enrol, list } = await withStudy()
    const tenantSiteId = await addSite(suite, '示例同时加')
    const responses = await Promise.all(['1', '2', '3', '4'].map((code) => enrol(tenantSiteId, code)))
    expect(responses.filter(({ code }) => code === codes.ok)).toHaveLength(1)
    for (const { errors } of responses.filter(({ code }) => code !== codes.ok))
      expect(errors).toEqual([{ field: 'tenantSiteId', message: '本研究中已有此中心，请换一个' }])
    expect((await list()).data?.totalCount).toBe(1)
  })

  it('can have the same code as a concurrently added site only once', async () => {
    const { enrol } = await withStudy()
    const sites = [
      await addSite(suite, '示例同号一'),
      await addSite(suite, '示例同号二'),
      await addSite(suite, '示例同号三'),
    ]
    const responses = await Promise.all(sites.map((tenantSiteId) => enrol(tenantSiteId, '01')))
    expect(responses.map(({ code }) => code).toSorted()).toEqual([codes.ok, codes.invalid, codes.invalid])
  })

  it('is either added or its study deleted if both happen concurrently, and the other call is rejected', async () => {
    const { enrol } = await withStudy()
    const tenantSiteId = await addSite(suite, '示例争用')
    for (let round = 0; round < 6; round += 1) {
      const of = await addStudy(suite, suite.here)
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

  it('cannot change its study or tenant site', async () => {
    const { studyId, save, enrolled } = await withStudy()
    const { id, tenantSiteId } = await enrolled('示例不换', '01')
    const another = await addSite(suite, '示例换成')
    expect((await save({ id, studyId, tenantSiteId: another, code: '01' })).errors).toEqual([
      { field: 'tenantSiteId', message: '中心不能修改' },
    ])
    const elsewhere = await addStudy(suite, suite.here)
    expect((await save({ id, studyId: elsewhere, tenantSiteId, code: '01' })).errors).toEqual([
      { field: 'studyId', message: '研究不能修改' },
    ])
  })

  it('rejects a stale save', async () => {
    const { studyId, save, enrolled, info } = await withStudy()
    const { id, tenantSiteId } = await enrolled('示例版本', '01')
    const change = (remark: string) => save({ id, studyId, tenantSiteId, code: '01', remark, rowVersion: 1 })
    expect(await change('甲')).toMatchObject({ code: codes.ok })
    expect(await change('乙')).toMatchObject({ code: codes.conflict })
    expect((await info(id)).data).toMatchObject({ remark: '甲' })
  })

  it('must be one of the tenant’s own sites', async () => {
    const { enrol } = await withStudy()
    const theirs = await addSite(suite, '示例别家的', {}, suite.there.tenantId)
    for (const tenantSiteId of [theirs, 'nobody'])
      for (const sender of [suite.here, suite.admin])
        expect((await enrol(tenantSiteId, '01', {}, sender)).errors).toEqual([
          { field: 'tenantSiteId', message: '中心不存在，请重新选择' },
        ])
  })
})
