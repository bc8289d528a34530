import {
  categories,
  codes,
  findRegistration,
  register,
  sendEmailVerification,
  userInfo,
  verifyEmail,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Kysely, sql } from 'kysely'
import { testServices } from '../../../../test-support/services.ts'
import { type Suite, startSuite } from '../../../app/test-kit/index.ts'
import { asTenants, inTransaction } from '../../../platform/database/index.ts'
import { up as migrateInviters } from '../../../platform/database/migrations/0121-invited-accounts.ts'
import { tenantAdministrator } from '../../access/index.ts'
import {
  addReachable,
  addUser,
  ageLimits,
  encrypt,
  hashCount,
  messagesTo,
  newPhone,
  secretSentTo,
  send,
  signInAs,
  trySignIn,
} from '../../identity/sign-in/test-kit/index.ts'
import { globalEntryId } from '../../reference-data/dictionaries/index.ts'
import { invite, type NewInvitation } from './index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

const position = globalEntryId(categories.position, 'PM')
const password = 'Fresh0Password'

/**
 * Sends an invitation as the tenant's administrator.
 * @returns the key that was sent
 */
const invited = async (email: string, facts: Partial<NewInvitation> = {}) => {
  const { tenantId, userId: invitedBy } = suite.here
  const invitation = { tenantId, email, language: 'zh' as const, invitedBy, ...facts }
  await inTransaction(suite.database.db, asTenants([tenantId]), (trx) =>
    invite(trx, testServices(suite.database), invitation),
  )
  return secretSentTo(suite.database, email)
}

const newEmail = () => `${newPhone()}@hospital.example`
const newcomer = () => ({ name: '王晓', username: `newcomer-${newPhone()}`, phone: newPhone() })
const find = (key: string) => send(suite.server, findRegistration, { key })
const accept = async (key: string, facts: Record<string, unknown> = {}, chosen = password) => {
  const wanted = { ...newcomer(), ...facts }
  const sent = await encrypt(suite.server, {
    password: chosen,
    purpose: 'registration',
    name: wanted.username,
  })
  return send(suite.server, register, { key, positionId: position, password: sent, ...wanted })
}

const membershipsOf = (userName: string) =>
  suite.database.owner
    .selectFrom('tenantUser')
    .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
    .select(['tenantId', 'tenantUser.roleId', 'positionId', 'emailValid', 'appUser.email'])
    .where('userName', '=', userName)
    .execute()

/** Runs the migration that fills in the inviters of older accounts. */
const fillInInviters = () =>
  suite.database.owner.transaction().execute((trx) => migrateInviters(trx as unknown as Kysely<unknown>))

