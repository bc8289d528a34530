import { randomUUID } from 'node:crypto'
import {
  accessRequestApprove,
  accessRequestAsk,
  accessRequestDecline,
  accessRequestList,
  accessRequestNotices,
  accessRequestRules,
  accessRequestRulesSave,
  accessRequestWithdraw,
  askableOptions,
  askableStudies,
  blinding,
  type Call,
  codes,
  type InputOf,
  inviteIwrs,
  maxOpenRequests,
  ownAccessRequests,
  softwareCodes,
  unblindingApprove,
  unblindingList,
} from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { testServices } from '../../../test-support/services.ts'
import { messagesTo, type Sender, send } from '../identity/sign-in/test-kit/index.ts'
import {
  answering,
  type Inviting,
  roleId,
  startInviting,
  typeId,
} from '../studies/study-invitations/test-kit/index.ts'
import { accessRequestReminder } from './index.ts'

let inviting: Inviting
let rtsm: Awaited<ReturnType<Inviting['linked']>>
/** A member of the tenant without menus. */
let person: Awaited<ReturnType<Inviting['addAdministrator']>>

const owner = () => inviting.suite.database.owner
const here = () => inviting.suite.here
const call = <C extends Call>(made: C, input: InputOf<C>, sender: Sender = person) =>
  send(inviting.suite.server, made, input, sender)

const edcRoles = {
  Environments: [{ Id: 'E1', Name: 'PROD' }],
  RoleInfos: [
    { Id: 'M1', Name: '模块用户', FType: 1 },
    { Id: 'R1', Name: 'CRA', FType: 2 },
    { Id: 'R2', Name: 'DM', FType: 2 },
  ],
}

const project = {
  Id: 'P1',
  ProjectName: 'P1',
  EnvironmentFlag: 'PROD',
  Status: '1',
  RoleList: [
    { Id: 'B1', Name: '监查员', IsBlind: blinding.blinded },
    { Id: 'U1', Name: '药师', IsBlind: blinding.unblinded },
  ],
  StockHouseList: [{ Id: 'S1', Name: '中心药房' }],
}

const open = (scope: 'none' | 'own' | 'all') =>
  owner()
    .insertInto('accessRequestRule')
    .values({ tenantId: inviting.tenantId, id: inviting.tenantId, scope, days: 14 })
    .onConflict((conflict) => conflict.columns(['tenantId', 'id']).doUpdateSet({ scope }))
    .execute()

beforeAll(async () => {
  inviting = await startInviting()
  rtsm = await inviting.linked(softwareCodes.rtsm)
})

afterAll(() => inviting.close())

beforeEach(async () => {
  inviting.product.respondWith(answering())
  inviting.product.offersRoles(edcRoles)
  inviting.product.offers([project])
  await open('all')
  person = await inviting.addAdministrator('guests')
})

const wanted = () => ({
  generalRoleId: 'M1',
  environmentId: 'E1',
  roleId: 'R1',
  siteIds: [inviting.edc.siteIds[0] ?? ''],
})

const ask = (more: Partial<InputOf<typeof accessRequestAsk>> = {}, sender: Sender = person) =>
  call(
    accessRequestAsk,
    { studyUrlId: inviting.edc.studyUrlId, ...wanted(), reason: '接替监查', ...more },
    sender,
  )

const mine = async (sender: Sender = person) => (await call(ownAccessRequests, {}, sender)).data?.list ?? []

/** Asks for access. @returns the id of the request */
async function asked(more: Partial<InputOf<typeof accessRequestAsk>> = {}): Promise<string> {
  expect(await ask(more)).toMatchObject({ code: codes.ok })
  return (await mine())[0]?.id ?? ''
}

const approve = (
  id: string,
  more: Partial<InputOf<typeof accessRequestApprove>> = {},
  sender: Sender = here(),
) => call(accessRequestApprove, { id, ...wanted(), ...more }, sender)

