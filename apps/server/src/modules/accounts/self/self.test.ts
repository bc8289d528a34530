import { codes, updateSelf, userCenterInfo } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Suite, startSuite } from '../../../http/test-kit/index.ts'
import {
  addReachable,
  addUser,
  ageLimits,
  messagesTo,
  newPhone,
  send,
  signInAs,
} from '../../identity/test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite({ identitySources: ['hospital'] })
})

afterAll(() => suite.close())

const signedIn = async (facts?: Parameters<typeof addReachable>[1]) => {
  const user = await addReachable(suite.database, facts)
  return { ...user, token: await signInAs(suite.server, user.userName) }
}
const update = (token: string, input: Record<string, unknown>) =>
  send(suite.server, updateSelf, input, { token })
const selfOf = async (token: string) => (await send(suite.server, userCenterInfo, {}, { token })).data

const templatesTo = async (recipient: string) =>
  (await messagesTo(suite.database, recipient)).map(({ kind, template, language }) => [
    kind,
    template,
    language,
  ])

describe('a change of how somebody is reached', () => {
  it('is told to the old address, with the new one masked', async () => {
    const { token, userName, email, phone } = await signedIn()
    await update(token, { email: `moved.${email}` })
    const [notice, ...more] = await messagesTo(suite.database, email)
    expect(more).toEqual([])
    expect(notice).toMatchObject({ kind: 'email', template: 'emailWasChanged', language: 'zh' })
    expect(notice?.text).toContain(userName)
    expect(notice?.text).toContain('m***@hospital.example')
    expect(notice?.text).not.toContain('moved')
    expect(await messagesTo(suite.database, phone)).toEqual([])
    expect(await messagesTo(suite.database, `moved.${email}`)).toEqual([])
  })

  it('is told to the old phone and the e-mail address, in the language so far', async () => {
    const { token, email, phone } = await signedIn({ language: 'en' })
    const next = newPhone()
    await update(token, { phone: next, language: 'zh' })
    expect(await templatesTo(phone)).toEqual([['sms', 'phoneWasChanged', 'en']])
    expect(await templatesTo(email)).toEqual([['email', 'phoneWasChanged', 'en']])
    expect((await messagesTo(suite.database, phone))[0]?.text).toContain(`*******${next.slice(-4)}`)
    expect(await messagesTo(suite.database, next)).toEqual([])
  })

  it('of both at once is told to both as they were', async () => {
    const { token, email, phone } = await signedIn()
    await update(token, { email: `new.${email}`, phone: newPhone() })
    expect(await templatesTo(phone)).toEqual([['sms', 'phoneWasChanged', 'zh']])
    expect(await templatesTo(email)).toEqual([
      ['email', 'emailWasChanged', 'zh'],
      ['email', 'phoneWasChanged', 'zh'],
    ])
  })

  it('is told to the phone where there was no address', async () => {
    const phone = newPhone()
    const { userName } = await addUser(suite.database, { phone, phoneKey: phone })
    const token = await signInAs(suite.server, userName)
    await update(token, { email: `${phone}@hospital.example` })
    expect(await templatesTo(phone)).toEqual([['sms', 'emailWasChanged', 'zh']])
  })

  it('is not told where they are only written differently, left alone or refused', async () => {
    const { token, email, phone } = await signedIn()
    const other = await signedIn()
    await update(token, { email: email.toUpperCase(), phone: `+86 ${phone}` })
    await update(token, { fullName: '改名' })
    expect(await update(token, { email: other.email })).toMatchObject({ code: codes.invalid })
    expect(await update(token, { email: `late.${email}`, rowVersion: 1 })).toMatchObject({
      code: codes.conflict,
    })
    for (const recipient of [email, email.toUpperCase(), phone, `+86 ${phone}`, other.email])
      expect(await messagesTo(suite.database, recipient)).toEqual([])
  })
})

