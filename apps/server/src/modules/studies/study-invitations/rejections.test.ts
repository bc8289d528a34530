import { codes, inviteIwrs, softwareCodes } from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { whileLocked } from '../../../../test-support/index.ts'
import { tenantMember } from '../../access/index.ts'
import { messagesTo, send, signInAs } from '../../identity/sign-in/test-kit/index.ts'
import {
  accept,
  addInviterRole,
  answering,
  type Inviting,
  newAddress,
  rejecting,
  roleId,
  saying,
  startInviting,
  typeId,
} from './test-kit/index.ts'

/* Tests for rejections that arrive after the administrator's call has ended. */

let inviting: Inviting
let rejections: ReturnType<typeof rejecting>
/** Mailbox of the inviter. */
let mailbox: string

beforeAll(async () => {
  inviting = await startInviting()
  rejections = rejecting(inviting)
})

afterAll(() => inviting.close())

beforeEach(async () => {
  const { owner } = inviting.suite.database
  inviting.product.respondWith(answering())
  await owner.deleteFrom('productAuthorization').execute()
  await owner.deleteFrom('rateLimit').execute()
  mailbox = await rejections.setAddress(inviting.suite.here.userId)
})

const mails = async (address = mailbox) => {
  const all = await messagesTo(inviting.suite.database, address)
  return all.filter(({ template }) => template === 'productRefused')
}

const studyNameOf = async () => {
  const { studyName } = await inviting.suite.database.owner
    .selectFrom('study')
    .select('studyName')
    .where('id', '=', inviting.edc.studyId)
    .executeTakeFirstOrThrow()
  return studyName
}

describe('a new user whom a product rejects', () => {
  it('is shown to the inviter with the reason: in both lists, on the first page and by one mail', async () => {
    const { suite, tenantId } = inviting
    const { id, address, tenantUserId } = await rejections.rejectedNewcomer()
    expect(await rejections.invitationOf(address)).toMatchObject({
      state: 'refused',
      refusals: [{ id, softName: '电子数据采集系统（EDC）', reason: '培训未完成' }],
      mayDecide: true,
    })
    expect(await rejections.rejectionOf(id)).toMatchObject({
      displayName: '新人',
      email: address,
      reason: '培训未完成',
      keepsEarlier: false,
      grantorName: '测试用户',
      mayDecide: true,
    })
    expect(await rejections.notices(suite.here)).toEqual({
      own: [],
      granted: [{ tenantId, tenantName: expect.any(String), count: 1 }],
      trainings: [],
      unblinding: [],
    })
    await rejections.deliver()
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ language: 'zh', tenantId })
    for (const words of [address, '培训未完成', '电子数据采集系统（EDC）', await studyNameOf()])
      expect(mail?.text).toContain(words)
    // Until an administrator decides, role and data stay unchanged.
    expect(await rejections.roleOf(tenantUserId)).toBe(roleId)
  })

  it('sees product and contact on the first page, but not the reason', async () => {
    const { suite } = inviting
    const newcomer = await rejections.rejectedNewcomer({}, { reason: '内部原因' })
    const sender = await rejections.signIn(newcomer)
    const tenant = { tenantId: inviting.tenantId, tenantName: expect.any(String) }
    const own = { ...tenant, softName: '电子数据采集系统（EDC）', state: 'refused' }
    const notices = await rejections.notices(sender)
    expect(notices).toEqual({
      own: [{ ...own, contactName: '测试用户' }],
      granted: [],
      trainings: [],
      unblinding: [],
    })
    expect(JSON.stringify(notices)).not.toContain('内部原因')
    // Former members and people who were never in the tenant are not named.
    await suite.database.owner
      .updateTable('productAuthorization')
      .set({ grantedBy: suite.there.userId })
      .where('id', '=', newcomer.id)
      .execute()
    expect(await rejections.notices(sender)).toEqual({
      own: [{ ...own, contactName: '' }],
      granted: [],
      trainings: [],
      unblinding: [],
    })
    // The newcomer could send invitations, but cannot decide on their own rejection.
    expect(await rejections.retry(newcomer.id, sender)).toMatchObject({ code: codes.forbidden })
    expect(await rejections.takeBack(newcomer.id, sender)).toMatchObject({ code: codes.forbidden })
    expect((await rejections.list(sender)).find(({ id }) => id === newcomer.id)).toMatchObject({
      mayDecide: false,
    })
  })

  it('sees on the first page that the product’s confirmation is pending', async () => {
    const { suite, invite } = inviting
    const address = newAddress()
    await invite({ EmailList: [address] })
    await accept(suite, address)
    const { userName } = await suite.database.owner
      .selectFrom('appUser')
      .select('userName')
      .where('email', '=', address)
      .executeTakeFirstOrThrow()
    const sender = await rejections.signIn({ userName })
    expect(await rejections.invitationOf(address)).toMatchObject({ state: 'waiting', refusals: [] })
    expect((await rejections.notices(sender))?.own).toMatchObject([{ state: 'waiting' }])
    await rejections.deliver()
    expect(await rejections.invitationOf(address)).toMatchObject({ state: 'accepted', refusals: [] })
    expect(await rejections.notices(sender)).toEqual({ own: [], granted: [], trainings: [], unblinding: [] })
    expect(await mails()).toEqual([])
  })

  it('is found in the list of invitations only by the right state', async () => {
    const { address } = await rejections.rejectedNewcomer()
    const found = await rejections.invitationsIn('refused')
    expect(found).toContain(address)
    for (const state of ['pending', 'waiting', 'accepted', 'expired', 'withdrawn'] as const)
      expect(await rejections.invitationsIn(state)).not.toContain(address)
  })
})