const decline = (id: string, sender: Sender = here()) =>
  call(accessRequestDecline, { id, decisionReason: '已有其他人员' }, sender)

const forRtsm = (more: object = {}) => ({
  ...{ studyUrlId: rtsm.studyUrlId, generalRoleId: '', environmentId: '' },
  ...{ projectId: 'P1', roleId: 'B1', siteIds: [rtsm.siteIds[0] ?? ''], stockHouseIds: ['S1'] },
  ...more,
})

const listed = async (sender: Sender = here(), more: object = {}) =>
  (await call(accessRequestList, { tenantId: inviting.tenantId, limit: 100, ...more }, sender)).data?.list ??
  []

describe('the studies for which a person may ask', () => {
  const studies = async (sender: Sender = person) =>
    (await call(askableStudies, { limit: 100 }, sender)).data?.list.map(({ studyUrlId }) => studyUrlId) ?? []

  it('are those in which the person has access, unless the tenant opens all or none', async () => {
    const { studyUrlId, studyId } = inviting.edc
    expect(await studies()).toContain(studyUrlId)
    await open('own')
    expect(await studies()).toEqual([])
    expect(await call(askableOptions, { studyUrlId })).toMatchObject({ code: codes.notFound })
    expect(await ask()).toMatchObject({ code: codes.notFound })
    await owner()
      .insertInto('studyUser')
      .values({
        ...{ tenantId: inviting.tenantId, id: randomUUID(), studyUrlId, tenantUserId: person.memberId },
      })
      .execute()
    expect(await studies()).toEqual([studyUrlId])
    expect(studyId).not.toBe('')
    await open('none')
    expect(await studies()).toEqual([])
  })

  it('are those of active memberships only', async () => {
    await owner().updateTable('tenantUser').set({ enabled: 1 }).where('id', '=', person.memberId).execute()
    expect(await studies()).toEqual([])
    expect(await ask()).toMatchObject({ code: codes.notFound })
    expect(await studies(inviting.suite.there)).not.toContain(inviting.edc.studyUrlId)
  })

  it('come with their sites and the roles of the product', async () => {
    const { data } = await call(askableOptions, { studyUrlId: inviting.edc.studyUrlId })
    expect(data?.sites.map(({ id }) => id)).toEqual(inviting.edc.siteIds)
    expect(data?.roles.RoleInfos).toEqual(edcRoles.RoleInfos)
  })
})

