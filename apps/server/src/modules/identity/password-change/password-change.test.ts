import { changePassword, changePasswordByName, codes, type Envelope, userCenterInfo } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import {
  addUser,
  encrypt,
  hashCount,
  password,
  send,
  signInAs,
  solvedCaptcha,
  trySignIn,
  twoServers,
} from '../sign-in/test-kit/index.ts'

const { database, server, other } = twoServers()

const next = 'Next0Password'
const wrong = 'Wrong0Password'

const change = async (token: string, old: string, chosen: string): Promise<Envelope> => {
  const name = (await send(server, userCenterInfo, {}, { token })).data?.userName ?? ''
  const passwords = {
    password: await encrypt(server, { password: old, purpose: 'change-old', name }),
    newPassword: await encrypt(server, { password: chosen, purpose: 'change-new', name }),
  }
  return send(server, changePassword, passwords, { token })
}

interface ByName {
  readonly captcha?: string
  readonly checkKey?: string
}

const changeByName = async (
  username: string,
  old: string,
  chosen: string,
  by: ByName = {},
): Promise<Envelope> =>
  send(server, changePasswordByName, {
    username,
    password: await encrypt(server, { password: old, purpose: 'due-change-old', name: username }),
    newPassword: await encrypt(server, { password: chosen, purpose: 'due-change-new', name: username }),
    ...by,
  })

const eventsOf = (id: string, call: string) =>
  database.owner
    .selectFrom('auditEvent')
    .selectAll()
    .where('entity', '=', 'app_user')
    .where('entityId', '=', id)
    .where('call', '=', call)
    .execute()

describe('changing one’s own password', () => {
  it('requires the old one, ends every session on every server, and writes one audit event without secrets', async () => {
    const { id, userName } = await addUser(database)
    const tokens = [await signInAs(server, userName), await signInAs(other, userName)]
    expect((await change(tokens[0] ?? '', password, next)).code).toBe(codes.ok)
    for (const token of tokens)
      for (const api of [server, other])
        expect((await send(api, userCenterInfo, {}, { token })).code).toBe(codes.sessionEnded)
    expect((await trySignIn(server, { userName })).code).toBe(codes.badCredentials)
    expect((await trySignIn(server, { userName, password: next })).code).toBe(codes.ok)
    const events = await eventsOf(id, changePassword.path)
    expect(events).toMatchObject([{ actorId: id, entity: 'app_user' }])
    const { passwordHash } = await database.owner
      .selectFrom('appUser')
      .select('passwordHash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const written = JSON.stringify(events) + server.log()
    for (const secret of [password, next, passwordHash ?? '', ...tokens])
      expect(written).not.toContain(secret)
  })

  it.each([
    ['short', 'aB3'],
    ['without a digit', 'Password'],
    ['with other characters', 'Pass_word0'],
    ['common', 'Password123'],
    ['the old one', password],
  ])('rejects a new password that is %s', async (_, chosen) => {
    const { userName } = await addUser(database)
    const token = await signInAs(server, userName)
    expect(await change(token, password, chosen)).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'newPassword' }],
    })
    expect((await send(server, userCenterInfo, {}, { token })).code).toBe(codes.ok)
  })

  it('counts wrong old passwords together with those of sign-in, and stops at ten', async () => {
    const { userName } = await addUser(database)
    const token = await signInAs(server, userName)
    for (let time = 1; time <= 10; time++)
      expect(await change(token, wrong, next)).toMatchObject({
        code: codes.badCredentials,
        message: '原密码不正确',
      })
    expect((await change(token, password, next)).code).toBe(codes.limitReached)
    const attempt = { userName, ...(await solvedCaptcha(database)) }
    expect((await trySignIn(server, attempt)).code).toBe(codes.badCredentials)
  })

  it('allows only one of two parallel changes', async () => {
    const { id, userName } = await addUser(database)
    const token = await signInAs(server, userName)
    const responses = await Promise.all([change(token, password, next), change(token, password, `${next}2`)])
    expect(responses.map(({ code }) => code).filter((code) => code === codes.ok)).toHaveLength(1)
    expect(await eventsOf(id, changePassword.path)).toHaveLength(1)
  })
})

describe('changing a password that must be changed', () => {
  it('lets the user sign in afterwards', async () => {
    const { id, userName } = await addUser(database, { passwordMustChange: true })
    expect((await trySignIn(server, { userName })).code).toBe(codes.mustChangePassword)
    expect((await changeByName(userName, password, next)).code).toBe(codes.ok)
    expect((await trySignIn(server, { userName, password: next })).code).toBe(codes.ok)
    expect(await eventsOf(id, changePasswordByName.path)).toHaveLength(1)
  })

  it('accepts an expired password', async () => {
    const { userName } = await addUser(database, { passwordChangedAt: new Date('2020-01-01') })
    expect((await changeByName(userName, password, next)).code).toBe(codes.ok)
    expect(await trySignIn(server, { userName, password: next })).toMatchObject({
      code: codes.ok,
      data: { isOverdue: false },
    })
  })

  it('responds to all other users like to a wrong password, with the same work', async () => {
    const settled = await addUser(database)
    const due = await addUser(database, { passwordMustChange: true })
    const before = await hashCount()
    const right = await changeByName(settled.userName, password, next)
    expect((await hashCount()) - before).toBe(1)
    expect(right).toMatchObject({ code: codes.badCredentials })
    expect(await changeByName(due.userName, wrong, next)).toEqual(right)
    expect(await changeByName('nobody-at-all', password, next)).toEqual(right)
    expect((await trySignIn(server, { userName: settled.userName })).code).toBe(codes.ok)
  })

  it('shares the failure counts and captchas of sign-in', async () => {
    const { userName } = await addUser(database, { passwordMustChange: true })
    for (let time = 1; time <= 2; time++) await trySignIn(server, { userName, password: wrong })
    for (let time = 1; time <= 2; time++) await changeByName(userName, wrong, next)
    expect((await changeByName(userName, password, next)).code).toBe(codes.captchaNeeded)
    expect((await trySignIn(server, { userName })).code).toBe(codes.captchaNeeded)
    const captcha = await solvedCaptcha(database)
    expect((await changeByName(userName, password, next, captcha)).code).toBe(codes.ok)
  })
})
