import {
  codes,
  findRegistration,
  type InputOf,
  invitationList,
  invitationResend,
  invitationWithdraw,
  licenceList,
} from '@atrium/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { sql, type Transaction } from 'kysely'
import { whileLocked } from '../../../../test-support/index.ts'
import { testServices } from '../../../../test-support/services.ts'
import { type Person, signedInMember } from '../../../app/test-kit/index.ts'
import type { Database } from '../../../platform/database/index.ts'
import { messagesTo, secretSentTo, send, signInAs } from '../../identity/sign-in/test-kit/index.ts'
import {
  accept,
  addInviterRole,
  deliverDue,
  type Inviting,
  joined,
  linkStudy,
  newAddress,
  roleId,
  startInviting,
} from '../../studies/study-invitations/test-kit/index.ts'

let inviting: Inviting

beforeAll(async () => {
  inviting = await startInviting()
})

afterAll(() => inviting.close())

beforeEach(async () => {
  await inviting.suite.database.owner.deleteFrom('rateLimit').execute()
})

const list = async (input: Partial<InputOf<typeof invitationList>> = {}, sender?: Person) => {
  const { suite, tenantId } = inviting
  return send(suite.server, invitationList, { tenantId, ...input }, sender ?? suite.here)
}

/** Returns the invitation of an address from the list. */
const shownOf = async (address: string) => {
  const [shown] = (await list({ keyWord: address })).data?.list ?? []
  if (!shown) throw new Error(`no invitation of ${address} is listed`)
  return shown
}

const invited = async (more: Parameters<Inviting['invite']>[0] = {}) => {
  const address = newAddress()
  expect(await inviting.invite({ EmailList: [address], ...more })).toMatchObject({ code: codes.ok })
  return address
}

const idOf = async (address: string) => (await shownOf(address)).id
const withdraw = (id: string, sender: Person = inviting.suite.here) =>
  send(inviting.suite.server, invitationWithdraw, { id }, sender)
const resend = (id: string, sender: Person = inviting.suite.here) =>
  send(inviting.suite.server, invitationResend, { id }, sender)

/** Makes an invitation older. */
const age = (address: string, interval: string) =>
  inviting.suite.database.owner
    .updateTable('invitation')
    .set({ expiresAt: sql<Date>`expires_at - ${interval}::interval` })
    .where('email', '=', address)
    .execute()

const rowsOf = async (id: string) => {
  const { owner } = inviting.suite.database
  const count = async (table: 'studyUser' | 'productAuthorization') =>
    (await owner.selectFrom(table).select('id').where('invitationId', '=', id).execute()).length
  return [await count('studyUser'), await count('productAuthorization')]
}

const eventsOf = (id: string) =>
  inviting.suite.database.owner
    .selectFrom('auditEvent')
    .select(['call', 'actorId', 'tenantId', 'before', 'after'])
    .where('entityId', '=', id)
    .orderBy('id')
    .execute()

/** Returns the number of used EDC user seats in a tenant. */
const used = async (tenantId = inviting.tenantId) => {
  const { suite, edc } = inviting
  const { data } = await send(
    suite.server,
    licenceList,
    { tenantId, softwareId: edc.softwareId },
    suite.admin,
  )
  return data?.list[0]?.nowUserNum
}

/** Adds a signed-in member of the tenant with a role. */
const colleague = async (name: string, role: string) => {
  const person = await inviting.addPerson(name, { roleId: role })
  return { ...person, token: await signInAs(inviting.suite.server, person.userName) }
}

