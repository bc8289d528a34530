import {
  codes,
  invitationSites,
  remoteRoles,
  softwareCodes,
  tenantRoles,
  tenantUserList,
  userTypesOfStudy,
} from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { signedInMember } from '../../../app/test-kit/index.ts'
import { send } from '../../identity/sign-in/test-kit/index.ts'
import {
  addInviterRole,
  answering,
  type Inviting,
  linkStudy,
  newAddress,
  roleId,
  saying,
  startInviting,
  typeId,
} from './test-kit/index.ts'

let inviting: Inviting

beforeAll(async () => {
  inviting = await startInviting()
})

afterAll(() => inviting.close())

beforeEach(() => {
  inviting.product.received.length = 0
  inviting.product.respondWith(answering())
})

describe('what a study offers', () => {
  it('includes its sites, sorted by code', async () => {
    const { suite, edc } = inviting
    const { data } = await send(suite.server, invitationSites, { studyUrlId: edc.studyUrlId }, suite.here)
    expect(data).toEqual([
      { id: edc.siteIds[0], code: '01', name: '示例中心 1' },
      { id: edc.siteIds[1], code: '02', name: '示例中心 2' },
    ])
  })

  it('includes the product’s current roles in the product’s own form, with the authorization style', async () => {
    const { suite, edc, product } = inviting
    const roles = {
      Environments: [{ Id: 1, Name: '{"chs":"生产"}' }],
      RoleInfos: [{ Id: 7, Name: 'CRA', FType: 1 }],
    }
    product.respondWith(saying({ code: 200, data: roles }))
    const response = await send(suite.server, remoteRoles, { studyUrlId: edc.studyUrlId }, suite.here)
    expect(response.data).toEqual({
      authorizationStyle: 2,
      Environments: [{ Id: '1', Name: '{"chs":"生产"}' }],
      RoleInfos: [{ Id: '7', Name: 'CRA', FType: 1 }],
    })
    expect(product.received).toMatchObject([
      { path: expect.stringMatching(/\/atrium\/roles$/), body: { study: { id: edc.studyId } } },
    ])
    product.respondWith(saying({ code: 500, message: '研究未初始化' }))
    expect(await send(suite.server, remoteRoles, { studyUrlId: edc.studyUrlId }, suite.here)).toMatchObject({
      code: codes.productFailed,
      message: '该系统未能处理：研究未初始化',
    })
  })

  it('is requested at the path configured in the link', async () => {
    const { suite, product } = inviting
    const etmf = await inviting.linked(softwareCodes.etmf)
    await suite.database.owner
      .updateTable('studyUrl')
      .set({ roleApiRequest: '/own/roles', roleApiResponse: '/own/people' })
      .where('id', '=', etmf.studyUrlId)
      .execute()
    const trial = { tenantRoles: [{ id: 1, name: 'a' }], studyRoles: [] }
    product.respondWith(saying({ code: 200, data: trial }))
    const response = await send(suite.server, remoteRoles, { studyUrlId: etmf.studyUrlId }, suite.here)
    expect(response.data).toEqual({
      authorizationStyle: 4,
      tenantRoles: [{ id: '1', name: 'a' }],
      studyRoles: [],
      sites: [],
    })
    expect(product.received[0]?.path).toMatch(/\/own\/roles$/)
  })

  it('is not requested at a stored path that climbs or leads to another call', async () => {
    const { suite, product } = inviting
    const etmf = await inviting.linked(softwareCodes.etmf)
    for (const roleApiRequest of ['/own/..;/admin', '/own/%2e%2e/admin', '/atrium/init']) {
      await suite.database.owner
        .updateTable('studyUrl')
        .set({ roleApiRequest })
        .where('id', '=', etmf.studyUrlId)
        .execute()
      const response = await send(suite.server, remoteRoles, { studyUrlId: etmf.studyUrlId }, suite.here)
      expect(response).toMatchObject({ code: codes.productFailed })
    }
    expect(product.received).toEqual([])
  })

  it('reports a missing URL of the study or the tenant', async () => {
    const { suite, edc, tenantId } = inviting
    const roles = (studyUrlId: string, language: 'zh' | 'en' = 'zh') =>
      send(suite.server, remoteRoles, { studyUrlId }, { ...suite.here, language })
    expect(await roles('nobody')).toMatchObject({
      code: codes.notFound,
      message: expect.stringMatching(/^研究未配置 URL/),
    })
    const { softwareId } = edc
    const without = await linkStudy(suite.database, { tenantId, softwareId, apiUrl: '' })
    expect(await roles(without.studyUrlId)).toMatchObject({
      code: codes.conflict,
      message: '租户未配置 URL，请联系管理员',
    })
    expect((await roles(without.studyUrlId, 'en')).message).toBe(
      'Tenant has no URL configured, contact administrator',
    )
    expect(
      await inviting.invite({
        studyUrlId: without.studyUrlId,
        EmailList: [newAddress()],
        userStudyRoles: [{ roleId: 'R1', environmentId: 'E1' }],
      }),
    ).toMatchObject({
      code: codes.conflict,
    })
  })

  it('includes the user types of its tenant', async () => {
    const { suite, edc } = inviting
    const sent = { studyUrlId: edc.studyUrlId, categoryId: '3' }
    const { data } = await send(suite.server, userTypesOfStudy, sent, suite.here)
    expect(data?.list.map(({ id }) => id)).toContain(typeId)
  })

  it('is visible, with the tenant’s members and roles, to users with the screen’s menu', async () => {
    const { suite, tenantId } = inviting
    const person = await signedInMember(suite.database, await addInviterRole(suite))
    expect(await send(suite.server, tenantUserList, {}, person)).toMatchObject({ data: { totalCount: 1 } })
    // A user who may only invite must not see roles that they cannot grant.
    const { data } = await send(suite.server, tenantRoles, {}, person)
    expect(data?.map(({ code }) => code)).not.toContain(roleId)
    expect(await send(suite.server, tenantUserList, { tenantId }, person)).toMatchObject({
      code: codes.notFound,
    })
  })
})
