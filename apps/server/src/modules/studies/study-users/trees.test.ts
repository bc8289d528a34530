import { allowedStudies, codes, type InputOf, invitingStudies, softwareCodes } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Suite, startSuite } from '../../../app/test-kit/index.ts'
import { type Sender, send } from '../../identity/sign-in/test-kit/index.ts'
import { addStudy as addStudyOf, addStudySite, type LinkedStudy } from './test-kit/index.ts'

const { edc, rtsm, igcp } = softwareCodes

let suite: Suite
beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

const addStudy = (name: string, tenantId = suite.here.tenantId, softwareId: string = edc) =>
  addStudyOf(suite.database, { tenantId, softwareId }, name)
const addSite = (study: LinkedStudy, code: string, nickName = '') =>
  addStudySite(suite.database, study, code, nickName)

const allowed = (input: Partial<InputOf<typeof allowedStudies>> = {}, sender: Sender = suite.here) =>
  send(suite.server, allowedStudies, { softId: edc, ...input }, sender)
const inviting = (input: InputOf<typeof invitingStudies> = {}, sender: Sender = suite.here) =>
  send(suite.server, invitingStudies, input, sender)
const namesIn = ({ data }: Awaited<ReturnType<typeof allowed>>) => data?.list.map(({ name }) => name)

describe('the tree of studies', () => {
  it('contains the studies of a product with their sites, under the study’s names for them', async () => {
    const study = await addStudy('示例树')
    const { studyId, studyUrlId } = study
    const [second, first] = [await addSite(study, '02', '研究自称'), await addSite(study, '01')]
    const site = { studyUrlId, id: first, studySiteId: first, code: '01', name: '租户的01' }
    const { tenantId } = suite.here
    const { data } = await allowed({ keyWord: '示例树' })
    expect(data).toEqual({
      list: [
        {
          id: studyId,
          studyUrlId,
          tenantId,
          tenantName: data?.list[0]?.tenantName,
          name: '示例树',
          code: '代码示例树',
          hasUrl: false,
          sites: [site, { ...site, id: second, studySiteId: second, code: '02', name: '研究自称' }],
        },
      ],
      totalCount: 1,
    })
    expect((await inviting({ studyUrlId })).data).toEqual(data)
  })

  it('shows whether the tenant’s domain has a URL for calls to the product', async () => {
    const { studyUrlId, tenantUrlId } = await addStudy('示例接口', suite.there.tenantId)
    await suite.database.owner
      .updateTable('tenantUrl')
      .set({ apiUrl: 'https://edc.example/api' })
      .where('id', '=', tenantUrlId)
      .execute()
    const { data } = await inviting({ studyUrlId }, suite.there)
    expect(data?.list).toMatchObject([{ name: '示例接口', hasUrl: true, sites: [] }])
  })

  it('is sorted by name, and can be searched by name, code or site', async () => {
    const study = await addStudy('找南')
    await addStudy('找北')
    await addStudy('找安')
    await addSite(study, 'S-7', '云岫院区')
    expect(namesIn(await allowed({ keyWord: '找' }))).toEqual(['找安', '找北', '找南'])
    for (const keyWord of ['代码找南', '云岫', 's-7', '租户的S-7'])
      expect(namesIn(await allowed({ keyWord }))).toEqual(['找南'])
    expect(await allowed({ keyWord: '%' })).toMatchObject({ data: { list: [], totalCount: 0 } })
  })

  it('contains one product, and for invitations only a product with an authorization style', async () => {
    await addStudy('按产品')
    await addStudy('按产品随机', suite.here.tenantId, rtsm)
    const { studyUrlId } = await addStudy('按产品学习', suite.here.tenantId, igcp)
    expect(namesIn(await allowed({ keyWord: '按产品' }))).toEqual(['按产品'])
    expect(namesIn(await inviting({ keyWord: '按产品' }))).toEqual(['按产品', '按产品随机'])
    expect(namesIn(await inviting({ keyWord: '按产品', softId: rtsm }))).toEqual(['按产品随机'])
    expect(namesIn(await inviting({ studyUrlId }))).toEqual([])
    expect(await allowed({ softId: '' })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'softId' }],
    })
  })

  it('contains the caller’s own tenants, or for the platform all tenants or a given one', async () => {
    const { studyUrlId } = await addStudy('两家', suite.there.tenantId)
    await addStudy('两家')
    const { tenantId } = suite.there
    for (const list of [allowed, inviting]) {
      expect(namesIn(await list({ keyWord: '两家' }))).toEqual(['两家'])
      for (const none of ['', '0'])
        expect(namesIn(await list({ keyWord: '两家', tenantId: none }, suite.admin))).toHaveLength(2)
      expect((await list({ keyWord: '两家', tenantId }, suite.admin)).data?.list).toMatchObject([
        { tenantId },
      ])
      for (const beyond of [tenantId, 'nobody'])
        expect(await list({ tenantId: beyond })).toMatchObject({ code: codes.notFound, data: null })
      expect(await list({}, suite.guest)).toMatchObject({ code: codes.forbidden })
    }
    expect(namesIn(await inviting({ studyUrlId }))).toEqual([])
  })

  it('contains the first thousand studies, and indicates that there are more', async () => {
    const { tenantId, tenantUrlId } = await addStudy('千项之外', suite.there.tenantId)
    const many = Array.from({ length: 1001 }, (_, index) => `many-${String(index).padStart(4, '0')}`)
    const names = { planCode: 'P', principal: '方予宁', nameAbbr: 'M', fameFull: 'M' }
    const { owner } = suite.database
    await owner
      .insertInto('study')
      .values(
        many.map((id) => ({
          ...names,
          ...{ tenantId, id, studyName: id, studyCode: id, siteCount: 1, patientCount: 1 },
        })),
      )
      .execute()
    await owner
      .insertInto('studyUrl')
      .values(many.map((id) => ({ tenantId, id, studyId: id, softwareId: edc, tenantUrlId })))
      .execute()
    const { data } = await allowed({ keyWord: 'many-' }, suite.there)
    expect(data?.list.map(({ id }) => id)).toEqual(many.slice(0, 1000))
    expect(data).toMatchObject({ totalCount: 1000, totalExceeded: true })
    const one = await allowed({ keyWord: 'many-1000' }, suite.there)
    expect(one.data).toMatchObject({ list: [{ id: 'many-1000' }], totalCount: 1 })
  })
})
