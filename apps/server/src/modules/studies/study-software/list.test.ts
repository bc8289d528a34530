import { codes, globalTenantId, type InputOf, softwareCodes, studyLinkList } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Sender, send } from '../../identity/sign-in/test-kit/index.ts'
import { type StudySoftware, startStudySoftware } from './test-kit/index.ts'

const { edc, rtsm, ctms, etmf } = softwareCodes

let kit: StudySoftware

beforeAll(async () => {
  kit = await startStudySoftware()
})

afterAll(() => kit.suite.close())

describe('the studies and their products', () => {
  it('have one entry for every product with authorization per study, in the products’ configured order', async () => {
    const studyId = await kit.addStudy()
    const study = (await kit.list()).find(({ id }) => id === studyId)
    expect(study?.softList.map(({ softId }) => softId)).toEqual([edc, rtsm, ctms, etmf])
    expect(study?.tenantName).not.toBe('')
    expect(study?.softList[0]).toEqual({
      id: '',
      softId: edc,
      softName: '电子数据采集系统（EDC）',
      tenantUrlId: '',
      urlName: '',
      roleApiRequest: '',
      roleApiResponse: '',
      rowVersion: 0,
      refusal: '',
    })
    const [first] = await kit.list({}, { ...kit.suite.here, language: 'en' })
    expect(first?.softList[0]?.softName).toBe('Electronic Data Capture (EDC)')
  })

  it('show saved changes immediately', async () => {
    const studyId = await kit.addStudy()
    const tenantUrlId = await kit.domain(ctms)
    const paths = { roleApiRequest: '/api/v2/roles', roleApiResponse: '/api/v2/users' }
    const { data } = await kit.save({ studyId, tenantUrlId, softName: 'CTMS', ...paths })
    expect(await kit.softwareOf(studyId, ctms)).toMatchObject({
      id: String(data),
      tenantUrlId,
      urlName: tenantUrlId,
      ...paths,
      rowVersion: 1,
      refusal: '',
    })
    expect(await kit.softwareOf(studyId, edc)).toMatchObject({ id: '' })
  })

  it('can be searched by name, codes and sponsor, and are paged and sorted, newest first by default', async () => {
    const ids: string[] = []
    for (const name of ['丙检索研究', '甲检索研究', '乙检索研究']) ids.push(await kit.addStudy(name))
    const found = async (input: InputOf<typeof studyLinkList>) =>
      (await kit.list({ keyWord: '检索研究', ...input })).map(({ studyName }) => studyName[0])
    expect(await found({})).toEqual(['乙', '甲', '丙'])
    expect(await found({ sortBy: 'studyName' })).toEqual(['丙', '甲', '乙'])
    expect(await found({ limit: 2, page: 2 })).toEqual(['丙'])
    const [latest] = await kit.list({ keyWord: '检索研究' })
    expect(await found({ keyWord: latest?.studyCode ?? 'none' })).toEqual(['乙'])
    expect((await kit.list({ keyWord: '没有这样的研究' })).length).toBe(0)
  })

  it('are those of the caller’s tenants, all for the platform, or those of one tenant', async () => {
    const foreign = kit.suite.there.tenantId
    const [own, theirs] = [await kit.addStudy(), await kit.addStudy('别人的研究', kit.suite.there, foreign)]
    const idsFor = async (input: object, sender: Sender) =>
      (await kit.list(input, sender)).map(({ id }) => id)
    expect(await idsFor({}, kit.suite.here)).not.toContain(theirs)
    for (const all of ['', globalTenantId])
      expect(await idsFor({ tenantId: all }, kit.suite.admin)).toEqual(expect.arrayContaining([own, theirs]))
    expect(await idsFor({ tenantId: foreign }, kit.suite.admin)).toEqual([theirs])
    const asked = await send(kit.suite.server, studyLinkList, { tenantId: foreign }, kit.suite.here)
    expect(asked.code).toBe(codes.notFound)
  })

  it('show why a product cannot be linked today, with the same message as the rejection', async () => {
    const studyId = await kit.addStudy()
    const tenantUrlId = await kit.domain(etmf)
    for (const language of ['zh', 'en'] as const) {
      const sender = { ...kit.suite.here, language }
      const { code, message } = await kit.save({ studyId, tenantUrlId }, sender)
      expect(code).toBe(codes.licence)
      expect((await kit.softwareOf(studyId, etmf, sender)).refusal).toBe(message)
    }
  })
})
