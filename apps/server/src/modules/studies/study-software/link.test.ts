import { codes, softwareCodes } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type StudySoftware, startStudySoftware } from './test-kit/index.ts'

const { edc, rtsm, ctms, igcp } = softwareCodes

let kit: StudySoftware

beforeAll(async () => {
  kit = await startStudySoftware()
})

afterAll(() => kit.suite.close())

describe('linking a study with a product', () => {
  it('requires a domain of the study’s own tenant, for a product with authorization per study', async () => {
    const studyId = await kit.addStudy()
    const foreign = await kit.domain(edc, kit.suite.there.tenantId)
    for (const tenantUrlId of ['nothing', foreign])
      expect(await kit.save({ studyId, tenantUrlId })).toMatchObject({
        code: codes.invalid,
        errors: [{ field: 'tenantUrlId', message: '域名不存在，请重新选择' }],
      })
    // Even the platform, which can access both tenants, cannot use a domain of another tenant.
    expect((await kit.save({ studyId, tenantUrlId: foreign }, kit.suite.admin)).errors).toMatchObject([
      { field: 'tenantUrlId' },
    ])
    await kit.license(igcp)
    expect((await kit.save({ studyId, tenantUrlId: await kit.domain(igcp) })).errors).toEqual([
      { field: 'tenantUrlId', message: '该软件不按研究授权，不能配置到研究' },
    ])
    expect(await kit.save({ studyId, tenantUrlId: '' })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'tenantUrlId', message: '请选择域名！' }],
    })
  })

  it('is rejected for a study of another tenant and for an unknown study', async () => {
    const theirs = await kit.addStudy('别人的研究', kit.suite.there, kit.suite.there.tenantId)
    const tenantUrlId = await kit.domain(edc)
    for (const studyId of [theirs, 'nobody'])
      expect(await kit.save({ studyId, tenantUrlId })).toMatchObject({ code: codes.notFound })
  })

  it('is possible once, and further links to the same product are rejected', async () => {
    const studyId = await kit.addStudy()
    await kit.link(studyId, edc)
    expect(await kit.save({ studyId, tenantUrlId: await kit.domain(edc) })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'tenantUrlId', message: '该研究已配置此软件，请刷新后查看' }],
    })
    const another = await kit.addStudy()
    const tenantUrlId = await kit.domain(edc)
    const responses = await Promise.all([1, 2, 3, 4].map(() => kit.save({ studyId: another, tenantUrlId })))
    expect(responses.map(({ code }) => code).toSorted()).toEqual([200, 422, 422, 422])
  })

  it('is possible for the platform in any tenant, under that tenant’s licence', async () => {
    const foreign = kit.suite.there.tenantId
    const studyId = await kit.addStudy('别人的研究', kit.suite.there, foreign)
    const tenantUrlId = await kit.domain(edc, foreign)
    expect(await kit.save({ studyId, tenantUrlId }, kit.suite.admin)).toMatchObject({ code: codes.licence })
    await kit.license(edc, {}, foreign)
    expect(await kit.save({ studyId, tenantUrlId }, kit.suite.admin)).toMatchObject({ code: codes.ok })
  })

  it.each([
    'atrium/roles',
    '//evil.example/roles',
    'https://evil.example/roles',
    '/atrium/../admin',
    '/atrium/./roles',
    '/atrium/%2e%2e/admin',
    '/v2/..;/admin',
    '/v2/..;a=b/admin',
    '/v2/roles;a=b',
    '/v2/..%2fadmin',
    '/v2/..',
    '/atrium/init',
    '/Atrium/init/',
    '/v2/atrium/init',
    '/atrium',
    '/roles?token=secret',
    '/roles#part',
    '/atrium roles',
    '/atrium\\roles',
    '/',
    '/角色',
  ])('rejects the path %p', async (path) => {
    const studyId = await kit.addStudy()
    const tenantUrlId = await kit.domain(edc)
    const paths = { roleApiRequest: path, roleApiResponse: path }
    expect((await kit.save({ studyId, tenantUrlId, ...paths })).errors).toEqual([
      { field: 'roleApiRequest', message: expect.stringMatching(/^角色查询接口须为以 \/ 开头的路径/) },
      { field: 'roleApiResponse', message: expect.stringMatching(/^用户授权接口须为以 \/ 开头的路径/) },
    ])
  })

  it('allows a reserved path only for its own call', async () => {
    const [studyId, tenantUrlId] = [await kit.addStudy(), await kit.domain(edc)]
    const usual = { roleApiRequest: '/atrium/roles', roleApiResponse: '/atrium/invitations' }
    const swapped = { roleApiRequest: usual.roleApiResponse, roleApiResponse: usual.roleApiRequest }
    expect((await kit.save({ studyId, tenantUrlId, ...swapped })).errors).toMatchObject([
      { field: 'roleApiRequest' },
      { field: 'roleApiResponse' },
    ])
    expect(await kit.save({ studyId, tenantUrlId, ...usual })).toMatchObject({ code: codes.ok })
  })

  it('allows paths of at most 500 characters', async () => {
    const [studyId, tenantUrlId] = [await kit.addStudy(), await kit.domain(edc)]
    const roleApiRequest = `/${'a'.repeat(499)}`
    expect(
      (await kit.save({ studyId, tenantUrlId, roleApiRequest: `${roleApiRequest}a` })).errors,
    ).toMatchObject([{ field: 'roleApiRequest' }])
    expect(await kit.save({ studyId, tenantUrlId, roleApiRequest })).toMatchObject({ code: codes.ok })
  })
})

