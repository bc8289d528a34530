import {
  changePasswordByName,
  codes,
  passwordPattern,
  userCenterInfo,
  userResetPassword,
  userUpdate,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { platformAdministrator } from '../../access/index.ts'
import {
  addReachable,
  addUser,
  ageLimits,
  countFailures,
  encrypt,
  messagesTo,
  newAddress,
  secretSentTo,
  send,
  signInAs,
  solvedCaptcha,
  trySignIn,
} from '../sign-in/test-kit/index.ts'
import {
  eventsOf,
  type Servers,
  signedInColleague,
  source,
  startServers,
  systemRole,
} from './test-kit/index.ts'

let suite: Servers

beforeAll(async () => {
  suite = await startServers()
})

afterAll(() => suite.close())

const somebody = (facts?: Parameters<typeof addReachable>[1]) => addReachable(suite.database, facts)
const reset = (id: string, token = suite.admin.token) =>
  send(suite.other, userResetPassword, { id }, { token })

const chosen = 'Chosen0Password'
/** Makes the page's call after a sign-in that requires a password change. */
const exchange = async (username: string, password: string, newPassword = chosen) =>
  send(suite.server, changePasswordByName, {
    username,
    password: await encrypt(suite.server, { password, purpose: 'due-change-old', name: username }),
    newPassword: await encrypt(suite.server, {
      password: newPassword,
      purpose: 'due-change-new',
      name: username,
    }),
  })

describe('a password reset', () => {
  it('sends a random password, ends all sessions and invalidates the old password', async () => {
    const user = await somebody({ language: 'en' })
    const tokens = [await signInAs(suite.server, user.userName), await signInAs(suite.other, user.userName)]
    expect(await reset(user.id)).toMatchObject({ code: codes.ok, message: '新密码已发送至用户邮箱' })
    for (const token of tokens)
      for (const server of [suite.server, suite.other])
        expect((await send(server, userCenterInfo, {}, { token })).code).toBe(codes.sessionEnded)
    const [mail, ...more] = await messagesTo(suite.database, user.email)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ template: 'newPassword', language: 'en' })
    expect(mail?.secret).toMatch(passwordPattern)
    expect((await trySignIn(suite.server, { userName: user.userName })).code).toBe(codes.badCredentials)
  })

  it('sends a password that opens no session and can be replaced once', async () => {
    const user = await somebody()
    await reset(user.id)
    const password = await secretSentTo(suite.database, user.email)
    const tried = await trySignIn(suite.server, { userName: user.userName, password })
    expect(tried).toMatchObject({ code: codes.mustChangePassword, data: null })
    const sessions = suite.database.owner.selectFrom('session').select('userId').where('userId', '=', user.id)
    expect(await sessions.where('endedAt', 'is', null).execute()).toEqual([])
    const responses = await Promise.all([
      exchange(user.userName, password),
      exchange(user.userName, password, `${chosen}2`),
    ])
    expect(responses.map(({ code }) => code).sort()).toEqual([codes.ok, codes.badCredentials])
    expect((await trySignIn(suite.server, { userName: user.userName, password })).code).toBe(
      codes.badCredentials,
    )
    expect((await exchange(user.userName, password)).code).toBe(codes.badCredentials)
    const own = responses[0]?.code === codes.ok ? chosen : `${chosen}2`
    expect((await trySignIn(suite.server, { userName: user.userName, password: own })).code).toBe(codes.ok)
  })

  it('sends a password that expires after three days', async () => {
    const user = await somebody()
    await reset(user.id)
    const password = await secretSentTo(suite.database, user.email)
    const age = (hours: number) =>
      suite.database.owner
        .updateTable('appUser')
        .set({
          passwordValidUntil: sql<Date>`password_valid_until - make_interval(hours => ${hours})`,
          passwordChangedAt: sql<Date>`password_changed_at - make_interval(hours => ${hours})`,
        })
        .where('id', '=', user.id)
        .execute()
    await age(71)
    expect((await trySignIn(suite.server, { userName: user.userName, password })).code).toBe(
      codes.mustChangePassword,
    )
    await age(1)
    expect((await trySignIn(suite.server, { userName: user.userName, password })).code).toBe(
      codes.badCredentials,
    )
    expect((await exchange(user.userName, password)).code).toBe(codes.badCredentials)
  })

  it('lets a user back in after too many wrong guesses', async () => {
    const user = await somebody()
    for (let time = 0; time < 4; time++)
      await trySignIn(suite.server, { userName: user.userName, password: 'Wrong0Password' })
    expect((await trySignIn(suite.server, { userName: user.userName })).code).toBe(codes.captchaNeeded)
    await reset(user.id)
    const password = await secretSentTo(suite.database, user.email)
    expect((await exchange(user.userName, password)).code).toBe(codes.ok)
  })

  it('forgets known devices, as a lock does, so that failures elsewhere lock them out too', async () => {
    const deviceOf = async (userName: string) => {
      let cookie = ''
      const onCookie = (left: string) => {
        cookie = left
      }
      expect((await trySignIn(suite.server, { userName, address: newAddress(), onCookie })).code).toBe(
        codes.ok,
      )
      return cookie
    }
    const lockAndUnlock = async (id: string) => {
      const owner = { token: suite.admin.token }
      for (const status of ['1', '0'] as const)
        expect((await send(suite.server, userUpdate, { id, status }, owner)).code).toBe(codes.ok)
    }
    const asItIs = async () => undefined
    for (const [end, response] of [
      [asItIs, codes.ok],
      [lockAndUnlock, codes.badCredentials],
      [(id: string) => reset(id), codes.badCredentials],
    ] as const) {
      const { id, userName } = await somebody()
      const { passwordHash } = await suite.database.owner
        .selectFrom('appUser')
        .select('passwordHash')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const cookie = await deviceOf(userName)
      await end(id)
      const before = { passwordHash, passwordMustChange: false, passwordValidUntil: null }
      await suite.database.owner.updateTable('appUser').set(before).where('id', '=', id).execute()
      await countFailures(suite.database, { nameKey: userName, address: '*' }, 100)
      const attempt = { userName, cookie, address: newAddress(), ...(await solvedCaptcha(suite.database)) }
      expect((await trySignIn(suite.server, attempt)).code).toBe(response)
    }
  })

  it('writes one audit event, with the password neither there nor in the log', async () => {
    const user = await somebody()
    await reset(user.id)
    const password = await secretSentTo(suite.database, user.email)
    const events = await eventsOf(suite, user.id, userResetPassword)
    expect(events).toMatchObject([{ actorId: suite.admin.userId, after: { passwordMustChange: true } }])
    expect(suite.log()).toContain(userResetPassword.path)
    expect(JSON.stringify(events) + suite.log()).not.toContain(password)
  })

  it('is limited to once a minute, so that a second click sends no second password', async () => {
    const user = await somebody()
    const responses = await Promise.all([reset(user.id), reset(user.id), reset(user.id)])
    expect(responses.map(({ code }) => code).sort()).toEqual([
      codes.ok,
      codes.limitReached,
      codes.limitReached,
    ])
    expect(await messagesTo(suite.database, user.email)).toHaveLength(1)
    await ageLimits(suite.database, 61)
    expect((await reset(user.id)).code).toBe(codes.ok)
  })

  it('is rejected for a user of an external identity source', async () => {
    const user = await somebody({ org: source })
    expect(await reset(user.id)).toMatchObject({
      code: codes.forbidden,
      message: '该用户由外部身份源管理，不能在此修改密码',
    })
    expect(await messagesTo(suite.database, user.email)).toEqual([])
  })

  it('is rejected if the user has no address or does not exist', async () => {
    const { id } = await addUser(suite.database)
    expect(await reset(id)).toMatchObject({ code: codes.conflict, message: '该用户未填写邮箱' })
    expect(await reset('nobody')).toMatchObject({ code: codes.notFound })
  })

  it('is rejected for administrators with fewer rights than the user, and for tenants', async () => {
    const desk = await systemRole(suite, ['systemManger', 'user'])
    const { token } = await signedInColleague(suite, { roleId: desk })
    const mighty = await somebody({ roleId: platformAdministrator.id })
    expect(await reset(mighty.id, token)).toMatchObject({ code: codes.forbidden })
    const { id } = await somebody()
    expect(await reset(id, token)).toMatchObject({ code: codes.ok })
    expect(await reset(suite.there.userId, suite.here.token)).toMatchObject({ code: codes.forbidden })
  })
})