describe('a request', () => {
  it('has the names that the product has for its roles, and is recorded', async () => {
    const id = await asked({ accessUntil: '2099-12-31' })
    expect(await mine()).toMatchObject([
      {
        ...{ id, state: 'requested', reason: '接替监查', mayDecide: false, granted: null },
        wanted: {
          ...{ generalRoleName: '模块用户', roleName: 'CRA', allSites: false, accessUntil: '2099-12-31' },
          siteNames: ['示例中心 1'],
        },
      },
    ])
    const events = await owner()
      .selectFrom('auditEvent')
      .select(['tenantId', 'actorId', 'studyId', 'after'])
      .where('entityId', '=', id)
      .execute()
    expect(events).toMatchObject([
      {
        ...{ tenantId: inviting.tenantId, actorId: person.userId, studyId: inviting.edc.studyId },
        after: { state: 'requested', reason: '接替监查', roles: [{ roleId: 'R1' }] },
      },
    ])
  })

  it.each([
    [{ generalRoleId: '' }, 'generalRoleId'],
    [{ generalRoleId: 'R1' }, 'generalRoleId'],
    [{ environmentId: 'E2' }, 'environmentId'],
    [{ roleId: 'M1' }, 'roleId'],
    [{ siteIds: ['nowhere'] }, 'siteIds'],
    [{ accessUntil: '2020-01-01' }, 'accessUntil'],
    [{ reason: ' ' }, 'reason'],
  ])('is rejected with %o', async (more, field) => {
    expect(await ask(more)).toMatchObject({ code: codes.invalid, errors: [{ field }] })
  })

  it.each([
    [{ projectId: 'P2' }, 'projectId'],
    [{ stockHouseIds: ['S2'] }, 'stockHouseIds'],
    [{ siteIds: [], stockHouseIds: [] }, 'siteIds'],
    [{ isBlind: blinding.unblinded, unblindingReason: '配药' }, 'isBlind'],
    [{ roleId: 'U1', isBlind: blinding.unblinded }, 'unblindingReason'],
  ])('for RTSM is rejected with %o', async (more, field) => {
    const rejected = await ask(forRtsm(more))
    expect(rejected.code).toBe(codes.invalid)
    expect(rejected.errors?.map((error) => error.field)).toContain(field)
  })

  it('is the only open one for its study and product, also if two arrive at once', async () => {
    const responses = await Promise.all([ask(), ask()])
    expect(responses.map(({ code }) => code).toSorted()).toEqual([codes.ok, codes.conflict].toSorted())
    expect(await mine()).toHaveLength(1)
  })

  it('is rejected beyond the number of open ones, of which ended ones are none', async () => {
    const { tenantId } = inviting
    const add = async (count: number, linked: () => Promise<string>) => {
      for (let added = 0; added < count; added += 1)
        await owner()
          .insertInto('accessRequest')
          .values({
            ...{ tenantId, id: randomUUID(), studyUrlId: await linked(), studyId: '', studyName: '' },
            ...{ studyCode: '', softwareId: '', personName: '', reason: '' },
            ...{ userId: person.userId, tenantUserId: person.memberId },
            wanted: '{"generalRoleId":"","roles":[],"siteIds":[],"allSites":true}',
            expiresAt: sql<Date>`now() + interval '1 day'`,
          })
          .execute()
    }
    await add(maxOpenRequests, async () => randomUUID())
    expect((await mine()).every(({ state }) => state === 'ended')).toBe(true)
    await asked()
    await add(maxOpenRequests - 1, async () => (await inviting.linked(softwareCodes.edc, 0)).studyUrlId)
    expect(await ask(forRtsm())).toMatchObject({ code: codes.conflict })
  })

  it('is withdrawn by the person only, who may ask again', async () => {
    const id = await asked()
    expect(await call(accessRequestWithdraw, { id }, here())).toMatchObject({ code: codes.notFound })
    expect(await call(accessRequestWithdraw, { id })).toMatchObject({ code: codes.ok })
    expect(await call(accessRequestWithdraw, { id })).toMatchObject({ code: codes.conflict })
    expect(await approve(id)).toMatchObject({ code: codes.conflict })
    await asked()
    expect((await mine()).map(({ state }) => state)).toEqual(['requested', 'withdrawn'])
  })
})

