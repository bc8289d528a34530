import { codes, sendSignInCode, signInByPhone, userInfo } from '@atrium/contract'
import { describe, expect, it } from '@jest/globals'
import {
  addReachable,
  ageCodes,
  anotherCode,
  messagesTo,
  newAddress,
  newPhone,
  secretSentTo,
  send,
  solvedCaptcha,
  twoServers,
} from './test-kit/index.ts'

const { database, server } = twoServers()

type Facts = Parameters<typeof addReachable>[1]

/** Creates a user, sends them a code and returns the address it was requested from. */
const withCode = async (facts?: Facts) => {
  const user = await addReachable(database, facts)
  const address = newAddress()
  await send(server, sendSignInCode, { phone: user.phone }, { address })
  return { ...user, address, phoneCaptcha: await secretSentTo(database, user.phone) }
}

const enter = (phone: string, phoneCaptcha: string, address = newAddress()) =>
  send(server, signInByPhone, { phone, phoneCaptcha }, { address })

describe('signing in by phone', () => {
  it('returns a token for the code, once', async () => {
    const { id, phone, phoneCaptcha, userName } = await withCode()
    const { code, data } = await enter(phone, phoneCaptcha)
    expect({ code, data }).toMatchObject({ code: codes.ok, data: { isOverdue: false, nearExpiredDay: 90 } })
    expect(await send(server, userInfo, {}, { token: data?.token })).toMatchObject({ data: { userName } })
    expect(await enter(phone, phoneCaptcha)).toMatchObject({ code: codes.badCode, data: null })
    const sessions = database.owner.selectFrom('session').select('methods').where('userId', '=', id)
    expect(await sessions.execute()).toEqual([{ methods: ['sms'] }])
  })

  it('accepts the code in the field that older pages send', async () => {
    const { phone, phoneCaptcha } = await withCode()
    expect(await send(server, signInByPhone, { phone, captcha: phoneCaptcha })).toMatchObject({
      code: codes.ok,
    })
  })

  it('lets in one of fifty parallel sign-ins with the right code', async () => {
    const { id, phone, phoneCaptcha, address } = await withCode()
    const responses = await Promise.all(Array.from({ length: 50 }, () => enter(phone, phoneCaptcha, address)))
    expect(responses.filter(({ code }) => code === codes.ok)).toHaveLength(1)
    expect(responses.filter(({ code }) => code === codes.badCode)).toHaveLength(49)
    const sessions = await database.owner.selectFrom('session').selectAll().where('userId', '=', id).execute()
    expect(sessions).toHaveLength(1)
  })

  it('invalidates the code after five wrong tries, even in parallel', async () => {
    const { phone, phoneCaptcha } = await withCode()
    const wrong = anotherCode(phoneCaptcha)
    await Promise.all(Array.from({ length: 50 }, () => enter(phone, wrong)))
    const row = database.owner.selectFrom('oneTimeCode').select('tries').where('subject', '=', phone)
    expect(await row.executeTakeFirst()).toEqual({ tries: 5 })
    expect(await enter(phone, phoneCaptcha)).toMatchObject({ code: codes.badCode })
  })

  it('accepts the fifth try', async () => {
    const { phone, phoneCaptcha } = await withCode()
    for (let time = 1; time <= 4; time++) await enter(phone, anotherCode(phoneCaptcha))
    expect(await enter(phone, phoneCaptcha)).toMatchObject({ code: codes.ok })
  })

  it('accepts a code for ten minutes, or until the next one is sent', async () => {
    const first = await withCode()
    await ageCodes(database, 590)
    await send(server, sendSignInCode, { phone: first.phone }, { address: newAddress() })
    expect(await enter(first.phone, first.phoneCaptcha)).toMatchObject({ code: codes.badCode })
    const second = await secretSentTo(database, first.phone)
    await ageCodes(database, 590)
    const late = await withCode()
    expect(await enter(first.phone, second)).toMatchObject({ code: codes.ok })
    await ageCodes(database, 600)
    expect(await enter(late.phone, late.phoneCaptcha)).toMatchObject({ code: codes.badCode })
  })

  it.each<[string, Facts]>([
    ['was set by another person', { passwordMustChange: true }],
    ['has expired', { passwordChangedAt: new Date(0) }],
  ])('requires a new password if it %s, and uses up the code', async (_, facts) => {
    const { phone, phoneCaptcha } = await withCode(facts)
    expect(await enter(phone, phoneCaptcha)).toMatchObject({ code: codes.mustChangePassword, data: null })
    expect(await enter(phone, phoneCaptcha)).toMatchObject({ code: codes.badCode })
  })

  it('lets in a user whose password is in an external identity source', async () => {
    const { phone, phoneCaptcha } = await withCode({ passwordHash: null, passwordChangedAt: null })
    expect(await enter(phone, phoneCaptcha)).toMatchObject({
      code: codes.ok,
      data: { isOverdue: false, nearExpiredDay: 0 },
    })
  })

  it('responds to an unknown number and a locked user as to a wrong code', async () => {
    const { id, phone, phoneCaptcha } = await withCode()
    const wrong = await enter(phone, anotherCode(phoneCaptcha))
    await database.owner.updateTable('appUser').set({ status: '1' }).where('id', '=', id).execute()
    expect(await enter(phone, phoneCaptcha)).toEqual(wrong)
    expect(await enter(newPhone(), '123456')).toEqual(wrong)
  })

  it('requires a captcha before sending again, after more than three failures', async () => {
    const { phone, phoneCaptcha, address } = await withCode()
    for (let time = 1; time <= 4; time++) await enter(phone, anotherCode(phoneCaptcha), address)
    await ageCodes(database, 60)
    const again = (captcha = {}) => send(server, sendSignInCode, { phone, ...captcha }, { address })
    expect(await again()).toMatchObject({ code: codes.captchaNeeded })
    const solved = await solvedCaptcha(database)
    expect(await again({ ...solved, captcha: 'XXXX' })).toMatchObject({ code: codes.badCredentials })
    expect(await again(await solvedCaptcha(database))).toMatchObject({ code: codes.ok })
    const next = await secretSentTo(database, phone)
    expect(await enter(phone, next, address)).toMatchObject({ code: codes.ok })
    await ageCodes(database, 60)
    expect(await again()).toMatchObject({ code: codes.ok })
  })

  it('locks only this number at this address, after ten failures', async () => {
    const { phone, phoneCaptcha, address } = await withCode()
    for (let time = 1; time <= 10; time++) await enter(phone, anotherCode(phoneCaptcha), address)
    await ageCodes(database, 60)
    await send(server, sendSignInCode, { phone }, { address: newAddress() })
    const fresh = await secretSentTo(database, phone)
    expect(await enter(phone, fresh, address)).toMatchObject({ code: codes.badCode })
    expect(await enter(phone, fresh)).toMatchObject({ code: codes.ok })
  })
})