describe('retrying a rejected authorization', () => {
  it('grants what was rejected once the product accepts it, and ends the rejection', async () => {
    const { suite, edc, authorizationsOf, grantsOf } = inviting
    const [site = ''] = edc.siteIds
    const { id, address, tenantUserId } = await rejections.rejectedNewcomer({ siteList: [site] })
    expect(await authorizationsOf(tenantUserId)).toEqual([])
    expect(await rejections.retry(id)).toMatchObject({
      code: codes.ok,
      data: { state: 'accepted', reason: '' },
    })
    expect(await authorizationsOf(tenantUserId)).toEqual([{ studyUrlId: edc.studyUrlId, studySiteId: site }])
    expect(await grantsOf(tenantUserId)).toMatchObject([{ state: 'accepted', message: '' }])
    expect(await rejections.invitationOf(address)).toMatchObject({ state: 'accepted', refusals: [] })
    expect(await rejections.list()).toEqual([])
    expect(await rejections.notices(suite.here)).toEqual({
      own: [],
      granted: [],
      trainings: [],
      unblinding: [],
    })
    // The second click is rejected.
    expect(await rejections.retry(id)).toMatchObject({
      code: codes.conflict,
      message: '该授权已重试或撤回，请刷新列表',
    })
    expect(await rejections.takeBack(id)).toMatchObject({ code: codes.conflict })
  })

  it('reports another rejection immediately, without a mail', async () => {
    const { product } = inviting
    const { id } = await rejections.rejectedNewcomer()
    product.respondWith(saying({ code: codes.invalid, message: '仍未完成' }))
    expect(await rejections.retry(id)).toMatchObject({ data: { state: 'refused', reason: '仍未完成' } })
    expect(await rejections.rejectionOf(id)).toMatchObject({ reason: '仍未完成' })
    expect(await mails()).toHaveLength(1)
  })

  it('waits for a product that is down, and another rejection later sends another mail', async () => {
    const { product, waitPause } = inviting
    const { id, address } = await rejections.rejectedNewcomer()
    product.respondWith((_call, response) => response.destroy())
    expect(await rejections.retry(id)).toMatchObject({
      code: codes.ok,
      data: { state: 'waiting', reason: expect.stringMatching(/./) },
    })
    expect(await rejections.rejectionOf(id)).toBeUndefined()
    expect(await rejections.invitationOf(address)).toMatchObject({ state: 'waiting' })
    expect(await rejections.retry(id)).toMatchObject({ code: codes.conflict })
    await waitPause()
    await rejections.reject('账号被锁定')
    expect(await rejections.rejectionOf(id)).toMatchObject({ reason: '账号被锁定' })
    expect(await mails()).toHaveLength(2)
  })

  it('requests the extended authorization that was rejected, and keeps the earlier one meanwhile', async () => {
    const { addPerson, invite, product, edc, authorizationsOf, grantsOf, waitPause } = inviting
    const [first = '', second = ''] = edc.siteIds
    const person = await addPerson('庚')
    await invite({ userList: [person.id], siteList: [first] })
    product.respondWith((_call, response) => response.destroy())
    await invite({ userList: [person.id], siteList: [first, second], replacing: [person.id] })
    await waitPause()
    await rejections.reject('中心未启动')
    const [rejected] = await rejections.list()
    expect(rejected).toMatchObject({ displayName: '庚', reason: '中心未启动', keepsEarlier: true })
    expect(await authorizationsOf(person.id)).toMatchObject([{ studySiteId: first }])
    expect(await mails()).toHaveLength(1)
    // The user can still enter the product, so there is no notice.
    const token = await signInAs(inviting.suite.server, person.userName)
    expect(await rejections.notices({ token })).toEqual({
      own: [],
      granted: [],
      trainings: [],
      unblinding: [],
    })
    expect(await rejections.retry(rejected?.id ?? '')).toMatchObject({ data: { state: 'accepted' } })
    expect(await authorizationsOf(person.id)).toHaveLength(2)
    expect(await grantsOf(person.id)).toMatchObject([{ grants: { siteIds: [first, second] } }])
  })

  it('succeeds for one of two concurrent calls', async () => {
    const { product, suite } = inviting
    const { id } = await rejections.rejectedNewcomer()
    product.received.length = 0
    const lock = (trx: Parameters<Parameters<typeof whileLocked>[1]>[0]) =>
      trx.selectFrom('productAuthorization').select('id').where('id', '=', id).forUpdate().execute()
    let tries: ReturnType<typeof rejections.retry>[] = []
    await whileLocked(suite.database, lock, async (awaited) => {
      tries = [rejections.retry(id), rejections.retry(id)]
      await awaited()
    })
    const ended = (await Promise.all(tries)).map(({ code }) => code).toSorted()
    expect(ended).toEqual([codes.ok, codes.conflict].toSorted())
    expect(product.received).toHaveLength(1)
  })

  it('is rejected if RTSM cannot be asked for its blinding, or if blinded and unblinded roles would be mixed', async () => {
    const { suite, linked, product, tenantId, addPerson } = inviting
    const { studyUrlId, siteIds } = await linked(softwareCodes.rtsm)
    const person = await addPerson('卯')
    const invite = (isBlind: 0 | 1, whom: { userList?: string[]; EmailList?: string[] }) => {
      const unblindingReason = isBlind === 0 ? '药品管理' : ''
      const role = { projectId: 'P1', roleId: 'R1', siteList: [...siteIds], isBlind, unblindingReason }
      const userRoleList = [role]
      const tenantRole = { userRole: roleId, userTypeId: typeId }
      return send(
        suite.server,
        inviteIwrs,
        { tenantId, studyUrlId, ...tenantRole, userRoleList, ...whom },
        suite.here,
      )
    }
    product.respondWith(answering({ [person.userId]: '项目未启动' }))
    await invite(0, { userList: [person.id] })
    expect(await inviting.approveAll()).toMatchObject([{ data: { state: 'refused', reason: '项目未启动' } }])
    const [rejected] = await rejections.list()
    product.respondWith((_call, response) => response.destroy())
    expect(await rejections.retry(rejected?.id ?? '')).toMatchObject({ code: codes.productFailed })
    product.respondWith(answering())
    // A blinded role is pending for an address that turns out to be the user's own.
    const EmailList = [newAddress()]
    expect(await invite(1, { EmailList })).toMatchObject({ code: codes.ok })
    await suite.database.owner
      .updateTable('appUser')
      .set({ email: EmailList[0], emailKey: EmailList[0], emailValid: 0 })
      .where('id', '=', person.userId)
      .execute()
    expect(await rejections.retry(rejected?.id ?? '')).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'id', message: expect.stringMatching(/盲态/) }],
    })
    expect(await rejections.rejectionOf(rejected?.id ?? '')).toBeDefined()
  })

  it('is rejected for a user who was disabled meanwhile, and without a valid licence', async () => {
    const { owner } = inviting.suite.database
    const { tenantId } = inviting
    const { id, tenantUserId } = await rejections.rejectedNewcomer()
    const enable = (enabled: number) =>
      owner.updateTable('tenantUser').set({ enabled }).where('id', '=', tenantUserId).execute()
    await enable(1)
    expect(await rejections.retry(id)).toMatchObject({
      code: codes.conflict,
      message: expect.stringMatching(/停用/),
    })
    await enable(0)
    const licence = (state: { readonly isEnable: boolean }) =>
      owner
        .updateTable('tenantSoftware')
        .set(state)
        .where('tenantId', '=', tenantId)
        .where('softwareId', '=', softwareCodes.edc)
        .execute()
    await licence({ isEnable: false })
    expect(await rejections.retry(id)).toMatchObject({ code: codes.licence })
    await licence({ isEnable: true })
    expect(await rejections.rejectionOf(id)).toBeDefined()
  })
})