describe('a decision', () => {
  it('grants what was asked for, with the product’s response and one event', async () => {
    const id = await asked()
    expect(await approve(id, { decisionReason: '已核对' })).toMatchObject({
      ...{ code: codes.ok, data: { state: 'accepted', reason: '' } },
    })
    expect(await inviting.authorizationsOf(person.memberId)).toMatchObject([
      { studyUrlId: inviting.edc.studyUrlId, studySiteId: inviting.edc.siteIds[0] },
    ])
    expect(await inviting.grantsOf(person.memberId)).toMatchObject([
      { state: 'accepted', grants: { generalRoleId: 'M1', roles: [{ roleId: 'R1', roleName: 'CRA' }] } },
    ])
    expect(await mine()).toMatchObject([
      { state: 'approved', decisionReason: '已核对', granted: { roleId: 'R1' } },
    ])
    const events = await owner()
      .selectFrom('auditEvent')
      .select(['entity', 'actorId'])
      .where('call', '=', accessRequestApprove.path)
      .where('entityId', '=', id)
      .execute()
    expect(events).toEqual([{ entity: 'access_request', actorId: here().userId }])
  })

  it('may change role, sites and period', async () => {
    const id = await asked()
    const changed = { roleId: 'R2', siteIds: [], accessUntil: '2099-01-01' }
    expect(await approve(id, changed)).toMatchObject({ code: codes.ok })
    expect(await inviting.authorizationsOf(person.memberId)).toMatchObject([{ studySiteId: null }])
    expect(await mine()).toMatchObject([
      {
        wanted: { roleName: 'CRA', allSites: false },
        granted: { roleName: 'DM', allSites: true, accessUntil: '2099-01-01' },
      },
    ])
  })

  it('leaves the request open if the licence has no seat, and counts the seat otherwise', async () => {
    const id = await asked()
    const limit = (userEnable: boolean, maxUser: number) =>
      owner()
        .updateTable('tenantSoftware')
        .set({ userEnable, maxUser })
        .where('tenantId', '=', inviting.tenantId)
        .where('softwareId', '=', softwareCodes.edc)
        .execute()
    await limit(true, 1)
    expect(await approve(id)).toMatchObject({ code: codes.licence })
    await limit(false, 1)
    expect(await mine()).toMatchObject([{ state: 'requested' }])
    expect(await inviting.authorizationsOf(person.memberId)).toEqual([])
    expect(await approve(id)).toMatchObject({ code: codes.ok })
  })

  it('replaces what the person has only if the approver confirms it', async () => {
    await approve(await asked())
    const id = await asked({ roleId: 'R2' })
    const { present } = (await listed()).find((row) => row.id === id) ?? {}
    expect(present).toMatchObject([{ roleName: 'CRA', siteNames: ['示例中心 1'] }])
    expect(await mine()).toMatchObject([{ present: [] }, { present: [] }])
    expect(await approve(id, { roleId: 'R2' })).toMatchObject({
      ...{ code: codes.invalid, errors: [{ field: 'replacing' }] },
    })
    expect(await approve(id, { roleId: 'R2', replacing: true })).toMatchObject({ code: codes.ok })
    expect(await inviting.grantsOf(person.memberId)).toMatchObject([
      { grants: { roles: [{ roleId: 'R2' }] } },
    ])
  })

  it('keeps a request that the product rejects among the rejections', async () => {
    const id = await asked()
    inviting.product.respondWith(answering({ [person.userId]: '培训未完成' }))
    expect(await approve(id)).toMatchObject({ data: { state: 'refused', reason: '培训未完成' } })
    expect(await mine()).toMatchObject([{ state: 'approved' }])
  })

  it('declines with a reason, of which the person is notified by mail', async () => {
    const email = `${randomUUID()}@hospital.example`
    await owner()
      .updateTable('appUser')
      .set({ email, emailKey: email, emailValid: 0 })
      .where('id', '=', person.userId)
      .execute()
    const id = await asked()
    expect(await call(accessRequestDecline, { id, decisionReason: '' }, here())).toMatchObject({
      ...{ code: codes.invalid, errors: [{ field: 'decisionReason' }] },
    })
    expect(await decline(id)).toMatchObject({ code: codes.ok })
    expect(await mine()).toMatchObject([{ state: 'declined', decisionReason: '已有其他人员' }])
    expect(await messagesTo(inviting.suite.database, email)).toMatchObject([{ template: 'accessDeclined' }])
    expect(await ask()).toMatchObject({ code: codes.ok })
  })

  it('is made by one of two approvers', async () => {
    const second = await inviting.addAdministrator()
    const id = await asked()
    const responses = await Promise.all([approve(id), approve(id, {}, second), decline(id, second)])
    expect(responses.filter(({ code }) => code === codes.ok)).toHaveLength(1)
    expect(responses.filter(({ code }) => code === codes.conflict)).toHaveLength(2)
  })

  it('is never the person’s own, nor that of an account with the same contact', async () => {
    const administrator = await inviting.addAdministrator()
    await ask({}, administrator)
    const [request] = await mine(administrator)
    const id = request?.id ?? ''
    expect(await approve(id, {}, administrator)).toMatchObject({ code: codes.forbidden })
    expect(await decline(id, administrator)).toMatchObject({ code: codes.forbidden })
    const second = await inviting.addAdministrator()
    for (const { userId } of [administrator, second])
      await owner().updateTable('appUser').set({ phone: '13900001111' }).where('id', '=', userId).execute()
    expect(await approve(id, {}, second)).toMatchObject({ code: codes.forbidden })
    expect((await listed(second)).find((row) => row.id === id)).toMatchObject({ mayDecide: false })
    expect((await listed()).find((row) => row.id === id)).toMatchObject({ mayDecide: true })
  })

  it('is not made for somebody who has left or is disabled, or for a study without the product', async () => {
    const id = await asked()
    const enable = (enabled: number) =>
      owner().updateTable('tenantUser').set({ enabled }).where('id', '=', person.memberId).execute()
    await enable(1)
    expect(await approve(id)).toMatchObject({ code: codes.conflict })
    expect(await mine()).toMatchObject([{ state: 'ended' }])
    await enable(0)
    const other = await inviting.linked(softwareCodes.edc)
    expect(await ask({ studyUrlId: other.studyUrlId, siteIds: [] })).toMatchObject({ code: codes.ok })
    await owner().deleteFrom('studyUrl').where('id', '=', other.studyUrlId).execute()
    const [gone] = await mine()
    expect(gone).toMatchObject({ state: 'ended' })
    expect(await approve(gone?.id ?? '')).toMatchObject({ code: codes.conflict })
  })

  it('is not made in another tenant', async () => {
    const id = await asked()
    const { there } = inviting.suite
    expect(await approve(id, {}, there)).toMatchObject({ code: codes.notFound })
    expect(await decline(id, there)).toMatchObject({ code: codes.notFound })
    expect(await call(accessRequestList, { tenantId: inviting.tenantId }, there)).toMatchObject({
      code: codes.notFound,
    })
  })
})