describe('an invitation', () => {
  it('shows the invited address, and the positions in the language of the request', async () => {
    const email = newEmail()
    const key = await invited(email, { positionId: position })
    const { data } = await find(key)
    expect(data).toMatchObject({
      email,
      key,
      isUser: false,
      name: '',
      username: '',
      phone: '',
      positionId: position,
      tenantName: expect.stringContaining('租户'),
    })
    expect(data?.positionList).toContainEqual({
      id: position,
      name: expect.stringMatching(/\p{Script=Han}/u),
    })
    const english = await send(suite.server, findRegistration, { key }, { language: 'en' })
    expect(english.data?.positionList).toContainEqual({ id: position, name: expect.stringMatching(/^[A-Z]/) })
  })

  it('creates an account that can sign in to the tenant, with the chosen position', async () => {
    const email = newEmail()
    const key = await invited(email, { roleId: tenantAdministrator.id })
    const { username } = newcomer()
    expect(await accept(key, { username })).toMatchObject({ code: codes.ok, message: '注册成功，请登录' })
    expect(await membershipsOf(username)).toEqual([
      {
        tenantId: suite.here.tenantId,
        roleId: tenantAdministrator.id,
        positionId: position,
        emailValid: 0,
        email,
      },
    ])
    const { data } = await trySignIn(suite.server, { userName: username, password })
    expect(await send(suite.server, userInfo, {}, { token: data?.token })).toMatchObject({
      data: { fullName: '王晓', tenants: [{ id: suite.here.tenantId }] },
    })
  })

  it('stores who invited the new account, also for accounts from before this was recorded', async () => {
    const { username } = newcomer()
    await accept(await invited(newEmail()), { username })
    const addedBy = () =>
      suite.database.owner.selectFrom('appUser').select('addedBy').where('userName', '=', username).execute()
    expect(await addedBy()).toEqual([{ addedBy: suite.here.userId }])
    await suite.database.owner
      .updateTable('appUser')
      .set({ addedBy: null })
      .where('userName', '=', username)
      .execute()
    await fillInInviters()
    expect(await addedBy()).toEqual([{ addedBy: suite.here.userId }])
    // An account that existed before the invitation gets no inviter.
    const { email, id } = await addReachable(suite.database)
    await accept(await invited(email))
    await fillInInviters()
    expect(
      await suite.database.owner.selectFrom('appUser').select('addedBy').where('id', '=', id).execute(),
    ).toEqual([{ addedBy: null }])
  })

  it('can be accepted once, even if twenty calls are concurrent', async () => {
    const key = await invited(newEmail())
    const responses = await Promise.all(Array.from({ length: 20 }, () => accept(key)))
    expect(responses.filter(({ code }) => code === codes.ok)).toHaveLength(1)
    expect(responses.filter(({ code }) => code === codes.conflict)).toHaveLength(19)
    const used = { code: codes.conflict, message: '该邀请已被接受，请直接登录' }
    expect(await accept(key)).toMatchObject(used)
    expect(await find(key)).toMatchObject(used)
  })

  it('reports why it is invalid (unknown, expired or withdrawn) without hashing a password', async () => {
    const [late, withdrawn] = [await invited(newEmail()), await invited(newEmail())]
    const { owner } = suite.database
    const rows = await owner
      .selectFrom('invitation')
      .select('id')
      .where('status', '=', 'pending')
      .orderBy('id', 'desc')
      .execute()
    const change = (index: number) => owner.updateTable('invitation').where('id', '=', rows[index]?.id ?? '')
    await change(0).set({ status: 'withdrawn' }).execute()
    await change(1).set({ expiresAt: sql<Date>`expires_at - interval '7 days'` }).execute()
    const before = await hashCount()
    for (const [key, message] of [
      ['unknown', '链接无效，请确认地址是否完整'],
      [late, '邀请已过期，请联系邀请方重新发送'],
      [withdrawn, '邀请已被撤回，请联系邀请方'],
    ] as const) {
      expect(await find(key)).toMatchObject({ code: codes.badCode, data: null, message })
      expect(await accept(key)).toMatchObject({ code: codes.badCode, message })
    }
    expect(await hashCount()).toBe(before)
  })

  it.each([
    [{ name: '' }, 'name'],
    [{ username: '' }, 'username'],
    [{ username: 'abc' }, 'username'],
    [{ username: 'a@hospital' }, 'username'],
    [{ username: 'with space' }, 'username'],
    [{ username: 'in\u200bvisible' }, 'username'],
    [{ phone: '' }, 'phone'],
    [{ phone: '138-0000' }, 'phone'],
    [{ password: '' }, 'password'],
    [{ positionId: 'nowhere' }, 'positionId'],
  ])('rejects %j of a new user, names the field, and stays open', async (facts, field) => {
    const key = await invited(newEmail())
    expect(await accept(key, facts)).toMatchObject({ code: codes.invalid, errors: [{ field }] })
    expect(await accept(key)).toMatchObject({ code: codes.ok })
  })

  it.each(['weak', 'Password123'])('rejects the weak or common password %j', async (password) => {
    const key = await invited(newEmail())
    expect(await accept(key, {}, password)).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'password' }],
    })
  })

  it('rejects a user name or phone that is taken, regardless of case or form', async () => {
    const { phone } = await addReachable(suite.database, { userName: 'Zhang.Wei', userNameKey: 'zhang.wei' })
    const key = await invited(newEmail())
    expect(await accept(key, { username: 'ｚhang.WEI' })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'username', message: '用户名已被使用，请换一个' }],
    })
    expect(await accept(key, { phone })).toMatchObject({ code: codes.invalid, errors: [{ field: 'phone' }] })
  })

  it('discloses whether a user name is taken for at most thirty names an hour', async () => {
    const key = await invited(newEmail())
    const { userName } = await addUser(suite.database)
    const taken = Array.from({ length: 32 }, () => accept(key, { username: userName }))
    const answered = (await Promise.all(taken)).map(({ code }) => code)
    expect(answered.filter((code) => code === codes.invalid)).toHaveLength(30)
    expect(answered.filter((code) => code === codes.limitReached)).toHaveLength(2)
    await ageLimits(suite.database, 3600)
    expect(await accept(key)).toMatchObject({ code: codes.ok })
  })

  it('accepts one of two concurrent registrations of the same user name', async () => {
    const keys = [await invited(newEmail()), await invited(newEmail())]
    const { username } = newcomer()
    const responses = await Promise.all(keys.map((key) => accept(key, { username })))
    expect(responses.map(({ code }) => code).sort()).toEqual([codes.ok, codes.invalid])
  })

  it('rejects a user name that looks like an existing one', async () => {
    const { username } = newcomer()
    await accept(await invited(newEmail()), { username })
    const alike = username.replace('c', 'с')
    expect(await accept(await invited(newEmail()), { username: alike })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'username', message: '已有看起来相同的用户名，请换一个' }],
    })
  })

  it('rejects a position of another tenant', async () => {
    const own = { tenantId: suite.there.tenantId, id: 'of-there', categoryId: categories.position }
    await suite.database.owner
      .insertInto('dictionary')
      .values({ ...own, dicName: '别家岗位', dicCode: 'THERE', sort: 1, parentId: null })
      .execute()
    const key = await invited(newEmail())
    expect((await find(key)).data?.positionList.map(({ id }) => id)).not.toContain('of-there')
    expect(await accept(key, { positionId: 'of-there' })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'positionId' }],
    })
  })
})