describe('taking back a rejected authorization', () => {
  it('ends the authorization, and the tenant role if it had no other reason', async () => {
    const { grantsOf } = inviting
    const { id, address, tenantUserId, userName } = await rejections.rejectedNewcomer()
    expect(await rejections.takeBack(id)).toMatchObject({ code: codes.ok, message: '授权已撤回' })
    expect(await rejections.roleOf(tenantUserId)).toBeNull()
    expect(await grantsOf(tenantUserId)).toEqual([])
    expect(await rejections.list()).toEqual([])
    expect(await rejections.invitationOf(address)).toMatchObject({ state: 'accepted', refusals: [] })
    expect(await rejections.notices(await rejections.signIn({ userName }))).toEqual({
      own: [],
      granted: [],
      trainings: [],
      unblinding: [],
    })
    expect(await rejections.takeBack(id)).toMatchObject({ code: codes.notFound })
    expect(await rejections.retry(id)).toMatchObject({ code: codes.notFound })
  })

  it('keeps the role of a user with another rejected product until that is taken back too', async () => {
    const { suite, linked, invite } = inviting
    const second = await linked(softwareCodes.edc)
    const address = newAddress()
    await invite({ EmailList: [address] })
    await invite({
      EmailList: [address],
      studyUrlId: second.studyUrlId,
      userStudyRoles: [{ roleId: 'R1', environmentId: 'E1', roleName: 'CRA', studyId: second.studyId }],
    })
    await accept(suite, address)
    await rejections.reject()
    const shown = await rejections.invitationOf(address)
    expect(shown).toMatchObject({ state: 'refused', refusals: [{}, {}] })
    const { tenantUserId } = await suite.database.owner
      .selectFrom('productAuthorization')
      .select('tenantUserId')
      .where('id', '=', shown?.refusals[0]?.id ?? '')
      .executeTakeFirstOrThrow()
    await rejections.takeBack(shown?.refusals[0]?.id ?? '')
    expect(await rejections.roleOf(tenantUserId ?? '')).toBe(roleId)
    await rejections.takeBack(shown?.refusals[1]?.id ?? '')
    expect(await rejections.roleOf(tenantUserId ?? '')).toBeNull()
  })

  it.each<[string, (tenantUserId: string) => Promise<unknown>]>([
    [
      'is in a department',
      async (tenantUserId) => {
        const { owner } = inviting.suite.database
        const { tenantId } = inviting
        await owner
          .insertInto('department')
          .values({ tenantId, id: tenantUserId, departmentName: tenantUserId })
          .execute()
        await owner
          .insertInto('departmentUser')
          .values({ tenantId, departmentId: tenantUserId, tenantUserId })
          .execute()
      },
    ],
    [
      'was given another role since',
      (tenantUserId) =>
        inviting.suite.database.owner
          .updateTable('tenantUser')
          .set({ roleId: tenantMember.id })
          .where('id', '=', tenantUserId)
          .execute(),
    ],
  ])('keeps the role of a user who %s', async (_what, keep) => {
    const { id, tenantUserId } = await rejections.rejectedNewcomer()
    await keep(tenantUserId)
    const before = await rejections.roleOf(tenantUserId)
    expect(await rejections.takeBack(id)).toMatchObject({ code: codes.ok })
    expect(await rejections.roleOf(tenantUserId)).toBe(before)
  })

  it('keeps the role of a member who was authorized directly, and grants accepted earlier', async () => {
    const { addPerson, invite, product, edc, grantsOf, waitPause } = inviting
    const [first = '', second = ''] = edc.siteIds
    const person = await addPerson('辛', { roleId })
    await invite({ userList: [person.id], siteList: [first] })
    product.respondWith((_call, response) => response.destroy())
    await invite({ userList: [person.id], siteList: [second], replacing: [person.id] })
    await waitPause()
    await rejections.reject()
    const [rejected] = await rejections.list()
    expect(await rejections.takeBack(rejected?.id ?? '')).toMatchObject({ code: codes.ok })
    expect(await rejections.list()).toEqual([])
    expect(await rejections.roleOf(person.id)).toBe(roleId)
    expect(await grantsOf(person.id)).toMatchObject([
      { state: 'accepted', message: '', grants: { siteIds: [first] } },
    ])
  })

  it('is rejected if the role to be ended has more rights than the caller’s', async () => {
    const { suite } = inviting
    const inviter = await inviting.addPerson('壬', { roleId: await addInviterRole(suite) })
    const token = await signInAs(suite.server, inviter.userName)
    const { id, tenantUserId } = await rejections.rejectedNewcomer()
    expect(await rejections.takeBack(id, { token })).toMatchObject({ code: codes.forbidden })
    expect(await rejections.roleOf(tenantUserId)).toBe(roleId)
    expect(await rejections.rejectionOf(id)).toBeDefined()
  })
})