describe('a request for RTSM', () => {
  it('gives unblinded access only after a second person approved it in the register', async () => {
    const role = { roleId: 'U1', isBlind: blinding.unblinded, unblindingReason: '配药' }
    const id = await asked(forRtsm(role))
    const { studyUrlId: _, ...approved } = forRtsm(role)
    expect(await approve(id, approved)).toMatchObject({ data: { state: 'approval' } })
    expect(await inviting.grantsOf(person.memberId)).toEqual([])
    const register = await call(unblindingList, { tenantId: inviting.tenantId, state: 'requested' }, here())
    const request = register.data?.list.find(({ mayWithdraw }) => mayWithdraw)
    expect(await call(unblindingApprove, { id: request?.id ?? '' }, here())).toMatchObject({
      code: codes.forbidden,
    })
    const second = await inviting.addAdministrator()
    expect(await call(unblindingApprove, { id: request?.id ?? '' }, second)).toMatchObject({
      data: { state: 'accepted' },
    })
    expect(await inviting.grantsOf(person.memberId)).toMatchObject([{ state: 'accepted' }])
  })

  it('is not shown to an approver who is blinded in the study', async () => {
    const blind = await inviting.addAdministrator()
    const role = { projectId: 'P1', roleId: 'B1', siteList: [rtsm.siteIds[0] ?? ''] }
    await call(
      inviteIwrs,
      {
        ...{ tenantId: inviting.tenantId, studyUrlId: rtsm.studyUrlId, userRole: roleId, userTypeId: typeId },
        ...{ userList: [blind.memberId], userRoleList: [role] },
      },
      here(),
    )
    const id = await asked(forRtsm())
    expect((await listed(blind)).map((row) => row.id)).not.toContain(id)
    expect((await listed()).map((row) => row.id)).toContain(id)
    const { studyUrlId: _, ...approved } = forRtsm()
    expect(await approve(id, approved, blind)).toMatchObject({ code: codes.notFound })
    expect(await decline(id, blind)).toMatchObject({ code: codes.notFound })
  })
})