describe('an unverified number', () => {
  const validOf = async (id: string) =>
    (
      await database.owner
        .selectFrom('appUser')
        .select('phoneValid')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).phoneValid

  it('signs in the only account that has it, which verifies it', async () => {
    const { id, phone, phoneCaptcha } = await withCode({ phoneValid: 1 })
    expect(await enter(phone, phoneCaptcha)).toMatchObject({ code: codes.ok })
    expect(await validOf(id)).toBe(0)
    const event = database.owner
      .selectFrom('auditEvent')
      .select('after')
      .where('entityId', '=', id)
      .where('entity', '=', 'session')
    expect(await event.execute()).toMatchObject([{ after: { phoneValid: 0 } }])
  })

  it('stays unverified after a sign-in that requires a new password', async () => {
    const { id, phone, phoneCaptcha } = await withCode({ phoneValid: 1, passwordMustChange: true })
    expect(await enter(phone, phoneCaptcha)).toMatchObject({ code: codes.mustChangePassword })
    expect(await validOf(id)).toBe(1)
  })

  it('signs in no one if two accounts have it', async () => {
    const { phone } = await addReachable(database, { phoneValid: 1 })
    await addReachable(database, { phone, phoneKey: phone, phoneValid: 1 })
    expect(await send(server, sendSignInCode, { phone })).toMatchObject({ code: codes.ok })
    expect(await messagesTo(database, phone)).toEqual([])
  })

  it('does not block the account that has verified it', async () => {
    const { phone, phoneCaptcha, userName } = await withCode()
    await addReachable(database, { phone, phoneKey: phone, phoneValid: 1 })
    const { data } = await enter(phone, phoneCaptcha)
    expect(await send(server, userInfo, {}, { token: data?.token })).toMatchObject({ data: { userName } })
  })
})