it('hides rejections from administrators of other tenants', async () => {
  const { suite, tenantId } = inviting
  const { id } = await rejections.rejectedNewcomer()
  expect(await rejections.retry(id, suite.there)).toMatchObject({ code: codes.notFound })
  expect(await rejections.takeBack(id, suite.there)).toMatchObject({ code: codes.notFound })
  expect(await rejections.list(suite.there)).toEqual([])
  expect(await rejections.notices(suite.there)).toEqual({
    own: [],
    granted: [],
    trainings: [],
    unblinding: [],
  })
  expect(await rejections.notices(suite.guest)).toEqual({
    own: [],
    granted: [],
    trainings: [],
    unblinding: [],
  })
  expect(await rejections.notices(suite.here)).toMatchObject({ granted: [{ tenantId }] })
})

describe('the rejection mail', () => {
  it('is in the grantor’s language', async () => {
    const { here } = inviting.suite
    const address = await rejections.setAddress(here.userId, { language: 'en' })
    await rejections.rejectedNewcomer()
    const [mail] = await mails(address)
    expect(mail).toMatchObject({ language: 'en', text: expect.stringContaining('refused what you granted') })
    await rejections.setAddress(here.userId, { language: 'zh' })
  })

  it('is not sent to an unverified address, or to a user who may no longer grant access', async () => {
    const { suite } = inviting
    const unverified = await rejections.setAddress(suite.here.userId, { verified: false })
    await rejections.rejectedNewcomer()
    expect(await mails(unverified)).toEqual([])

    const left = await inviting.addPerson('癸', { roleId })
    const address = await rejections.setAddress(left.userId)
    const sender = { token: await signInAs(suite.server, left.userName) }
    const person = await inviting.addPerson('子')
    inviting.product.respondWith((_call, response) => response.destroy())
    await inviting.invite({ userList: [person.id] }, sender)
    await suite.database.owner.deleteFrom('tenantUser').where('id', '=', left.id).execute()
    await inviting.waitPause()
    await rejections.reject()
    expect(await mails(address)).toEqual([])
    expect(await rejections.list()).toHaveLength(2)
  })

  it('is sent once for all users rejected in a call, names the first ten, and respects the mailbox’s limit', async () => {
    const { addPeople, invite, product, waitPause, suite } = inviting
    const people = await addPeople(12)
    product.respondWith((_call, response) => response.destroy())
    await invite({ userList: people.map(({ id }) => id) })
    await waitPause()
    await rejections.reject()
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.text.match(/@hospital\.example/g)).toHaveLength(10)
    expect(mail?.text).toContain('共 12 人')

    await suite.database.owner
      .insertInto('rateLimit')
      .values({ bucket: `caused:${mailbox}`, used: 30, endsAt: sql<Date>`now() + interval '1 hour'` })
      .onConflict((conflict) => conflict.column('bucket').doUpdateSet({ used: 30 }))
      .execute()
    await rejections.rejectedNewcomer()
    expect(await mails()).toHaveLength(1)
    expect(await rejections.list()).toHaveLength(13)
  })

  it('is not sent for rejections that the inviter sees immediately', async () => {
    const { addPerson, invite, product } = inviting
    const person = await addPerson('丑')
    product.respondWith(answering({ [person.userId]: '培训未完成' }))
    expect((await invite({ userList: [person.id] })).data).toMatchObject({
      failure: ['丑：产品已拒绝（培训未完成）'],
    })
    expect(await rejections.list()).toMatchObject([{ displayName: '丑', reason: '培训未完成' }])
    expect(await mails()).toEqual([])
  })

  it('is also sent for deliveries given up after a day', async () => {
    const { addPerson, invite, product, waitPause, suite } = inviting
    const person = await addPerson('寅')
    product.respondWith((_call, response) => response.destroy())
    await invite({ userList: [person.id] })
    await suite.database.owner
      .updateTable('productAuthorization')
      .set({ waitingSince: sql<Date>`now() - interval '2 days'` })
      .execute()
    await waitPause()
    await rejections.deliver()
    expect(await rejections.list()).toMatchObject([
      { displayName: '寅', reason: expect.stringMatching(/一天之内/) },
    ])
    expect(await mails()).toHaveLength(1)
  })
})