describe('notices', () => {
  it('count the requests that the approver may answer, and say who may ask', async () => {
    const countOf = async (sender: Sender) =>
      (await call(accessRequestNotices, {}, sender)).data?.open.find(
        ({ tenantId }) => tenantId === inviting.tenantId,
      )?.count ?? 0
    const before = await countOf(here())
    expect((await call(accessRequestNotices, {})).data).toEqual({ mayAsk: true, hasAsked: false, open: [] })
    const id = await asked()
    expect(await countOf(here())).toBe(before + 1)
    expect((await call(accessRequestNotices, {})).data).toMatchObject({ hasAsked: true, open: [] })
    await decline(id)
    expect(await countOf(here())).toBe(before)
  })

  it('are mailed once when the request is new and once before it expires, and end with it', async () => {
    const approver = await inviting.addAdministrator()
    const email = `${randomUUID()}@hospital.example`
    await owner()
      .updateTable('appUser')
      .set({ email, emailKey: email, emailValid: 0 })
      .where('id', '=', approver.userId)
      .execute()
    const services = testServices(inviting.suite.database)
    const run = () =>
      accessRequestReminder.run({ services, params: '', signal: new AbortController().signal } as never)
    const mails = async () => (await messagesTo(inviting.suite.database, email)).length
    const expire = (days: number) =>
      owner()
        .updateTable('accessRequest')
        .set({ expiresAt: sql<Date>`now() + make_interval(days => ${days})` })
        .where('id', '=', id)
        .execute()
    const id = await asked()
    await run()
    await run()
    expect(await mails()).toBe(1)
    await expire(2)
    await run()
    await run()
    expect(await mails()).toBe(2)
    await expire(-1)
    expect(await mine()).toMatchObject([{ state: 'expired' }])
    expect(await approve(id)).toMatchObject({ code: codes.conflict })
    await run()
    const row = await owner()
      .selectFrom('accessRequest')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row).toEqual({ state: 'expired' })
    const event = await owner()
      .selectFrom('auditEvent')
      .select(['actorId', 'after'])
      .where('entityId', '=', id)
      .where('call', '=', '')
      .executeTakeFirst()
    expect(event).toMatchObject({ actorId: null, after: { state: 'expired' } })
    expect(await ask()).toMatchObject({ code: codes.ok })
  })
})

describe('the rules of a tenant', () => {
  it('are the default until they are saved, and apply to later requests', async () => {
    const { there } = inviting.suite
    const id = there.tenantId
    expect((await call(accessRequestRules, { id }, there)).data).toEqual({
      ...{ id, scope: 'own', days: 14, rowVersion: 0 },
    })
    const save = (more: object) => call(accessRequestRulesSave, { id, scope: 'all', days: 5, ...more }, there)
    expect(await save({ rowVersion: 0 })).toMatchObject({ code: codes.ok })
    expect((await call(accessRequestRules, { id }, there)).data).toMatchObject({ scope: 'all', days: 5 })
    expect(await save({ days: 91 })).toMatchObject({ code: codes.invalid, errors: [{ field: 'days' }] })
    expect(await save({ scope: 'some' })).toMatchObject({ code: codes.invalid, errors: [{ field: 'scope' }] })
    expect(await save({ days: 6, rowVersion: 1 })).toMatchObject({ code: codes.ok })
    expect(await save({ days: 7, rowVersion: 1 })).toMatchObject({ code: codes.conflict })
    expect(await call(accessRequestRulesSave, { id, scope: 'all', days: 5 }, here())).toMatchObject({
      code: codes.notFound,
    })
  })
})