describe('the list of invitations', () => {
  it('shows role, studies, inviter and expiry, newest first', async () => {
    const { suite, edc } = inviting
    const [first, last] = [await invited(), await invited({ siteList: [...edc.siteIds] })]
    const { data } = await list({ limit: 2 })
    expect(data?.list.map(({ email }) => email)).toEqual([last, first])
    const { id, createTime, expireTime, ...shown } = await shownOf(last)
    const study = { softName: '电子数据采集系统（EDC）', studyName: expect.any(String) }
    const user = suite.database.owner.selectFrom('appUser').select('fullName')
    const { fullName } = await user.where('id', '=', suite.here.userId).executeTakeFirstOrThrow()
    expect(shown).toEqual({
      email: last,
      roleName: '租户管理员',
      studies: [study],
      studyCount: 1,
      inviterName: fullName,
      state: 'pending',
      ...{ accessFrom: '', accessUntil: '', accessState: 'current' },
      refusal: '',
      refusals: [],
      mayDecide: true,
      mayResend: true,
    })
    expect(Date.parse(expireTime) - Date.parse(createTime)).toBe(7 * 86_400_000)
    expect(id).not.toBe('')
  })

  it('shows every state, and the studies of closed invitations', async () => {
    const { suite } = inviting
    const [pending, accepted, expired, withdrawn] = [
      await invited(),
      await invited(),
      await invited(),
      await invited(),
    ]
    expect(await accept(suite, accepted)).toMatchObject({ code: codes.ok })
    expect(await shownOf(accepted)).toMatchObject({ state: 'waiting' })
    await deliverDue(testServices(suite.database))
    await age(expired, '8 days')
    await withdraw(await idOf(withdrawn))
    for (const [state, address] of Object.entries({ pending, accepted, expired, withdrawn })) {
      expect(await shownOf(address)).toMatchObject({ state, studyCount: 1, studies: [{}] })
      const { data } = await list({ state: state as 'pending', limit: 1000 })
      const shown = data?.list.map(({ email }) => email) ?? []
      expect(shown.filter((email) => [pending, accepted, expired, withdrawn].includes(email))).toEqual([
        address,
      ])
      expect(new Set(data?.list.map((one) => one.state))).toEqual(new Set([state]))
    }
  })

  it('finds a mistyped address by any part of it, regardless of case', async () => {
    const address = newAddress()
    const mistyped = address.replace('hospital', 'hospitla')
    await inviting.invite({ EmailList: [address, mistyped] })
    expect((await list({ keyWord: 'HOSPITLA.example' })).data?.list).toMatchObject([{ email: mistyped }])
    expect((await list({ keyWord: 'nobody@hospitla' })).data).toMatchObject({ list: [], totalCount: 0 })
  })

  it('shows one of the caller’s tenants, to users with one of its menus', async () => {
    const { suite, tenantId } = inviting
    const address = await invited()
    expect(await list({ tenantId }, suite.there)).toMatchObject({ code: codes.notFound })
    expect(await list({ tenantId: '0' }, suite.admin)).toMatchObject({ code: codes.notFound })
    expect(await list({ tenantId }, suite.guest)).toMatchObject({ code: codes.forbidden })
    const own = await list({ tenantId: suite.there.tenantId, keyWord: address }, suite.there)
    expect(own.data?.list).toEqual([])
  })
})

