import { randomUUID } from 'node:crypto'
import {
  codes,
  type InputOf,
  inviteCtms,
  inviteEtmf,
  inviteIwrs,
  maxInvited,
  remoteRoles,
  softwareCodes,
  tenantUserDelete,
} from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { whileLocked } from '../../../../test-support/index.ts'
import { signedInMember } from '../../../app/test-kit/index.ts'
import { tenantMember } from '../../access/index.ts'
import { messagesTo, send } from '../../identity/sign-in/test-kit/index.ts'
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

describe('an invitation', () => {
  it('to EDC authorizes members of the tenant immediately, and delivers their grants to the product', async () => {
    const { addPerson, invite, edc, product, tenantId, authorizationsOf, grantsOf } = inviting
    const one = await addPerson('方予宁')
    const { code, data } = await invite({ userList: [one.id], siteList: [...edc.siteIds] })
    expect({ code, data }).toEqual({
      code: codes.ok,
      data: {
        success: ['方予宁'],
        failure: [],
        outcomes: [{ name: '方予宁', state: 'accepted', reason: '' }],
        retry: { userList: [], EmailList: [] },
      },
    })
    expect((await authorizationsOf(one.id)).map(({ studySiteId }) => studySiteId)).toEqual(
      [...edc.siteIds].toSorted(),
    )
    const role = { roleId: 'R1', roleName: 'CRA', environmentId: 'E1', projectId: '', isBlind: 0 }
    const grants = {
      generalRoleId: 'M1',
      generalRoleName: '',
      roles: [{ ...role, siteIds: [], stockHouseIds: [] }],
      siteIds: edc.siteIds,
      allSites: false,
    }
    expect(await grantsOf(one.id)).toEqual([
      { studyUrlId: edc.studyUrlId, grants, state: 'accepted', message: '', attempts: 0 },
    ])
    expect(product.received).toMatchObject([
      {
        path: expect.stringMatching(/\/atrium\/invitations$/),
        body: { tenantId, studyUrlId: edc.studyUrlId, users: [{ userId: one.userId }], grant: grants },
      },
    ])
  })

  it('authorizes the member to whom an address belongs, and sends an e-mail to any other address', async () => {
    const { suite, addPerson, invite } = inviting
    const [known, other] = [newAddress(), newAddress()]
    const one = await addPerson('温以诺')
    await suite.database.owner
      .updateTable('appUser')
      .set({ email: known, emailKey: known, emailValid: 0 })
      .where('id', '=', one.userId)
      .execute()
    const { data } = await invite({ EmailList: [` ${known} `, other, other] })
    expect(data).toMatchObject({ success: [`${known} (温以诺)`, other], failure: [] })
    // The address of a member authorizes that member without an invitation. An e-mail to a new address grants nothing
    // until it is accepted.
    expect(data?.outcomes.map(({ state }) => state)).toEqual(['accepted', 'sent'])
    expect(await messagesTo(suite.database, known)).toEqual([])
    expect(await messagesTo(suite.database, other)).toMatchObject([{ template: 'invitation' }])
  })

  it('sends an e-mail to an address that a member has not verified, and does not authorize that member', async () => {
    const { suite, addPerson, invite } = inviting
    const address = newAddress()
    const one = await addPerson('温未证')
    await suite.database.owner
      .updateTable('appUser')
      .set({ email: address, emailKey: address, emailValid: 1 })
      .where('id', '=', one.userId)
      .execute()
    const { data } = await invite({ EmailList: [address] })
    expect(data).toMatchObject({ success: [address], failure: [] })
    expect(await messagesTo(suite.database, address)).toMatchObject([{ template: 'invitation' }])
  })

  it('to IWRS is blinded by default, and includes the sites and depots of each role', async () => {
    const { suite, addPerson, tenantId, grantsOf } = inviting
    const rtsm = await inviting.linked(softwareCodes.rtsm)
    const one = await addPerson('药师')
    const [site = ''] = rtsm.siteIds
    const role = { projectId: 'P1', roleId: 'R1', siteList: [site], environmentFlag: '2', status: '1' }
    const sent = (more: object): InputOf<typeof inviteIwrs> => ({
      tenantId,
      studyUrlId: rtsm.studyUrlId,
      userList: [one.id],
      userRole: roleId,
      userTypeId: typeId,
      userRoleList: [role, { projectId: 'P2', roleId: 'R2', stockHouseList: ['S1'], ...more }],
    })
    const save = (more: object = {}) => send(suite.server, inviteIwrs, sent(more), suite.here)
    expect(await save()).toMatchObject({ code: codes.ok, data: { success: ['药师'] } })
    expect(await grantsOf(one.id)).toMatchObject([
      {
        grants: {
          roles: [
            { roleId: 'R1', isBlind: 1, siteIds: [site], stockHouseIds: [], environmentId: '2' },
            { roleId: 'R2', isBlind: 1, siteIds: [], stockHouseIds: ['S1'] },
          ],
          siteIds: [site],
        },
      },
    ])
    expect((await save({ isBlind: 2 })).errors?.map(({ field }) => field)).toEqual(['userRoleList.1.isBlind'])
    expect((await save({ stockHouseList: [] })).errors).toEqual([
      { field: 'userRoleList', message: '每个角色请至少选择一个中心或库房' },
    ])
  })

  it('is audited with each user’s roles and sites, and the unblinding reasons', async () => {
    const { suite, addPerson, tenantId } = inviting
    const rtsm = await inviting.linked(softwareCodes.rtsm)
    const people = [await addPerson('盲态药师'), await addPerson('非盲药师')]
    const [siteId = ''] = rtsm.siteIds
    const reasons = [{ isBlind: 1 }, { isBlind: 0, unblindingReason: '负责药物供应' }] as const
    for (const [index, reason] of reasons.entries()) {
      const role = { projectId: 'P1', roleId: 'R1', siteList: [siteId], stockHouseList: ['S1'], ...reason }
      const sent = {
        ...{ tenantId, studyUrlId: rtsm.studyUrlId, userList: [people[index]?.id ?? ''] },
        ...{ userRole: roleId, userTypeId: typeId, userRoleList: [role] },
      }
      expect((await send(suite.server, inviteIwrs, sent, suite.here)).code).toBe(codes.ok)
    }
    const events = await suite.database.owner
      .selectFrom('auditEvent')
      .select('after')
      .where('entityId', '=', rtsm.studyUrlId)
      .orderBy('sequence')
      .execute()
    expect(events.map(({ after }) => after)).toMatchObject(
      reasons.map((reason, index) => ({
        list: [{ tenantUserId: people[index]?.id }],
        siteIds: [siteId],
        roles: [{ roleId: 'R1', projectId: 'P1', siteIds: [siteId], stockHouseIds: ['S1'], ...reason }],
      })),
    )
  })

  it('to CTMS covers the whole study if it is for all sites, and to eTMF uses eTMF’s own sites', async () => {
    const { suite, addPerson, tenantId, grantsOf, authorizationsOf } = inviting
    const [one, other] = [await addPerson('项目经理'), await addPerson('文档管理员')]
    const ctms = await inviting.linked(softwareCodes.ctms)
    const etmf = await inviting.linked(softwareCodes.etmf)
    const trial = {
      TenantId: tenantId,
      UserRole: roleId,
      UserTypeId: typeId,
      tenantRoleId: 'T1',
      studyRoleId: 'S1',
    }
    const toCtms = { ...trial, studyUrlId: ctms.studyUrlId, UserList: [one.id], SiteList: [...ctms.siteIds] }
    expect(await send(suite.server, inviteCtms, { ...toCtms, allSite: true }, suite.here)).toMatchObject({
      data: { success: ['项目经理'] },
    })
    expect(await authorizationsOf(one.id)).toMatchObject([{ studySiteId: null }])
    expect(await grantsOf(one.id)).toMatchObject([
      { grants: { generalRoleId: 'T1', roles: [{ roleId: 'S1' }], allSites: true } },
    ])
    const toEtmf = { ...trial, studyUrlId: etmf.studyUrlId, UserList: [other.id], SiteList: ['its-own'] }
    expect(await send(suite.server, inviteEtmf, toEtmf, suite.here)).toMatchObject({
      data: { success: ['文档管理员'] },
    })
    expect(await authorizationsOf(other.id)).toMatchObject([{ studySiteId: null }])
    expect(await grantsOf(other.id)).toMatchObject([{ grants: { siteIds: ['its-own'], allSites: false } }])
    expect(await send(suite.server, inviteEtmf, toCtms, suite.here)).toMatchObject({ code: codes.conflict })
  })

  it('names every invalid address, and accepts up to 500 addresses', async () => {
    const { suite, invite } = inviting
    const wrong = ['Capital@a.example', 'no-domain', 'a+b@c.example', 'x@localhost']
    const good = Array.from({ length: maxInvited - wrong.length }, newAddress)
    const { code, errors } = await invite({ EmailList: [...wrong, ...good] })
    expect({ code, errors }).toEqual({
      code: codes.invalid,
      errors: [{ field: 'EmailList', message: `邮箱格式错误，请重新输入：${wrong.join(', ')}` }],
    })
    const all = [...good, ...wrong.map(newAddress)]
    const response = await invite({ EmailList: all })
    expect(response.data?.success).toHaveLength(maxInvited)
    expect(await messagesTo(suite.database, all.at(-1) ?? '')).toHaveLength(1)
    expect((await invite({ EmailList: [...all, newAddress()] })).errors?.map(({ field }) => field)).toEqual([
      'EmailList',
    ])
  })

  it.each<[string, object]>([
    ['userList', {}],
    ['userList', { userList: ['nobody'] }],
    ['userRole', { userRole: '', EmailList: ['a@b.example'] }],
    ['userRole', { userRole: 'nobody', EmailList: ['a@b.example'] }],
    ['userTypeId', { userTypeId: '', EmailList: ['a@b.example'] }],
    ['userTypeId', { userTypeId: 'nobody', EmailList: ['a@b.example'] }],
    ['siteList', { siteList: ['nobody'], EmailList: ['a@b.example'] }],
    ['userStudyRoles', { userStudyRoles: [], EmailList: ['a@b.example'] }],
    ['userPowerRoleId', { userPowerRoleId: '', EmailList: ['a@b.example'] }],
  ])('is rejected at field %s for %j, without any effect', async (field, more) => {
    const { code, errors } = await inviting.invite(more)
    expect({ code, fields: errors?.map((error) => error.field) }).toEqual({
      code: codes.invalid,
      fields: [field],
    })
    expect(await messagesTo(inviting.suite.database, 'a@b.example')).toEqual([])
  })

  it('cannot grant a role with more rights than the inviter’s', async () => {
    const { suite, edc, tenantId, invite } = inviting
    const role = await addInviterRole(suite)
    const { token, userId } = await signedInMember(suite.database, role)
    await suite.database.owner
      .insertInto('tenantUser')
      .values({ tenantId, id: randomUUID(), userId, roleId: role })
      .execute()
    expect(await invite({ EmailList: [newAddress()], studyUrlId: edc.studyUrlId }, { token })).toMatchObject({
      code: codes.forbidden,
    })
    for (const userRole of [role, tenantMember.id])
      expect(await invite({ EmailList: [newAddress()], userRole }, { token })).toMatchObject({
        code: codes.ok,
      })
  })

  it('is rejected if a person, a site or the study’s link is deleted concurrently', async () => {
    const { suite, addPerson, invite } = inviting
    const { database } = suite
    const study = await inviting.linked(softwareCodes.edc)
    const [siteId = '', otherId = ''] = study.siteIds
    const one = await addPerson('辰')
    const { studyUrlId } = study
    const asking = { studyUrlId, userStudyRoles: [{ roleId: 'R1', environmentId: 'E1' }] }
    const deletions: [
      table: 'tenantUser' | 'studySite' | 'studyUrl',
      id: string,
      Parameters<typeof invite>[0],
    ][] = [
      ['tenantUser', one.id, { userList: [one.id] }],
      ['studySite', siteId, { EmailList: [newAddress()], siteList: [siteId, otherId] }],
      ['studyUrl', studyUrlId, { EmailList: [newAddress()] }],
    ]
    for (const [table, id, more] of deletions) {
      const { response } = await whileLocked(
        database,
        (trx) => trx.deleteFrom(table).where('id', '=', id).execute(),
        async (awaited) => {
          const response = invite({ ...asking, ...more })
          await awaited()
          return { response }
        },
      )
      expect(await response).toMatchObject({ code: codes.notFound, data: null })
    }
  })

  it('omits disabled users, and reports that', async () => {
    const { addPerson, invite, authorizationsOf } = inviting
    const [one, off] = [await addPerson('在职'), await addPerson('停用', { enabled: 1 })]
    const { data } = await invite({ userList: [one.id, off.id] })
    expect(data).toMatchObject({
      success: ['在职'],
      failure: ['停用：未授权（该用户在租户中已停用或已到期）'],
    })
    expect(data?.outcomes.map(({ state }) => state).toSorted()).toEqual(['accepted', 'unauthorized'])
    expect(await authorizationsOf(off.id)).toEqual([])
  })

  it('uses the last licence seat once, and withdrawing the invitation frees it', async () => {
    const { suite, addPerson, product } = inviting
    const { tenantId } = suite.there
    const { apiUrl } = product
    const study = await linkStudy(suite.database, { tenantId, softwareId: softwareCodes.edc, apiUrl })
    await suite.database.owner
      .updateTable('tenantSoftware')
      .set({ userEnable: true, maxUser: 1 })
      .where('tenantId', '=', tenantId)
      .execute()
    const invite = () =>
      inviting.invite(
        {
          tenantId,
          studyUrlId: study.studyUrlId,
          EmailList: [newAddress()],
          userStudyRoles: [{ roleId: 'R1', environmentId: 'E1' }],
        },
        suite.there,
      )
    const responses = await Promise.all([invite(), invite(), invite()])
    expect(responses.map(({ code }) => code).toSorted()).toEqual([codes.ok, codes.licence, codes.licence])
    await suite.database.owner
      .updateTable('invitation')
      .set({ status: 'withdrawn' })
      .where('tenantId', '=', tenantId)
      .execute()
    expect(await invite()).toMatchObject({ code: codes.ok })
    expect(await addPerson('别处')).toBeDefined()
  })

  it('does not prevent the removal of a rejected user from the tenant', async () => {
    const { suite, addPerson, invite, product, grantsOf } = inviting
    const one = await addPerson('离职')
    product.respondWith(answering({ [one.userId]: '不行' }))
    await invite({ userList: [one.id] })
    expect(await send(suite.server, tenantUserDelete, { id: one.id }, suite.admin)).toMatchObject({
      code: codes.ok,
    })
    expect(await grantsOf(one.id)).toEqual([])
  })

  it.each([
    ['2000 addresses a day per user', 'userId', 2000, '今天最多邀请 2,000 个邮箱，请明天再试'],
    [
      '5000 addresses a day per tenant, whoever invites',
      'tenantId',
      5000,
      '该租户今天最多邀请 5,000 个邮箱，请明天再试',
    ],
  ] as const)('is limited to %s', async (_what, whose, max, message) => {
    const { suite, invite, addPerson } = inviting
    const id = suite.here[whose]
    const bucket = whose === 'userId' ? `inviting:${id}` : `inviting:tenant:${id}`
    const [address, other] = [newAddress(), newAddress()]
    expect((await invite({ EmailList: [other] })).code).toBe(codes.ok)
    const { owner } = suite.database
    await owner
      .updateTable('rateLimit')
      .set({ used: max })
      .where('bucket', '=', bucket)
      .returning('bucket')
      .executeTakeFirstOrThrow()
    expect(await invite({ EmailList: [address] })).toMatchObject({ code: codes.limitReached, message })
    expect(await messagesTo(suite.database, address)).toEqual([])
    // Members are authorized without an e-mail, so the limit does not apply to them.
    const one = await addPerson('寅')
    expect((await invite({ userList: [one.id] })).code).toBe(codes.ok)
    await owner.deleteFrom('rateLimit').where('bucket', '=', bucket).execute()
  })

  it('does not count towards the limits of a tenant where the caller may not invite', async () => {
    const { suite, invite } = inviting
    const { tenantId } = suite.guest
    expect(await invite({ tenantId, EmailList: [newAddress()] })).toMatchObject({ code: codes.notFound })
    const spent = await suite.database.owner
      .selectFrom('rateLimit')
      .select('bucket')
      .where('bucket', 'like', `%${tenantId}`)
      .execute()
    expect(spent).toEqual([])
  })

  it('is limited to 120 calls to a product per minute, together with requests for its roles', async () => {
    const { suite, edc, product, invite, addPerson } = inviting
    const { owner } = suite.database
    const bucket = `calling:${suite.here.userId}`
    const one = await addPerson('卯')
    await owner
      .updateTable('rateLimit')
      .set({ used: 119, endsAt: new Date(Date.now() + 50_000) })
      .where('bucket', '=', bucket)
      .execute()
    const roles = () => send(suite.server, remoteRoles, { studyUrlId: edc.studyUrlId }, suite.here)
    product.respondWith(saying({ code: 200, data: { Environments: [], RoleInfos: [] } }))
    expect((await roles()).code).toBe(codes.ok)
    expect((await roles()).code).toBe(codes.limitReached)
    expect((await invite({ userList: [one.id] })).code).toBe(codes.limitReached)
    expect(product.received).toHaveLength(1)
    await owner.deleteFrom('rateLimit').where('bucket', '=', bucket).execute()
  })

  it('writes neither key nor link into the audit trail', async () => {
    const { suite, invite } = inviting
    const address = newAddress()
    await invite({ EmailList: [address] })
    const [{ secret } = { secret: '' }] = await messagesTo(suite.database, address)
    const events = await suite.database.owner.selectFrom('auditEvent').selectAll().execute()
    const said = JSON.stringify(events)
    expect(said).toContain(address)
    expect(secret.length).toBeGreaterThan(20)
    expect(said).not.toContain(secret)
  })
})
