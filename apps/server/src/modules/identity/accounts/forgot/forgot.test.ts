import {
  codes,
  forgotFind,
  forgotFindByEmail,
  forgotFindByPhone,
  forgotReset,
  forgotSendCode,
  userInfo,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Suite, startSuite } from '../../../../app/test-kit/index.ts'
import {
  addReachable,
  addUser,
  ageCodes,
  ageLimits,
  anotherCode,
  countFailures,
  encrypt,
  failuresOf,
  hashCount,
  messagesTo,
  newAddress,
  newPhone,
  type Sender,
  secretSentTo,
  send,
  signInAs,
  solvedCaptcha,
  trySignIn,
} from '../../sign-in/test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite({ identitySources: ['hospital'] })
})

afterAll(() => suite.close())

const find = (userName: string, address = newAddress(), captcha = {}) =>
  send(suite.server, forgotFind, { userName, ...captcha }, { address })
const sendCode = (userName: string, address = newAddress(), captcha = {}) =>
  send(suite.server, forgotSendCode, { userName, ...captcha }, { address })

interface Attempt {
  readonly userName: string
  readonly phone: string
  readonly authCode: string
  readonly password?: string
  readonly rePassword?: string
}

const reset = async (
  { password = 'Fresh0Password', rePassword = password, ...rest }: Attempt,
  sender: Sender = {},
) => {
  const use = { purpose: 'reset', name: rest.userName } as const
  const input = {
    ...rest,
    password: await encrypt(suite.server, { ...use, password }),
    rePassword: await encrypt(suite.server, { ...use, password: rePassword }),
  }
  return send(suite.server, forgotReset, input, { address: newAddress(), ...sender })
}

/** Creates a user and sends them a code. */
const withCode = async (facts?: Parameters<typeof addReachable>[1]) => {
  const user = await addReachable(suite.database, facts)
  await sendCode(user.userName)
  return { ...user, authCode: await secretSentTo(suite.database, user.phone) }
}

describe('looking up a user name', () => {
  it('returns the last digits of the phone, and made-up ones for an unknown name', async () => {
    const { userName, phone } = await addReachable(suite.database)
    expect((await find(userName)).data?.phone).toBe(`*******${phone.slice(-4)}`)
    const strangers = ['nobody-of-this-name', (await addUser(suite.database)).userName]
    for (const name of strangers) {
      const response = await find(name)
      expect(response).toMatchObject({
        code: codes.ok,
        data: { phone: expect.stringMatching(/^\*{7}\d{4}$/) },
      })
      expect(await find(name.toUpperCase())).toEqual(response)
    }
    const masks = await Promise.all(['one', 'two', 'three'].map((name) => find(name)))
    expect(new Set(masks.map(({ data }) => data?.phone)).size).toBeGreaterThan(1)
  })

  it('requires a captcha after the third call from an address, and accepts each solution once', async () => {
    const address = newAddress()
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => find(`name-${index}`, address)),
    )
    expect(responses.filter(({ code }) => code === codes.ok)).toHaveLength(3)
    expect(responses.filter(({ code }) => code === codes.captchaNeeded)).toHaveLength(17)
    const solved = await solvedCaptcha(suite.database)
    const wrong = { ...(await solvedCaptcha(suite.database)), captcha: 'XXXX' }
    expect(await find('name-20', address, wrong)).toMatchObject({
      code: codes.badCredentials,
      message: '图形验证码错误或已失效，请重新输入',
    })
    expect(await find('name-20', address, solved)).toMatchObject({ code: codes.ok })
    expect(await find('name-20', address, solved)).toMatchObject({ code: codes.badCredentials })
    expect(await find('name-20')).toMatchObject({ code: codes.ok })
  })

  it('limits calls by address, even with captchas', async () => {
    const address = newAddress()
    const responses = await Promise.all(
      Array.from({ length: 65 }, (_, index) => find(`name-${index}`, address)),
    )
    expect(responses.filter(({ code }) => code === codes.limitReached)).toHaveLength(5)
  })
})