describe('withdrawing an invitation', () => {
  it('invalidates its link and deletes its pending authorizations', async () => {
    const { suite, tenantId, edc } = inviting
    const address = await invited({ siteList: [...edc.siteIds] })
    const id = await idOf(address)
    const before = await used()
    expect(await rowsOf(id)).toEqual([2, 1])
    expect(await withdraw(id)).toMatchObject({ code: codes.ok, message: '邀请已撤回' })
    expect(await rowsOf(id)).toEqual([0, 0])
    expect(await used()).toBe((before ?? 0) - 1)
    expect(await accept(suite, address)).toMatchObject({
      code: codes.badCode,
      message: '邀请已被撤回，请联系邀请方',
    })
    const [event] = await eventsOf(id)
    expect(event).toMatchObject({
      call: invitationWithdraw.path,
      actorId: suite.here.userId,
      tenantId,
      before: { status: 'pending', email: address },
      after: { status: 'withdrawn', studyUrlIds: [edc.studyUrlId] },
    })
    expect(JSON.stringify(event)).not.toContain('keyHash')
  })

  it('frees the last licence seat immediately', async () => {
    const { suite, product, edc } = inviting
    const { tenantId } = suite.there
    const authorized = await linkStudy(suite.database, { ...edc, tenantId, apiUrl: product.apiUrl })
    await suite.database.owner
      .updateTable('tenantSoftware')
      .set({ userEnable: true, maxUser: 1 })
      .where('tenantId', '=', tenantId)
      .execute()
    const role = { roleId: 'R1', environmentId: 'E1', roleName: 'CRA', studyId: authorized.studyId }
    const input = { tenantId, studyUrlId: authorized.studyUrlId, userStudyRoles: [role] }
    const [first, second] = [newAddress(), newAddress()]
    const inviteThere = (address: string) => inviting.invite({ ...input, EmailList: [address] }, suite.there)
    expect(await inviteThere(first)).toMatchObject({ code: codes.ok })
    expect(await inviteThere(second)).toMatchObject({ code: codes.licence })
    const { data } = await list({ tenantId }, suite.there)
    expect(await withdraw(data?.list[0]?.id ?? '', suite.there)).toMatchObject({ code: codes.ok })
    expect(await inviteThere(second)).toMatchObject({ code: codes.ok })
    // An expired invitation frees its seat too, and needs one again when it is resent.
    await age(second, '8 days')
    expect(await used(tenantId)).toBe(0)
    expect(await inviteThere(first)).toMatchObject({ code: codes.ok })
    const expired = await list({ tenantId, state: 'expired' }, suite.there)
    const again = () => resend(expired.data?.list[0]?.id ?? '', suite.there)
    expect(await again()).toMatchObject({ code: codes.licence })
    const { data: open } = await list({ tenantId, state: 'pending' }, suite.there)
    await withdraw(open?.list[0]?.id ?? '', suite.there)
    expect(await again()).toMatchObject({ code: codes.ok })
    expect(await used(tenantId)).toBe(1)
  })

  it('is rejected a second time, and after an acceptance', async () => {
    const { suite } = inviting
    const [once, accepted] = [await invited(), await invited()]
    const id = await idOf(once)
    const responses = await Promise.all([withdraw(id), withdraw(id), withdraw(id)])
    expect(responses.map(({ code }) => code).sort()).toEqual([codes.ok, codes.conflict, codes.conflict])
    expect(await withdraw(id)).toMatchObject({ code: codes.conflict, message: '该邀请已被撤回' })
    expect(await eventsOf(id)).toHaveLength(1)
    await accept(suite, accepted)
    expect(await withdraw(await idOf(accepted))).toMatchObject({
      code: codes.conflict,
      message: '该邀请已被接受，不能再撤回或重新发送',
    })
    expect(await joined(suite, accepted)).toHaveLength(1)
  })

  it('and accepting it concurrently have one winner, and the other call gets a clear error', async () => {
    const { suite } = inviting
    const address = await invited()
    const id = await idOf(address)
    const lock = (trx: Transaction<Database>) =>
      trx.selectFrom('invitation').select('id').where('id', '=', id).forUpdate().execute()
    const responses = await whileLocked(suite.database, lock, async (awaited) => {
      const withdrawing = withdraw(id)
      await awaited()
      return { both: Promise.all([withdrawing, accept(suite, address)]) }
    })
    const [withdrawn, accepted] = await responses.both
    const done = [withdrawn.code, accepted.code].filter((code) => code === codes.ok)
    expect(done).toHaveLength(1)
    expect([codes.ok, codes.conflict]).toContain(withdrawn.code)
    expect([codes.ok, codes.badCode]).toContain(accepted.code)
    expect(await joined(suite, address)).toHaveLength(accepted.code === codes.ok ? 1 : 0)
  })

  it('returns 404 for an invitation of another tenant', async () => {
    const { suite } = inviting
    const id = await idOf(await invited())
    expect(await withdraw(id, suite.there)).toMatchObject({ code: codes.notFound })
    expect(await resend(id, suite.there)).toMatchObject({ code: codes.notFound })
    expect(await withdraw(id, suite.guest)).toMatchObject({ code: codes.forbidden })
    expect(await withdraw(id, suite.admin)).toMatchObject({ code: codes.ok })
  })
})

const replaced = '邀请已重新发送，此链接已被新链接取代，请打开最近一封邀请邮件中的链接'

