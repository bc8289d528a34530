import { randomUUID } from 'node:crypto'
import {
  blinding,
  type Call,
  codes,
  type InputOf,
  invitationList,
  invitationWithdraw,
  inviteIwrs,
  iwrsChanges,
  mailList,
  mailLog,
  mailResend,
  productRefusalList,
  productRefusalRetry,
  rejectionNotices,
  softwareCodes,
  studyUserList,
  studyUserRemove,
  unblindingApprove,
  unblindingDecline,
  unblindingExport,
  unblindingList,
  unblindingWithdraw,
} from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { testServices } from '../../../../test-support/services.ts'
import { signedIn } from '../../../app/test-kit/index.ts'
import { platformAdministrator } from '../../access/index.ts'
import { messagesTo, type Sender, send } from '../../identity/sign-in/test-kit/index.ts'
import { addMessage } from '../../messages/log/test-kit/index.ts'
import {
  accept,
  answering,
  deliverDue,
  type Inviting,
  newAddress,
  rejecting,
  roleId,
  startInviting,
  typeId,
} from './test-kit/index.ts'

let inviting: Inviting
let rtsm: Awaited<ReturnType<Inviting['linked']>>
/** A second administrator of the tenant, who approves. */
let second: Sender & { readonly userId: string; readonly memberId: string }

const owner = () => inviting.suite.database.owner
const here = () => inviting.suite.here
const call = <C extends Call>(made: C, input: InputOf<C>, sender: Sender = second) =>
  send(inviting.suite.server, made, input, sender)

beforeAll(async () => {
  inviting = await startInviting()
  second = await inviting.addAdministrator()
})

afterAll(() => inviting.close())

beforeEach(async () => {
  inviting.product.respondWith(answering())
  inviting.product.offers([])
  rtsm = await inviting.linked(softwareCodes.rtsm)
})

const unblinded = { isBlind: blinding.unblinded, unblindingReason: '负责药物供应' } as const
const blinded = { isBlind: blinding.blinded } as const

type Role = InputOf<typeof inviteIwrs>['userRoleList'][number]

/** Invites people to the study's RTSM, by default unblinded. */
const invitation = (
  to: Partial<InputOf<typeof inviteIwrs>>,
  role: Partial<Role> = unblinded,
): InputOf<typeof inviteIwrs> => ({
  ...{ tenantId: inviting.tenantId, studyUrlId: rtsm.studyUrlId, userRole: roleId, userTypeId: typeId },
  ...to,
  userRoleList: [{ projectId: 'P1', roleId: 'R1', siteList: [rtsm.siteIds[0] ?? ''], ...role }],
})

const invite = (to: Partial<InputOf<typeof inviteIwrs>>, role?: Partial<Role>, sender: Sender = here()) =>
  call(inviteIwrs, invitation(to, role), sender)

/** Returns the register of the study, as somebody sees it. */
async function register(sender: Sender = second) {
  const { data } = await call(unblindingList, { tenantId: inviting.tenantId, limit: 100 }, sender)
  const { studyName } = await owner()
    .selectFrom('study')
    .select('studyName')
    .where('id', '=', rtsm.studyId)
    .executeTakeFirstOrThrow()
  return (data?.list ?? []).filter((row) => row.studyName === studyName)
}