describe('an invitation to a user with an account', () => {
  it('requires only a position to join, and changes nothing else about the user', async () => {
    const { userName, email, phone } = await addReachable(suite.database)
    const key = await invited(email.toUpperCase())
    expect(await send(suite.server, findRegistration, { key })).toMatchObject({
      data: { isUser: true, username: userName, name: '测试用户', phone: `*******${phone.slice(-4)}` },
    })
    const response = await send(suite.server, register, { key, positionId: position })
    expect(response).toMatchObject({ code: codes.ok })
    expect(await membershipsOf(userName)).toMatchObject([{ tenantId: suite.here.tenantId, email }])
    expect(await trySignIn(suite.server, { userName })).toMatchObject({ code: codes.ok })
  })

  it('ignores a password and name sent with it', async () => {
    const { userName, email } = await addReachable(suite.database)
    expect(await accept(await invited(email))).toMatchObject({ code: codes.ok })
    expect(await trySignIn(suite.server, { userName })).toMatchObject({ code: codes.ok })
  })

  it('can be accepted by the reader of the address if another account has the address unverified', async () => {
    const squatter = await addReachable(suite.database, { emailValid: 1 })
    const { email } = squatter
    await send(
      suite.server,
      sendEmailVerification,
      {},
      {
        token: await signInAs(suite.server, squatter.userName),
      },
    )
    const verification = await secretSentTo(suite.database, email)
    const key = await invited(email)
    expect(await find(key)).toMatchObject({ data: { isUser: false, name: '', phone: '' } })
    const { username } = newcomer()
    expect(await accept(key, { username })).toMatchObject({ code: codes.ok })
    expect(await membershipsOf(squatter.userName)).toEqual([])
    expect(await membershipsOf(username)).toMatchObject([{ email, emailValid: 0 }])
    expect(await send(suite.server, verifyEmail, { key: verification })).toMatchObject({
      code: codes.badCode,
      message: '该邮箱或手机号已被其他账号使用，请换一个',
    })
  })

  it('is rejected while the account is locked', async () => {
    const locked = await addReachable(suite.database, { status: '1' })
    expect(await accept(await invited(locked.email))).toMatchObject({ code: codes.forbidden })
  })
})

describe('inviting', () => {
  it('sends a link with the public URL, and stores the key nowhere else', async () => {
    const email = newEmail()
    const key = await invited(email)
    const [message] = await messagesTo(suite.database, email)
    expect(message).toMatchObject({ kind: 'email', tenantId: suite.here.tenantId })
    expect(message?.text).toContain(`http://localhost:8080/#/register?key=${key}`)
    const rows = await suite.database.owner.selectFrom('invitation').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(key)
  })

  it('is possible only for the caller’s own tenants', async () => {
    await addUser(suite.database)
    await expect(invited(newEmail(), { tenantId: suite.there.tenantId })).rejects.toThrow(
      /row-level security/,
    )
  })
})