describe('changing oneself', () => {
  it('changes what is sent and leaves the rest', async () => {
    const { token, phone } = await signedIn()
    const before = await selfOf(token)
    const change = { fullName: '李新名', language: 'en', birthday: '1990-02-28', sex: '1' }
    expect(await update(token, change)).toMatchObject({ code: codes.ok, message: '修改成功' })
    expect(await selfOf(token)).toEqual({ ...before, ...change, rowVersion: 2 })
    await update(token, { birthday: '' })
    expect(await selfOf(token)).toMatchObject({ birthday: '', fullName: '李新名', phone })
  })

  it('makes a changed address unverified again, not one that is written differently', async () => {
    const { token, email } = await signedIn()
    await update(token, { email: email.toUpperCase() })
    expect(await selfOf(token)).toMatchObject({ email: email.toUpperCase(), emailValid: 0 })
    await update(token, { email: `new.${email}` })
    expect(await selfOf(token)).toMatchObject({ email: `new.${email}`, emailValid: 1 })
  })

  it('refuses an address or number that somebody else has, however it is written', async () => {
    const { token } = await signedIn()
    const other = await signedIn()
    const written = `+86${other.phone}`
    expect(await update(token, { email: other.email.toUpperCase() })).toMatchObject({
      ...{ code: codes.invalid, errors: [{ field: 'email', message: '电子邮箱已被使用，请换一个' }] },
    })
    expect(await update(token, { phone: written })).toMatchObject({
      ...{ code: codes.invalid, errors: [{ field: 'phone' }] },
    })
  })

  it('gives ten new addresses and numbers a day, those counted that somebody else has', async () => {
    const { token, phone } = await signedIn()
    const other = await signedIn()
    for (let time = 1; time <= 9; time++)
      expect(await update(token, { phone: newPhone() })).toMatchObject({ code: codes.ok })
    expect(await update(token, { email: other.email })).toMatchObject({ code: codes.invalid })
    const next = newPhone()
    expect(await update(token, { phone: next })).toMatchObject({
      ...{ code: codes.limitReached, message: '今天修改电子邮箱和手机号的次数已达上限（10 次），请明天再试' },
    })
    expect(await update(token, { email: other.email })).toMatchObject({ code: codes.limitReached })
    expect(await messagesTo(suite.database, next)).toEqual([])
    expect(await messagesTo(suite.database, phone)).toHaveLength(1)
    const { phone: kept } = (await selfOf(token)) ?? {}
    expect(await update(token, { fullName: '改名', phone: kept })).toMatchObject({ code: codes.ok })
    await ageLimits(suite.database, 86_400)
    expect(await update(token, { phone: next })).toMatchObject({ code: codes.ok })
  })

  it('gives a number to one of two who want it at once', async () => {
    const people = [await signedIn(), await signedIn()]
    const phone = newPhone()
    const answers = await Promise.all(people.map(({ token }) => update(token, { phone })))
    expect(answers.map(({ code }) => code).sort()).toEqual([codes.ok, codes.invalid])
  })

  it.each([
    [{ fullName: ' ' }, 'fullName'],
    [{ email: '' }, 'email'],
    [{ email: 'nobody' }, 'email'],
    [{ phone: '1234' }, 'phone'],
    [{ phone: '12345x' }, 'phone'],
    [{ phone: '- - - - -' }, 'phone'],
    [{ phone: '+1 - 2 - 34' }, 'phone'],
    [{ birthday: '2023-02-30' }, 'birthday'],
    [{ birthday: '9999-01-01' }, 'birthday'],
    [{ sex: '2' }, 'sex'],
    [{ language: 'fr' }, 'language'],
  ])('refuses %j', async (input, field) => {
    const answer = await update(suite.admin.token, input)
    expect(answer).toMatchObject({ code: codes.invalid, errors: [{ field }] })
  })

  it('refuses to overwrite what was changed meanwhile, saying what', async () => {
    const { token } = await signedIn()
    await update(token, { fullName: '另一标签页' })
    expect(await update(token, { fullName: '旧标签页', rowVersion: 1 })).toMatchObject({
      ...{ code: codes.conflict, changes: [{ field: 'fullName', current: '另一标签页' }] },
    })
    expect(await update(token, { fullName: '新标签页', rowVersion: 2 })).toMatchObject({ code: codes.ok })
  })

  it('leaves what another identity source keeps, but not the rest', async () => {
    const { token, phone } = await signedIn({ org: 'hospital' })
    expect(await update(token, { fullName: '改名', phone: newPhone() })).toMatchObject({
      ...{ code: codes.invalid, errors: [{ field: 'fullName' }, { field: 'phone' }] },
    })
    expect(await update(token, { language: 'en', phone })).toMatchObject({ code: codes.ok })
  })
})