/** Exports the register of the study. */
async function exported(format: InputOf<typeof unblindingExport>['format'], { token = '' }: Sender = second) {
  const { studyName } = await owner()
    .selectFrom('study')
    .select('studyName')
    .where('id', '=', rtsm.studyId)
    .executeTakeFirstOrThrow()
  const response = await fetch(`${inviting.suite.server.api}${unblindingExport.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token, language: 'zh' },
    body: JSON.stringify({ tenantId: inviting.tenantId, keyWord: studyName, format }),
  })
  return Buffer.from(await response.arrayBuffer())
}

/** Requests unblinded access for a new member. @returns the member and the id of the request */
async function requested(name = '林一') {
  const person = await inviting.addPerson(name)
  const { data } = await invite({ userList: [person.id] })
  expect(data?.outcomes).toMatchObject([{ name, state: 'approval' }])
  const [row] = await register()
  return { person, id: row?.id ?? '' }
}

describe('unblinded access', () => {
  it('is only requested: nothing is granted or sent before a second person approves it', async () => {
    const calls = inviting.product.received.length
    const { person } = await requested()
    expect(await inviting.grantsOf(person.id)).toEqual([])
    expect(await inviting.authorizationsOf(person.id)).toEqual([])
    expect(
      inviting.product.received.slice(calls).filter(({ path }) => path.endsWith('/invitations')),
    ).toEqual([])
    expect(await register()).toMatchObject([
      {
        personName: '林一',
        roles: [{ reason: '负责药物供应', siteCount: 1, siteNames: [expect.any(String)] }],
        state: 'requested',
        requesterName: '测试用户',
        deciderName: '',
        beginTime: '',
        mayDecide: true,
        mayWithdraw: false,
      },
    ])
    expect(await register(here())).toMatchObject([{ mayDecide: false, mayWithdraw: true }])
  })

  it('applies once it is approved, and the register shows by whom', async () => {
    const { person, id } = await requested()
    const { data } = await call(unblindingApprove, { id, decisionReason: '同意' })
    expect(data).toEqual({ state: 'accepted', reason: '' })
    expect(inviting.product.received.at(-1)?.body).toMatchObject({
      users: [{ userId: person.userId }],
      grant: { roles: [unblinded] },
    })
    expect(await inviting.authorizationsOf(person.id)).toHaveLength(1)
    const [row] = await register()
    expect(row).toMatchObject({
      state: 'active',
      deciderName: '测试用户',
      decisionReason: '同意',
      endTime: '',
    })
    expect(Date.parse(row?.beginTime ?? '')).not.toBeNaN()
    const held = await owner()
      .selectFrom('productAuthorization')
      .select('grantedBy')
      .where('tenantUserId', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(held.grantedBy).toBe(here().userId)
  })

  it('is audited with who requested and who approved it, and what it grants', async () => {
    const { id } = await requested()
    await call(unblindingApprove, { id })
    const events = await owner()
      .selectFrom('auditEvent')
      .select(['actorId', 'entity', 'after'])
      .where('entityId', 'in', [id, rtsm.studyUrlId])
      .orderBy('sequence')
      .execute()
    expect(events).toMatchObject([
      {
        actorId: here().userId,
        entity: 'product_authorization',
        after: { list: [{ id, state: 'requested' }], roles: [{ unblindingReason: '负责药物供应' }] },
      },
      {
        actorId: second.userId,
        entity: 'unblinding',
        after: { state: 'approved', requestedBy: here().userId, roles: [{ isBlind: 0 }] },
      },
    ])
  })

  it('ends in the register when it is cancelled or replaced', async () => {
    const { person, id } = await requested()
    await call(unblindingApprove, { id })
    await invite(
      { userList: [person.id], replacing: [person.id] },
      { ...unblinded, unblindingReason: '换供应商' },
    )
    const [next] = await register()
    expect(await register()).toMatchObject([{ state: 'requested' }, { state: 'active' }])
    await call(unblindingApprove, { id: next?.id ?? '' })
    expect(await register()).toMatchObject([{ state: 'active' }, { state: 'ended' }])
    const { data } = await call(studyUserList, { studyUrlId: rtsm.studyUrlId })
    await call(studyUserRemove, { ids: (data?.list ?? []).map((row) => row.id) })
    const rows = await register()
    expect(rows).toMatchObject([{ state: 'ended' }, { state: 'ended' }])
    for (const { endTime } of rows) expect(Date.parse(endTime)).not.toBeNaN()
  })

  it('needs no second approval when the same grant is sent again, and a new one when it changes', async () => {
    const { person, id } = await requested()
    await call(unblindingApprove, { id })
    expect((await invite({ userList: [person.id] })).data?.outcomes).toMatchObject([{ state: 'accepted' }])
    const wider = { ...unblinded, stockHouseList: ['S1'] }
    const { data } = await invite({ userList: [person.id], replacing: [person.id] }, wider)
    expect(data?.outcomes).toMatchObject([{ state: 'approval' }])
    expect(await inviting.grantsOf(person.id)).toMatchObject([{ grants: { roles: [{ stockHouseIds: [] }] } }])
  })

  it('is entered in the register even if it was granted without a request', async () => {
    const person = await inviting.addPerson('旧授权')
    const role = { roleId: 'R1', roleName: '药师', siteIds: [], stockHouseIds: [], ...unblinded }
    const grants = JSON.stringify({ generalRoleId: '', roles: [role], siteIds: [], allSites: true })
    const held = { tenantId: inviting.tenantId, studyUrlId: rtsm.studyUrlId, tenantUserId: person.id }
    await owner()
      .insertInto('productAuthorization')
      .values({
        ...held,
        id: randomUUID(),
        language: 'zh',
        batchId: '',
        state: 'accepted',
        grants,
        acceptedGrants: grants,
      })
      .execute()
    expect(await register()).toMatchObject([
      { personName: '旧授权', state: 'active', requesterName: '', deciderName: '', decideTime: '' },
    ])
    await owner().deleteFrom('productAuthorization').where('tenantUserId', '=', person.id).execute()
    expect(await register()).toMatchObject([{ state: 'ended' }])
  })

  it('keeps a person from a blinded role in the study for ever, once it applied', async () => {
    const { person, id } = await requested()
    await call(unblindingApprove, { id })
    const { data } = await call(studyUserList, { studyUrlId: rtsm.studyUrlId })
    await call(studyUserRemove, { ids: (data?.list ?? []).map((row) => row.id) })
    expect(await invite({ userList: [person.id] }, blinded)).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'userRoleList', message: '以下人员曾在该研究中揭盲，不能再持有盲态角色：林一' }],
    })
    expect((await invite({ userList: [person.id] })).data?.outcomes).toMatchObject([{ state: 'approval' }])
  })

  it('keeps a person from a blinded role in the study while it is requested', async () => {
    const { person } = await requested()
    expect(await invite({ userList: [person.id] }, blinded)).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'userRoleList', message: expect.stringContaining('林一') }],
    })
  })
})

describe('an export of the register', () => {
  it('has who asked, who decided and what for, and the sealed events about it', async () => {
    const { person, id } = await requested('=林一')
    await call(unblindingDecline, { id, decisionReason: '不需要' })
    const [titles = '', row = '', ...others] = (await exported('csv')).toString('utf8').split('\r\n')
    expect(titles).toMatch(/^\ufeff人员,状态,研究,/)
    expect(row).toMatch(/^'=林一,已拒绝,/)
    for (const text of ['R1', '负责药物供应', '不需要']) expect(row).toContain(text)
    expect(others).toEqual([''])
    expect((await exported('xlsx')).subarray(0, 2).toString()).toBe('PK')
    expect((await exported('pdf')).subarray(0, 5).toString()).toBe('%PDF-')
    const sealed = (await exported('jsonl')).toString()
    expect(sealed).toContain(person.id)
    expect(sealed).toContain(inviteIwrs.path)
    expect(sealed).toContain(unblindingDecline.path)
    const event = await owner()
      .selectFrom('auditEvent')
      .select(['tenantId', 'after'])
      .where('entity', '=', 'unblinding_export')
      .orderBy('sequence', 'desc')
      .executeTakeFirst()
    expect(event).toMatchObject({ tenantId: inviting.tenantId, after: { format: 'jsonl', count: 1 } })
  })

  it('does not exist for another tenant, or without entries', async () => {
    const notFound = `"code":${codes.notFound}`
    expect((await exported('csv')).toString()).toContain(notFound)
    await requested()
    expect((await exported('csv', inviting.suite.there)).toString()).toContain(notFound)
  })
})

describe('a request for unblinded access', () => {
  it('cannot be approved or declined by whoever made it, or for oneself', async () => {
    const { id } = await requested()
    const refused = { code: codes.forbidden, message: expect.stringContaining('自己') }
    expect(await call(unblindingApprove, { id }, here())).toMatchObject(refused)
    expect(await call(unblindingDecline, { id, decisionReason: '否' }, here())).toMatchObject(refused)
    const person = await inviting.addAdministrator()
    await invite({ userList: [person.memberId] })
    const own = (await register()).find(({ state, mayDecide }) => state === 'requested' && mayDecide)
    expect(await call(unblindingApprove, { id: own?.id ?? '' }, person)).toMatchObject(refused)
    expect((await register(person))[0]).toMatchObject({ mayDecide: false })
    expect((await register()).map(({ state }) => state)).toEqual(['requested', 'requested'])
  })

  it('does not exist for another tenant', async () => {
    const { id } = await requested()
    const { there } = inviting.suite
    for (const made of [unblindingApprove, unblindingDecline, unblindingWithdraw])
      expect((await call(made, { id, decisionReason: '否' }, there)).code).toBe(codes.notFound)
    const { code } = await call(unblindingList, { tenantId: inviting.tenantId }, there)
    expect(code).toBe(codes.notFound)
  })

  it('is declined with a reason, after which it cannot be approved', async () => {
    const { person, id } = await requested()
    expect(await call(unblindingDecline, { id, decisionReason: ' ' })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'decisionReason' }],
    })
    expect((await call(unblindingDecline, { id, decisionReason: '不需要' })).code).toBe(codes.ok)
    expect(await register()).toMatchObject([
      { state: 'declined', decisionReason: '不需要', mayDecide: false },
    ])
    expect((await call(unblindingApprove, { id })).code).toBe(codes.conflict)
    expect(await inviting.grantsOf(person.id)).toEqual([])
  })

  it('is withdrawn by whoever made it, and by a later request', async () => {
    const { person, id } = await requested()
    expect((await call(unblindingWithdraw, { id })).code).toBe(codes.forbidden)
    expect((await call(unblindingWithdraw, { id }, here())).code).toBe(codes.ok)
    await invite({ userList: [person.id] })
    await invite({ userList: [person.id] }, { ...unblinded, unblindingReason: '另一理由' })
    expect((await register()).map(({ state }) => state)).toEqual(['requested', 'withdrawn', 'withdrawn'])
  })

  it('is approved only once', async () => {
    const { id } = await requested()
    const tries = await Promise.all([call(unblindingApprove, { id }), call(unblindingApprove, { id })])
    expect(tries.map(({ code }) => code).toSorted()).toEqual([codes.ok, codes.conflict].toSorted())
  })

  it('ends with the right of whoever made it', async () => {
    const requester = await inviting.addAdministrator()
    const person = await inviting.addPerson('林一')
    await invite({ userList: [person.id] }, unblinded, requester)
    await owner()
      .updateTable('tenantUser')
      .set({ roleId: null })
      .where('id', '=', requester.memberId)
      .execute()
    const [row] = await register()
    expect(await call(unblindingApprove, { id: row?.id ?? '' })).toMatchObject({
      code: codes.conflict,
      message: expect.stringContaining('申请人'),
    })
  })

  it('is rejected for a person who is disabled or has left, or without a licence, and stays open', async () => {
    const { person, id } = await requested()
    const members = owner().updateTable('tenantUser').where('id', '=', person.id)
    await members.set({ enabled: 1 }).execute()
    expect((await call(unblindingApprove, { id })).message).toContain('停用')
    await members.set({ enabled: 0 }).execute()
    const licence = owner().updateTable('tenantSoftware').where('softwareId', '=', softwareCodes.rtsm)
    await licence.set({ isEnable: false }).execute()
    expect((await call(unblindingApprove, { id })).code).toBe(codes.licence)
    await licence.set({ isEnable: true }).execute()
    await owner().deleteFrom('tenantUser').where('id', '=', person.id).execute()
    expect((await call(unblindingApprove, { id })).message).toContain('不在租户中')
    expect(await register()).toMatchObject([{ state: 'requested' }])
  })

  it('is counted on the first page of those who may decide on it', async () => {
    const counts = async (sender: Sender) => {
      const { data } = await call(rejectionNotices, {}, sender)
      return data?.unblinding.map(({ tenantId, count }) => [tenantId, count])
    }
    const before = (await counts(second))?.[0]?.[1] ?? 0
    await requested()
    expect(await counts(second)).toEqual([[inviting.tenantId, Number(before) + 1]])
    expect(await counts(inviting.suite.there)).toEqual([])
  })
})

describe('a mail about unblinded access', () => {
  const mailsTo = async (address: string) =>
    (await messagesTo(inviting.suite.database, address)).filter(({ template }) =>
      template.startsWith('unblinding'),
    )
  /** Adds an administrator with a verified address. */
  const reachable = async () => {
    const person = await inviting.addAdministrator()
    return { ...person, address: await rejecting(inviting).setAddress(person.userId) }
  }

  it('goes to those who may decide, not to the requester, the person or anybody who is blinded', async () => {
    const [requester, approver, person, viewer] = [
      await reachable(),
      await reachable(),
      await reachable(),
      await reachable(),
    ]
    await invite({ userList: [viewer.memberId] }, blinded)
    await invite({ userList: [person.memberId] }, unblinded, requester)
    const [mail] = await mailsTo(approver.address)
    expect(mail).toMatchObject({ template: 'unblindingRequested', tenantId: inviting.tenantId })
    expect(mail?.text).toContain('RTSM')
    for (const other of [requester, person, viewer]) expect(await mailsTo(other.address)).toEqual([])
  })

  it('notifies the requester of the decision', async () => {
    const requester = await reachable()
    const [approved, declined] = [await inviting.addPerson('林一'), await inviting.addPerson('林二')]
    for (const { id } of [approved, declined]) await invite({ userList: [id] }, unblinded, requester)
    for (const { id, personName } of await register())
      await (personName === '林一'
        ? call(unblindingApprove, { id })
        : call(unblindingDecline, { id, decisionReason: '不需要' }))
    const mails = await mailsTo(requester.address)
    expect(mails.map(({ template }) => template).toSorted()).toEqual([
      'unblindingApproved',
      'unblindingDeclined',
    ])
    expect(mails.find(({ template }) => template === 'unblindingDeclined')?.text).toContain('不需要')
  })
})

describe('a request for an invited address', () => {
  const ofAddress = async (address: string) =>
    (await register()).find(({ personName }) => personName === address)

  it.each(['before', 'after'] as const)('can be approved %s the invitation is accepted', async (when) => {
    const address = newAddress()
    expect((await invite({ EmailList: [address] })).data?.outcomes).toMatchObject([
      { state: 'sent', reason: expect.stringContaining('批准') },
    ])
    const id = (await ofAddress(address))?.id ?? ''
    const approve = () => call(unblindingApprove, { id })
    if (when === 'before')
      expect((await approve()).data).toEqual({ state: 'sent', reason: '对方接受邀请后生效' })
    expect((await accept(inviting.suite, address)).code).toBe(codes.ok)
    if (when === 'after') expect(await approve()).toMatchObject({ data: { state: 'accepted' } })
    await inviting.waitPause()
    await deliverDue(testServices(inviting.suite.database))
    expect((await register()).find((row) => row.id === id)).toMatchObject({
      personName: '新人',
      state: 'active',
    })
  })

  it('needs no second approval when the same invitation is sent again', async () => {
    const address = newAddress()
    await invite({ EmailList: [address] })
    await call(unblindingApprove, { id: (await ofAddress(address))?.id ?? '' })
    expect((await invite({ EmailList: [address] })).data?.outcomes).toEqual([
      { name: address, state: 'sent', reason: '' },
    ])
    expect(await register()).toMatchObject([{ personName: address, state: 'approved' }])
  })

  it('cannot be approved once the invitation has expired, and is withdrawn with it', async () => {
    const address = newAddress()
    await invite({ EmailList: [address] })
    const id = (await ofAddress(address))?.id ?? ''
    const expire = (interval: string) =>
      owner()
        .updateTable('invitation')
        .set({ expiresAt: sql<Date>`now() + ${interval}::interval` })
        .where('email', '=', address)
        .execute()
    await expire('-1 day')
    expect((await call(unblindingApprove, { id })).message).toContain('邀请')
    await expire('1 day')
    const { data } = await call(invitationList, { tenantId: inviting.tenantId, keyWord: address }, here())
    expect(data?.list[0]?.studies).toHaveLength(1)
    await call(invitationWithdraw, { id: data?.list[0]?.id ?? '' }, here())
    expect(await ofAddress(address)).toMatchObject({ state: 'withdrawn' })
  })
})

describe('an administrator who is blinded in a study', () => {
  it('sees nothing of who is unblinded there, and cannot approve', async () => {
    const { id } = await requested()
    await call(unblindingApprove, { id })
    const open = await inviting.addPerson('待批准')
    await invite({ userList: [open.id] })
    const viewer = await inviting.addAdministrator()
    const listed = () => call(studyUserList, { studyUrlId: rtsm.studyUrlId }, viewer)
    expect((await listed()).data?.list).toMatchObject([{ isBlind: 0, hidesRoles: false }])
    await invite({ userList: [viewer.memberId] }, blinded)
    for (const row of (await listed()).data?.list ?? [])
      expect(row).toMatchObject({ isBlind: null, roleNames: [], hidesRoles: true })
    expect(await register(viewer)).toEqual([])
    const [request] = await register()
    expect((await call(unblindingApprove, { id: request?.id ?? '' }, viewer)).code).toBe(codes.notFound)
  })

  it('grants blinded roles to people who have nothing there, and learns nothing of those who have', async () => {
    const { person, id } = await requested('非盲药师')
    await call(unblindingApprove, { id })
    const colleague = await inviting.addPerson('盲态监查员')
    await invite({ userList: [colleague.id] }, blinded)
    const viewer = await inviting.addAdministrator()
    await invite({ userList: [viewer.memberId] }, blinded)
    for (const { id, fullName } of [person, colleague]) {
      const sent = { userList: [id], replacing: [id] }
      expect(await invite(sent, blinded, viewer)).toMatchObject({
        code: codes.invalid,
        errors: [{ field: 'userList', message: expect.stringMatching(`已有授权.*${fullName}`) }],
      })
      const { data } = await call(iwrsChanges, invitation({ userList: [id] }, blinded), viewer)
      expect(data?.changes).toEqual([])
    }
    const [open, other] = [await inviting.addPerson('待批准'), await inviting.addPerson('新人')]
    await invite({ userList: [open.id] })
    for (const { id } of [open, other])
      expect((await invite({ userList: [id] }, blinded, viewer)).data?.outcomes).toMatchObject([
        { state: 'accepted' },
      ])
    expect(await invite({ userList: [other.id] }, unblinded, viewer)).toMatchObject({
      code: codes.forbidden,
      message: expect.stringContaining('盲态'),
    })
    const [request] = await register()
    expect(await call(unblindingApprove, { id: request?.id ?? '' })).toMatchObject({
      errors: [{ field: 'id', message: expect.stringContaining('盲态角色') }],
    })
  })

  it('sees no mails about it, even as an administrator of the platform', async () => {
    const { database } = inviting.suite
    const viewer = await signedIn(database, platformAdministrator.id)
    const memberId = randomUUID()
    const member = { tenantId: inviting.tenantId, id: memberId, userId: viewer.userId, roleId }
    await owner().insertInto('tenantUser').values(member).execute()
    const recipient = newAddress()
    const facts = { recipient, template: 'unblindingRequested', state: 'failed' } as const
    const id = await addMessage(database, 'email', facts)
    const list = async () => (await call(mailList, { keyWord: recipient }, viewer)).data
    expect(await list()).toMatchObject({ totalCount: 1, list: [{ id }] })
    await invite({ userList: [memberId] }, blinded)
    expect(await list()).toMatchObject({ totalCount: 0, list: [] })
    expect((await call(mailLog, { id }, viewer)).code).toBe(codes.notFound)
    expect((await call(mailResend, { ids: [id] }, viewer)).code).toBe(codes.notFound)
  })

  it('cannot cancel their own authorization, which would show them who is', async () => {
    const viewer = await inviting.addAdministrator()
    await invite({ userList: [viewer.memberId] }, blinded)
    const { data } = await call(studyUserList, { studyUrlId: rtsm.studyUrlId })
    const ids = (data?.list ?? []).map((row) => row.id)
    expect(await call(studyUserRemove, { ids }, viewer)).toMatchObject({
      code: codes.forbidden,
      message: expect.stringContaining('盲态'),
    })
    expect((await call(studyUserRemove, { ids })).code).toBe(codes.ok)
  })

  it('sees no rejections of RTSM there', async () => {
    const { person, id } = await requested()
    inviting.product.respondWith(answering({ [person.userId]: '项目未启动' }))
    await call(unblindingApprove, { id })
    const list = async (sender: Sender) =>
      (await call(productRefusalList, { tenantId: inviting.tenantId }, sender)).data?.list ?? []
    const [rejected] = await list(second)
    expect(rejected).toMatchObject({ reason: '项目未启动' })
    const viewer = await inviting.addAdministrator()
    inviting.product.respondWith(answering())
    await invite({ userList: [viewer.memberId] }, blinded)
    expect((await list(viewer)).map((row) => row.id)).not.toContain(rejected?.id)
    expect((await call(productRefusalRetry, { id: rejected?.id ?? '' }, viewer)).code).toBe(codes.notFound)
  })
})