describe('resetting a forgotten password', () => {
  it('accepts name, masked phone and code, ends every session and notifies the user', async () => {
    const { userName, phone, email, authCode } = await withCode()
    const token = await signInAs(suite.server, userName)
    const mask = (await find(userName)).data?.phone ?? ''
    expect(await reset({ userName, phone: mask, authCode })).toMatchObject({
      code: codes.ok,
      data: null,
      message: '密码已重置，请使用新密码登录',
    })
    expect(await send(suite.server, userInfo, {}, { token })).toMatchObject({ code: codes.sessionEnded })
    expect(await trySignIn(suite.server, { userName })).toMatchObject({ code: codes.badCredentials })
    expect(await trySignIn(suite.server, { userName, password: 'Fresh0Password' })).toMatchObject({
      code: codes.ok,
    })
    expect(await messagesTo(suite.database, email)).toMatchObject([
      { template: 'passwordWasReset', kind: 'email' },
    ])
    expect(phone).toHaveLength(11)
  })

  it('accepts a code only once, in two tabs or twenty parallel calls', async () => {
    const first = await withCode()
    expect(await reset(first)).toMatchObject({ code: codes.ok })
    expect(await reset(first)).toMatchObject({ code: codes.badCode })
    const second = await withCode()
    const responses = await Promise.all(Array.from({ length: 20 }, () => reset(second)))
    expect(responses.filter(({ code }) => code === codes.ok)).toHaveLength(1)
    expect(responses.filter(({ code }) => code === codes.badCode)).toHaveLength(19)
    expect(await messagesTo(suite.database, second.email)).toHaveLength(1)
  })

  it('responds to an unknown name, another phone, and a wrong, used or expired code in the same way, without hashing', async () => {
    const user = await withCode()
    const measured = async (attempt: Attempt) => {
      const before = await hashCount()
      const envelope = await reset(attempt)
      return { envelope, hashes: (await hashCount()) - before }
    }
    const wrong = await measured({ ...user, authCode: anotherCode(user.authCode) })
    expect(wrong).toMatchObject({ envelope: { code: codes.badCode }, hashes: 0 })
    await sendCode('nobody-at-all')
    expect(await measured({ userName: 'nobody-at-all', phone: '13800000000', authCode: '123456' })).toEqual(
      wrong,
    )
    expect(await measured({ ...user, phone: newPhone() })).toEqual(wrong)
    for (let time = 1; time <= 3; time++) await reset({ ...user, authCode: anotherCode(user.authCode) })
    expect(await measured(user)).toEqual(wrong)
    const late = await withCode()
    await ageCodes(suite.database, 600)
    expect(await measured(late)).toEqual(wrong)
  })

  it('rejects a code that was sent to the user’s previous phone', async () => {
    const user = await withCode()
    const phone = newPhone()
    await suite.database.owner
      .updateTable('appUser')
      .set({ phone, phoneKey: phone })
      .where('id', '=', user.id)
      .execute()
    expect(await reset({ ...user, phone })).toMatchObject({ code: codes.badCode })
    await ageCodes(suite.database, 60)
    await sendCode(user.userName)
    const authCode = await secretSentTo(suite.database, phone)
    expect(await reset({ ...user, phone, authCode })).toMatchObject({ code: codes.ok })
  })

  it('rejects passwords that break the rules or do not match, and keeps the code valid', async () => {
    const user = await withCode()
    expect(await reset({ ...user, password: 'short' })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'password' }],
    })
    expect(await reset({ ...user, password: 'Password123', rePassword: 'Password123' })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'password', message: '这个密码太常见，容易被猜到，请换一个' }],
    })
    expect(await reset({ ...user, rePassword: 'Other0Password' })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'rePassword', message: '两次输入的密码不一致' }],
    })
    expect(await reset(user)).toMatchObject({ code: codes.ok })
  })

  it('does nothing for a locked user or one from an external identity source', async () => {
    for (const facts of [{ status: '1' }, { org: 'hospital' }]) {
      const { userName, phone } = await addReachable(suite.database, facts)
      expect(await sendCode(userName)).toMatchObject({ code: codes.ok })
      expect(await messagesTo(suite.database, phone)).toEqual([])
    }
  })

  it('sends the code to the verified e-mail address if the user has no phone', async () => {
    const email = `${newPhone()}@hospital.example`
    const { userName } = await addUser(suite.database, { email, emailKey: email, emailValid: 0 })
    await sendCode(userName)
    const authCode = await secretSentTo(suite.database, email)
    const phone = (await find(userName)).data?.phone ?? ''
    expect(await reset({ userName, phone, authCode })).toMatchObject({ code: codes.ok })
  })

  it('verifies the number that the code was sent to', async () => {
    const user = await withCode({ phoneValid: 1 })
    expect(await reset(user)).toMatchObject({ code: codes.ok })
    const row = suite.database.owner.selectFrom('appUser').select('phoneValid').where('id', '=', user.id)
    expect(await row.executeTakeFirst()).toEqual({ phoneValid: 0 })
  })

  it('sends no code to a number that another account has verified', async () => {
    const { phone } = await addReachable(suite.database)
    const contacts = { phone, phoneKey: phone, phoneValid: 1 }
    const { userName, email } = await addReachable(suite.database, contacts)
    await sendCode(userName)
    expect(await messagesTo(suite.database, phone)).toEqual([])
    expect(await messagesTo(suite.database, email)).toMatchObject([{ template: 'passwordResetCode' }])
  })

  it('applies the same limits to unknown and known names', async () => {
    const { userName } = await addReachable(suite.database)
    for (const name of [userName, 'a-name-of-nobody']) {
      expect(await sendCode(name)).toMatchObject({ code: codes.ok })
      expect(await sendCode(name)).toMatchObject({ code: codes.limitReached })
    }
    await suite.database.owner
      .updateTable('rateLimit')
      .set({ used: 30 })
      .where('bucket', 'like', 'day:%')
      .execute()
    await ageCodes(suite.database, 60)
    for (const name of [userName, 'a-name-of-nobody']) {
      expect(await sendCode(name)).toMatchObject({ code: codes.captchaNeeded })
      const solved = await solvedCaptcha(suite.database)
      expect(await sendCode(name, newAddress(), solved)).toMatchObject({
        code: codes.limitReached,
        message: expect.stringContaining('30'),
      })
    }
    await ageLimits(suite.database, 86_400)
  })
})

