import {
  codes,
  emailVerified,
  findEmailVerification,
  sendEmailVerification,
  userCenterInfo,
  userUpdateImportant,
  verifyEmail,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { testServices } from '../../../../test-support/services.ts'
import { type Suite, startSuite } from '../../../app/test-kit/index.ts'
import { maintain } from '../../../operations/maintenance/index.ts'
import {
  addReachable,
  addUser,
  ageLimits,
  messagesTo,
  secretSentTo,
  send,
  signInAs,
} from '../sign-in/test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite()
})

afterAll(() => suite.close())

const signedIn = async () => {
  const user = await addReachable(suite.database, { emailValid: 1 })
  return { ...user, token: await signInAs(suite.server, user.userName) }
}
const ask = (token: string, id = '') => send(suite.server, sendEmailVerification, { id }, { token })
const verify = (key: string) => send(suite.server, verifyEmail, { key })
const find = (key: string) => send(suite.server, findEmailVerification, { key })
const isVerified = (key: string) => send(suite.server, emailVerified, { key })
const validOf = async (token: string) =>
  (await send(suite.server, userCenterInfo, {}, { token })).data?.emailValid

describe('verifying an e-mail address', () => {
  it('verifies by the key sent to the address, once, and names the account in the e-mail', async () => {
    const { token, email, userName } = await signedIn()
    expect(await ask(token)).toMatchObject({ code: codes.ok, message: '发送成功' })
    expect((await messagesTo(suite.database, email))[0]?.text).toContain(userName)
    const key = await secretSentTo(suite.database, email)
    expect(await validOf(token)).toBe(1)
    expect(await verify(key)).toMatchObject({ code: codes.ok, message: '邮箱验证成功' })
    expect(await validOf(token)).toBe(0)
    expect(await verify(key)).toMatchObject({ code: codes.conflict, message: '该邮箱已完成验证' })
    expect(await ask(token)).toMatchObject({ code: codes.conflict, message: '该邮箱已完成验证' })
  })

  it('changes nothing when the link is only opened, by GET or on its page', async () => {
    const { token, email, userName } = await signedIn()
    await ask(token)
    const key = await secretSentTo(suite.database, email)
    const notYet = '该邮箱尚未验证：请打开邮件中的链接，并在页面上点击“验证邮箱”'
    for (let time = 1; time <= 2; time += 1) {
      expect(await find(key)).toMatchObject({ code: codes.ok, data: { userName, email } })
      expect(await isVerified(key)).toMatchObject({ code: codes.badCode, message: notYet })
    }
    expect(await validOf(token)).toBe(1)
    expect(await verify(key)).toMatchObject({ code: codes.ok })
    expect(await isVerified(key)).toMatchObject({ code: codes.ok, message: '邮箱验证成功' })
  })

  it('reports an address that another link already verified', async () => {
    const { token, email } = await signedIn()
    await ask(token)
    const first = await secretSentTo(suite.database, email)
    await ageLimits(suite.database, 60)
    await ask(token)
    const second = await secretSentTo(suite.database, email)
    expect(second).not.toBe(first)
    expect(await verify(first)).toMatchObject({ code: codes.ok })
    for (const key of [first, second]) {
      const response = { code: codes.conflict, message: '该邮箱已完成验证', data: null }
      expect(await find(key)).toMatchObject(response)
      expect(await verify(key)).toMatchObject(response)
    }
  })

  it('reports a used link if the address has since lost its verification', async () => {
    const { id, token, email } = await signedIn()
    await ask(token)
    const key = await secretSentTo(suite.database, email)
    await verify(key)
    await suite.database.owner.updateTable('appUser').set({ emailValid: 1 }).where('id', '=', id).execute()
    const message = '该链接已使用过，邮箱目前未验证，请重新获取'
    expect(await find(key)).toMatchObject({ code: codes.badCode, message, data: null })
    expect(await verify(key)).toMatchObject({ code: codes.badCode, message })
  })

  it('verifies only once in twenty parallel calls', async () => {
    const { token, email } = await signedIn()
    await ask(token)
    const key = await secretSentTo(suite.database, email)
    const responses = await Promise.all(Array.from({ length: 20 }, () => verify(key)))
    expect(responses.filter(({ code }) => code === codes.ok)).toHaveLength(1)
  })

  it('rejects a key that is expired, unknown or for a previous address', async () => {
    const late = await signedIn()
    await ask(late.token)
    const lateKey = await secretSentTo(suite.database, late.email)
    const passed = { expiresAt: sql<Date>`expires_at - interval '1 day'` }
    await suite.database.owner.updateTable('emailVerification').set(passed).execute()
    expect(await verify(lateKey)).toMatchObject({ code: codes.badCode, message: '链接已过期，请重新获取' })
    expect(await find(lateKey)).toMatchObject({ message: '链接已过期，请重新获取', data: null })
    expect(await verify('unknown')).toMatchObject({
      code: codes.badCode,
      message: '链接无效，请确认地址是否完整',
    })
    const moved = await signedIn()
    await ask(moved.token)
    const key = await secretSentTo(suite.database, moved.email)
    const input = { id: moved.id, fullName: '测试用户', email: `new.${moved.email}`, phone: moved.phone }
    await send(suite.server, userUpdateImportant, input, suite.admin)
    expect(await verify(key)).toMatchObject({ code: codes.badCode, message: '邮箱已变更，此链接不再有效' })
    expect(await validOf(moved.token)).toBe(1)
  })

  it('distinguishes an expired key from an unknown one for a month', async () => {
    const late = await signedIn()
    await ask(late.token)
    const key = await secretSentTo(suite.database, late.email)
    const pass = (days: number) =>
      suite.database.owner
        .updateTable('emailVerification')
        .set({ expiresAt: sql<Date>`expires_at - make_interval(days => ${days})` })
        .where('userId', '=', late.id)
        .execute()
    await pass(30)
    await maintain(testServices(suite.database))
    expect(await verify(key)).toMatchObject({ message: '链接已过期，请重新获取' })
    await pass(2)
    await maintain(testServices(suite.database))
    expect(await verify(key)).toMatchObject({ message: '链接无效，请确认地址是否完整' })
  })

  it('sends one e-mail a minute, however often the user clicks', async () => {
    const { token, email } = await signedIn()
    const responses = await Promise.all(Array.from({ length: 20 }, () => ask(token)))
    expect(responses.filter(({ code }) => code === codes.ok)).toHaveLength(1)
    expect(responses.filter(({ code }) => code === codes.limitReached)).toHaveLength(19)
    expect(await messagesTo(suite.database, email)).toHaveLength(1)
    await ageLimits(suite.database, 60)
    expect(await ask(token)).toMatchObject({ code: codes.ok })
  })

  it('can be requested for oneself, and by the platform for any user', async () => {
    const { id, token } = await signedIn()
    expect(await ask(suite.here.token, id)).toMatchObject({ code: codes.notFound })
    expect(await ask(suite.admin.token, 'nobody')).toMatchObject({ code: codes.notFound })
    expect(await ask(suite.admin.token, id)).toMatchObject({ code: codes.ok })
    expect(await ask(token, id)).toMatchObject({ code: codes.limitReached })
    const without = await addUser(suite.database)
    expect(await ask(suite.admin.token, without.id)).toMatchObject({
      code: codes.conflict,
      message: '该用户未填写邮箱',
    })
  })
})