describe('changing a link', () => {
  it('can move it to another domain of the same product, even if the licence is full or invalid', async () => {
    const studyId = await kit.addStudy()
    const id = await kit.link(studyId, rtsm)
    await kit.license(rtsm, { isEnable: false, studyEnable: true, maxStudy: 1 })
    const tenantUrlId = await kit.domain(rtsm)
    const change = { id, studyId, tenantUrlId, roleApiRequest: '/v2/roles', rowVersion: 1 }
    expect(await kit.save(change)).toMatchObject({ code: codes.ok, data: id })
    expect(await kit.softwareOf(studyId, rtsm)).toMatchObject({
      tenantUrlId,
      roleApiRequest: '/v2/roles',
      rowVersion: 2,
    })
    expect(await kit.save({ ...change, roleApiRequest: '/v3/roles' })).toMatchObject({
      code: codes.conflict,
      changes: [
        { field: 'tenantUrlId' },
        { field: 'roleApiRequest', current: '/v2/roles' },
        { field: 'rowVersion', current: 2 },
      ],
    })
    await kit.license(rtsm)
  })

  it('cannot change its study or product', async () => {
    const studyId = await kit.addStudy()
    const id = await kit.link(studyId, edc)
    expect((await kit.save({ id, studyId, tenantUrlId: await kit.domain(ctms) })).errors).toEqual([
      { field: 'tenantUrlId', message: '所选域名属于另一个软件，请选择同一软件的域名' },
    ])
    expect(
      (await kit.save({ id, studyId: await kit.addStudy(), tenantUrlId: await kit.domain(edc) })).errors,
    ).toEqual([{ field: 'studyId', message: '研究不能修改' }])
  })

  it('is not possible for another tenant’s link', async () => {
    const id = await kit.link(await kit.addStudy(), edc)
    const foreign = kit.suite.there.tenantId
    const studyId = await kit.addStudy('别人的研究', kit.suite.there, foreign)
    const input = { id, studyId, tenantUrlId: await kit.domain(edc, foreign) }
    expect(await kit.save(input, kit.suite.there)).toMatchObject({ code: codes.notFound })
    // Even the platform cannot move a link into another tenant's study.
    expect((await kit.save(input, kit.suite.admin)).errors?.map(({ field }) => field)).toEqual(['studyId'])
  })
})