describe('a user locked out by the failures of others', () => {
  it('can sign in from the same device after resetting the password', async () => {
    const user = await withCode()
    await countFailures(suite.database, { nameKey: user.userName, address: '*' }, 100)
    let cookie = ''
    const onCookie = (left: string) => {
      cookie = left
    }
    expect(await reset(user, { onCookie })).toMatchObject({ code: codes.ok })
    const attempt = { userName: user.userName, password: 'Fresh0Password', address: newAddress() }
    const stranger = { ...attempt, ...(await solvedCaptcha(suite.database)) }
    expect(await trySignIn(suite.server, stranger)).toMatchObject({ code: codes.badCredentials })
    expect(await trySignIn(suite.server, { ...attempt, cookie })).toMatchObject({ code: codes.ok })
  })
})

describe('the code for a forgotten password', () => {
  it('counts tries by address and name, and clears the count of the name after success', async () => {
    const user = await withCode()
    const address = newAddress()
    await reset({ ...user, authCode: anotherCode(user.authCode) }, { address })
    expect(await failuresOf(suite.database, '', address)).toBe(1)
    expect(await failuresOf(suite.database, user.userName, address)).toBe(1)
    expect(await reset(user, { address })).toMatchObject({ code: codes.ok })
    expect(await failuresOf(suite.database, '', address)).toBe(1)
    expect(await failuresOf(suite.database, user.userName, address)).toBe(0)
  })

  it('is still sent after others have used up the day’s user name reminders', async () => {
    const { userName, phone, email } = await addReachable(suite.database)
    for (const to of [phone, email]) {
      const day = { bucket: `day:remind:${to}`, used: 30, endsAt: new Date(Date.now() + 3_600_000) }
      await suite.database.owner.insertInto('rateLimit').values(day).execute()
    }
    expect(await sendCode(userName)).toMatchObject({ code: codes.ok })
    expect(await messagesTo(suite.database, phone)).toHaveLength(1)
  })
})

describe('requesting a user name reminder', () => {
  it('sends it to a user’s address or number, and responds to unknown contacts in the same way', async () => {
    const { userName, phone, email } = await addReachable(suite.database)
    const from = () => ({ address: newAddress() })
    const byEmail = (to: string) => send(suite.server, forgotFindByEmail, { email: to }, from())
    const byPhone = (to: string) => send(suite.server, forgotFindByPhone, { phone: to }, from())
    const response = await byEmail(email.toUpperCase())
    expect(response).toMatchObject({ code: codes.ok, data: null })
    expect(await byEmail('nobody@hospital.example')).toEqual(response)
    expect(await byPhone(phone)).toEqual(response)
    expect(await byPhone(newPhone())).toEqual(response)
    for (const to of [email, phone]) {
      const [message, ...more] = await messagesTo(suite.database, to)
      expect(message).toMatchObject({ template: 'userNameReminder', text: expect.stringContaining(userName) })
      expect(more).toEqual([])
    }
    expect(await byEmail(email)).toMatchObject({ code: codes.limitReached })
    expect(await byEmail('nobody@hospital.example')).toMatchObject({ code: codes.limitReached })
  })

  it('sends it only to users who have verified the contact', async () => {
    const address = newAddress()
    const owner = await addReachable(suite.database)
    const { phone, email } = owner
    const unverified = { phone, phoneKey: phone, phoneValid: 1, email, emailKey: email, emailValid: 1 }
    await addReachable(suite.database, unverified)
    const alone = await addReachable(suite.database, { phoneValid: 1, emailValid: 1 })
    for (const user of [owner, alone]) {
      await send(suite.server, forgotFindByEmail, { email: user.email }, { address })
      await send(suite.server, forgotFindByPhone, { phone: user.phone }, { address: newAddress() })
    }
    for (const contact of [phone, email])
      expect(await messagesTo(suite.database, contact)).toMatchObject([
        { template: 'userNameReminder', text: expect.stringContaining(owner.userName) },
      ])
    for (const contact of [alone.phone, alone.email])
      expect(await messagesTo(suite.database, contact)).toEqual([])
  })

  it('requires a captcha after the third call from an address, and after the fifth message to a contact', async () => {
    const address = newAddress()
    const ask = (email: string, from = address) =>
      send(suite.server, forgotFindByEmail, { email }, { address: from })
    for (let time = 0; time < 3; time++)
      expect(await ask(`${newPhone()}@hospital.example`)).toMatchObject({ code: codes.ok })
    expect(await ask(`${newPhone()}@hospital.example`)).toMatchObject({ code: codes.captchaNeeded })
    const { email } = await addReachable(suite.database)
    for (const to of [email, `${newPhone()}@hospital.example`]) {
      const day = { bucket: `day:remind:${to}`, used: 5, endsAt: new Date(Date.now() + 3_600_000) }
      await suite.database.owner.insertInto('rateLimit').values(day).execute()
      expect(await ask(to, newAddress())).toMatchObject({ code: codes.captchaNeeded })
    }
  })
})