describe('sending an invitation again', () => {
  it('creates a new link and a new expiry, and makes the caller its inviter', async () => {
    const { suite } = inviting
    const inviter = await colleague('前任', roleId)
    const address = newAddress()
    await inviting.invite({ EmailList: [address] }, inviter)
    const old = await secretSentTo(suite.database, address)
    await age(address, '8 days')
    await suite.database.owner.deleteFrom('tenantUser').where('id', '=', inviter.id).execute()
    const id = await idOf(address)
    expect(await resend(id)).toMatchObject({ code: codes.ok, message: '邀请已重新发送' })
    expect(await messagesTo(suite.database, address)).toHaveLength(2)
    expect(await accept(suite, address, old)).toMatchObject({ code: codes.badCode, message: replaced })
    expect(await shownOf(address)).toMatchObject({ state: 'pending', refusal: '', studyCount: 1 })
    const [event] = await eventsOf(id)
    expect(event).toMatchObject({
      actorId: suite.here.userId,
      before: { invitedBy: inviter.userId },
      after: { invitedBy: suite.here.userId, status: 'pending' },
    })
    expect(await accept(suite, address)).toMatchObject({ code: codes.ok })
    const [one] = await joined(suite, address)
    expect(await inviting.authorizationsOf(one?.id ?? '')).toHaveLength(1)
    expect(await resend(id)).toMatchObject({ code: codes.conflict })
    const used = { code: codes.conflict, message: '该邀请已被接受，请直接登录' }
    expect(await accept(suite, address, old)).toMatchObject(used)
  })

  it('makes every former link report that a newer one replaced it, or the final state of the invitation', async () => {
    const { suite } = inviting
    const address = await invited()
    const id = await idOf(address)
    const links = [await secretSentTo(suite.database, address)]
    const again = [() => resend(id), () => inviting.invite({ EmailList: [address] })]
    for (const send of again) {
      await age(address, '7 hours')
      expect(await send()).toMatchObject({ code: codes.ok })
      links.push(await secretSentTo(suite.database, address))
    }
    expect(new Set(links).size).toBe(3)
    const [first = '', second = '', latest = ''] = links
    const find = (key: string) => send(suite.server, findRegistration, { key })
    for (const key of [first, second])
      expect(await find(key)).toMatchObject({ code: codes.badCode, message: replaced, data: null })
    expect(await find(latest)).toMatchObject({ code: codes.ok })
    await withdraw(id)
    for (const key of links) expect(await find(key)).toMatchObject({ message: '邀请已被撤回，请联系邀请方' })
  })

  it('is rejected within 6 hours of the last e-mail', async () => {
    const { suite } = inviting
    const address = await invited()
    const id = await idOf(address)
    const key = await secretSentTo(suite.database, address)
    expect(await resend(id)).toMatchObject({
      code: codes.limitReached,
      message: '6 小时内已向该邮箱发送过邀请邮件，请稍后再试',
    })
    await age(address, '7 hours')
    const responses = await Promise.all([resend(id), resend(id)])
    expect(responses.map(({ code }) => code).sort()).toEqual([codes.ok, codes.limitReached].sort())
    expect(await messagesTo(suite.database, address)).toHaveLength(2)
    expect(await secretSentTo(suite.database, address)).not.toBe(key)
  })

  it.each(['userId', 'tenantId'] as const)('counts towards the daily limit by %s', async (whose) => {
    const { suite } = inviting
    const address = await invited()
    await age(address, '7 hours')
    const bucket = whose === 'userId' ? suite.here.userId : `tenant:${suite.here.tenantId}`
    await suite.database.owner
      .updateTable('rateLimit')
      .set({ used: 1_000_000 })
      .where('bucket', '=', `inviting:${bucket}`)
      .execute()
    expect(await resend(await idOf(address))).toMatchObject({ code: codes.limitReached })
    expect(await messagesTo(suite.database, address)).toHaveLength(1)
  })

  it('is rejected if the address has a newer invitation', async () => {
    const address = await invited()
    const expired = await idOf(address)
    await age(address, '8 days')
    await inviting.invite({ EmailList: [address] })
    expect(await resend(expired)).toMatchObject({
      code: codes.conflict,
      message: '该邮箱另有一份待接受的邀请，请重新发送那一份',
    })
  })

  it('is possible only for users who may grant its role; others may only withdraw it', async () => {
    const { suite } = inviting
    const inviter = await colleague('邀请者', await addInviterRole(suite))
    await suite.database.owner
      .insertInto('role')
      .values({ id: 'clerks', name: '文员', roleType: 2 })
      .execute()
    await suite.database.owner
      .insertInto('roleMenu')
      .values({ roleId: 'clerks', menuId: 'tenantUser' })
      .execute()
    const clerk = await colleague('文员', 'clerks')
    const address = await invited()
    await age(address, '7 hours')
    const id = await idOf(address)
    for (const other of [inviter, clerk]) {
      const { data } = await list({ keyWord: address }, other)
      expect(data?.list).toMatchObject([{ id, mayResend: false }])
      expect(await resend(id, other)).toMatchObject({ code: codes.forbidden })
    }
    expect(await messagesTo(suite.database, address)).toHaveLength(1)
    expect(await withdraw(id, clerk)).toMatchObject({ code: codes.ok })
  })

  it('prevents the sender from accepting it', async () => {
    const { suite } = inviting
    const { owner } = suite.database
    const address = await invited()
    await age(address, '7 hours')
    const inviter = await colleague('自荐', roleId)
    const id = await idOf(address)
    await owner
      .updateTable('appUser')
      .set({ email: address, emailKey: address, emailValid: 0 })
      .where('id', '=', inviter.userId)
      .execute()
    expect(await resend(id, inviter)).toMatchObject({ code: codes.ok })
    expect(await accept(suite, address)).toMatchObject({ code: codes.forbidden })
    expect(await shownOf(address)).toMatchObject({ state: 'pending' })
  })

  it('is possible only in the caller’s own tenants', async () => {
    const { suite } = inviting
    const stranger = await signedInMember(suite.database, roleId)
    expect(await resend(await idOf(await invited()), stranger)).toMatchObject({ code: codes.notFound })
  })
})
