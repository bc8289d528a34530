import {
  categories,
  changeContact,
  codes,
  confirmContact,
  contactState,
  forgotSendCode,
  register,
  sendSignInCode,
  signInByPhone,
  updateSelf,
  userCenterInfo,
  userSave,
  userUpdateImportant,
} from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { testServices } from '../../../../../test-support/services.ts'
import { type Suite, startSuite } from '../../../../app/test-kit/index.ts'
import { asTenants, inTransaction } from '../../../../platform/database/index.ts'
import { ordinaryUser } from '../../../access/index.ts'
import { globalEntryId } from '../../../reference-data/dictionaries/index.ts'
import { invite } from '../../../tenants/invitations/index.ts'
import {
  addUser,
  ageCodes,
  ageLimits,
  anotherCode,
  encrypt,
  messagesTo,
  newAddress,
  newPhone,
  password,
  secretSentTo,
  send,
  signInAs,
  trySignIn,
} from '../../sign-in/test-kit/index.ts'
import { contactCallsOf, signedInOwner as signedInOf } from './test-kit.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite({ identitySources: ['hospital'] })
})

afterAll(() => suite.close())

/** Creates and signs in a user, with the calls for changing their contacts. */
const signedInOwner = async (facts?: Parameters<typeof signedInOf>[1]) => {
  const user = await signedInOf(suite, facts)
  return { ...user, ...contactCallsOf(suite, user) }
}
const newEmail = () => `${newPhone()}@hospital.example`
const codeSentTo = (contact: string) => secretSentTo(suite.database, contact)
const selfOf = async (token: string) => (await send(suite.server, userCenterInfo, {}, { token })).data
const stateOf = async (token: string) => (await send(suite.server, contactState, {}, { token })).data
const templatesTo = async (recipient: string) =>
  (await messagesTo(suite.database, recipient)).map(({ template }) => template)
const eventsOf = (id: string) =>
  suite.database.owner
    .selectFrom('auditEvent')
    .selectAll()
    .where('entityId', '=', id)
    .where('call', 'like', '/sys/user/contact/%')
    .orderBy('sequence')
    .execute()
const byPhone = async (phone: string) => {
  const sender = { address: newAddress() }
  await send(suite.server, sendSignInCode, { phone }, sender)
  const last = (await messagesTo(suite.database, phone)).at(-1)
  const phoneCaptcha = last?.template === 'signInCode' ? last.secret : '000000'
  return send(suite.server, signInByPhone, { phone, phoneCaptcha }, sender)
}

describe('a session alone', () => {
  it('changes neither address nor phone, so that codes still go to the old ones', async () => {
    const { token, userName, email, phone } = await signedInOwner()
    const next = { email: newEmail(), phone: newPhone() }
    for (const kind of ['email', 'phone'] as const) {
      expect(await send(suite.server, updateSelf, { [kind]: next[kind] }, { token })).toMatchObject({
        code: codes.invalid,
        errors: [{ field: kind, message: expect.stringContaining('个人信息') }],
      })
    }
    expect(await selfOf(token)).toMatchObject({ email, phone, emailValid: 0 })
    await send(suite.server, forgotSendCode, { userName }, { address: newAddress() })
    expect(await templatesTo(phone)).toEqual(['passwordResetCode'])
    expect(await templatesTo(next.phone)).toEqual([])
  })

  it('is not enough for administrators to change their own contacts either', async () => {
    const { userId, token } = suite.admin
    const input = { id: userId, fullName: '管理员', email: newEmail(), phone: newPhone() }
    expect(await send(suite.server, userUpdateImportant, input, { token })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'email' }, { field: 'phone' }],
    })
  })

  it('starts no change without a proof, or with a wrong one', async () => {
    const { token, email, beginWith, begin } = await signedInOwner()
    const contact = newPhone()
    expect(await beginWith({ kind: 'phone', contact })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'password' }],
    })
    expect(await begin('phone', contact, 'Wrong0Password')).toMatchObject({
      code: codes.badCredentials,
      message: '密码不正确',
    })
    expect(await beginWith({ kind: 'phone', contact, code: '123456' })).toMatchObject({ code: codes.badCode })
    expect(await stateOf(token)).toMatchObject({ pending: [] })
    expect(await templatesTo(contact)).toEqual([])
    expect(await templatesTo(email)).toEqual([])
  })

  it('rejects a password that was encrypted for another purpose or already used', async () => {
    const { userName: name, beginWith } = await signedInOwner()
    const contact = newPhone()
    const sealed = (purpose: 'sign-in' | 'contact-change') =>
      encrypt(suite.server, { password, purpose, name })
    expect(await beginWith({ kind: 'phone', contact, password: await sealed('sign-in') })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'password' }],
    })
    const once = await sealed('contact-change')
    expect(await beginWith({ kind: 'phone', contact, password: once })).toMatchObject({ code: codes.ok })
    expect(await beginWith({ kind: 'phone', contact: newPhone(), password: once })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'password' }],
    })
  })

  it('limits password guesses like sign-in does', async () => {
    const { userName, token } = await signedInOwner()
    const address = newAddress()
    const attempt = async (typed: string) => {
      const wanted = { password: typed, purpose: 'contact-change', name: userName } as const
      const sealed = await encrypt(suite.server, wanted)
      const input = { kind: 'phone', contact: newPhone(), password: sealed } as const
      return (await send(suite.server, changeContact, input, { token, address })).code
    }
    for (let time = 1; time <= 10; time++) expect(await attempt('Wrong0Password')).toBe(codes.badCredentials)
    expect(await attempt(password)).toBe(codes.limitReached)
    expect((await trySignIn(suite.server, { userName, address })).code).toBe(codes.captchaNeeded)
  })
})

describe('a change of one’s own contact', () => {
  it.each(['email', 'phone'] as const)('of kind %s applies once its code is entered', async (kind) => {
    const { id, token, begin, confirm, ...before } = await signedInOwner()
    const contact = kind === 'email' ? newEmail() : newPhone()
    expect(await begin(kind, contact)).toMatchObject({ code: codes.ok, message: '验证码已发送，请注意查收' })
    expect(await selfOf(token)).toMatchObject({ email: before.email, phone: before.phone, rowVersion: 1 })
    expect(await stateOf(token)).toMatchObject({ pending: [{ kind, contact }] })
    expect(await templatesTo(before[kind])).toEqual([])
    const code = await codeSentTo(contact)
    expect(await confirm(kind, code)).toMatchObject({ code: codes.ok, message: '修改成功' })
    expect(await selfOf(token)).toMatchObject({ [kind]: contact, emailValid: 0, rowVersion: 2 })
    expect(await stateOf(token)).toMatchObject({ pending: [] })
    expect(await templatesTo(before[kind])).toContain(
      kind === 'email' ? 'emailWasChanged' : 'phoneWasChanged',
    )
    const events = await eventsOf(id)
    expect(events).toMatchObject([
      { call: changeContact.path, actorId: id, after: { kind, contact } },
      {
        call: confirmContact.path,
        actorId: id,
        before: { [kind]: before[kind] },
        after: { [kind]: contact },
      },
    ])
    expect(JSON.stringify(events)).not.toContain(code)
  })

  it('moves sign-in by SMS to the new number only after the change', async () => {
    const { phone, begin, confirm } = await signedInOwner()
    const contact = newPhone()
    await begin('phone', contact)
    expect(await byPhone(contact)).toMatchObject({ code: codes.badCode })
    expect(await templatesTo(contact)).toEqual(['newContactCode'])
    expect(await byPhone(phone)).toMatchObject({ code: codes.ok })
    await confirm('phone', await codeSentTo(contact))
    await ageCodes(suite.database, 60)
    expect(await byPhone(contact)).toMatchObject({ code: codes.ok })
    expect(await byPhone(phone)).toMatchObject({ code: codes.badCode })
  })

  it('notifies the user at the previous contacts, in their language, with the new one masked', async () => {
    const { userName, email, phone, move } = await signedInOwner({ language: 'en' })
    const next = newPhone()
    await move('phone', next)
    expect(await messagesTo(suite.database, phone)).toMatchObject([
      { kind: 'sms', template: 'phoneWasChanged', language: 'en' },
    ])
    const [notice] = await messagesTo(suite.database, email)
    expect(notice).toMatchObject({ kind: 'email', template: 'phoneWasChanged', language: 'en' })
    expect(notice?.text).toContain(userName)
    expect(notice?.text).toContain(`*******${next.slice(-4)}`)
    expect(notice?.text).not.toContain(next)
  })

  it('notifies by phone if there was no e-mail address', async () => {
    const { phone, move } = await signedInOwner({ email: '', emailKey: null, emailValid: 1 })
    await move('email', newEmail())
    expect(await templatesTo(phone)).toEqual(['emailWasChanged'])
  })

  it('keeps the user’s other sessions', async () => {
    const { userName, move } = await signedInOwner()
    const elsewhere = await signInAs(suite.server, userName, { address: newAddress() })
    expect(await move('phone', newPhone())).toMatchObject({ code: codes.ok })
    expect(await selfOf(elsewhere)).toMatchObject({ userName })
  })

  it('rejects invalid contacts, and the current one in any notation', async () => {
    const { email, phone, begin } = await signedInOwner()
    for (const [kind, contact] of [
      ['email', 'nobody'],
      ['email', newPhone()],
      ['phone', newEmail()],
      ['phone', '+1 - 2 - 34'],
    ] as const)
      expect(await begin(kind, contact)).toMatchObject({
        code: codes.invalid,
        errors: [{ field: 'contact', message: '新联系方式格式不正确' }],
      })
    expect(await begin('email', email.toUpperCase())).toMatchObject({ errors: [{ field: 'contact' }] })
    expect(await begin('phone', `+86 ${phone}`)).toMatchObject({ errors: [{ field: 'contact' }] })
  })

  it('is rejected for a user from an external identity source', async () => {
    const { begin, prove } = await signedInOwner({ org: 'hospital' })
    expect(await begin('phone', newPhone())).toMatchObject({ errors: [{ field: 'contact' }] })
    expect(await prove('phone')).toMatchObject({ code: codes.invalid })
  })
})

describe('the code sent to the current contact', () => {
  const beginByCode = async (contact: string) => {
    const user = await signedInOwner()
    expect(await user.prove('phone')).toMatchObject({ code: codes.ok })
    const code = await codeSentTo(user.phone)
    return { ...user, code, input: { kind: 'phone', contact, code } as const }
  }

  it('replaces the password once and names the account', async () => {
    const { userName, phone, input, beginWith, confirm } = await beginByCode(newPhone())
    expect((await messagesTo(suite.database, phone))[0]).toMatchObject({
      template: 'phoneChangeCode',
      text: expect.stringContaining(userName),
    })
    expect(await beginWith(input)).toMatchObject({ code: codes.ok })
    expect(await beginWith({ ...input, contact: newPhone() })).toMatchObject({ code: codes.badCode })
    expect(await confirm('phone', await codeSentTo(input.contact))).toMatchObject({ code: codes.ok })
  })

  it('proves only changes of its own kind and serves no other purpose', async () => {
    const { userName, phone, code, beginWith, confirm } = await beginByCode(newPhone())
    expect(await beginWith({ kind: 'email', contact: newEmail(), code })).toMatchObject({
      code: codes.badCode,
    })
    await send(suite.server, forgotSendCode, { userName }, { address: newAddress() })
    const reset = await codeSentTo(phone)
    expect(await beginWith({ kind: 'phone', contact: newPhone(), code: reset })).toMatchObject({
      code: codes.badCode,
    })
    expect(await confirm('phone', code)).toMatchObject({ code: codes.conflict })
  })

  it('allows at most five guesses', async () => {
    const { input, code, beginWith } = await beginByCode(newPhone())
    const tries = Array.from({ length: 5 }, () => beginWith({ ...input, code: anotherCode(code) }))
    expect((await Promise.all(tries)).map((response) => response.code)).toEqual(Array(5).fill(codes.badCode))
    expect(await beginWith(input)).toMatchObject({ code: codes.badCode })
  })

  it('works for users without a password, and reports when no contact can receive it', async () => {
    const { token, id, phone, prove, beginWith } = await signedInOwner()
    await suite.database.owner
      .updateTable('appUser')
      .set({ passwordHash: null })
      .where('id', '=', id)
      .execute()
    expect(await stateOf(token)).toMatchObject({
      hasPassword: false,
      codeTo: { email: expect.stringMatching(/^1\*\*\*@/) },
    })
    expect(await stateOf(token)).toMatchObject({ codeTo: { phone: `*******${phone.slice(-4)}` } })
    await prove('phone')
    const code = await codeSentTo(phone)
    expect(await beginWith({ kind: 'phone', contact: newPhone(), code })).toMatchObject({ code: codes.ok })
    const none = { phone: '', phoneKey: null, emailValid: 1 }
    await suite.database.owner.updateTable('appUser').set(none).where('id', '=', id).execute()
    expect(await stateOf(token)).toMatchObject({ codeTo: { email: '', phone: '' } })
    expect(await prove('email')).toMatchObject({
      code: codes.conflict,
      message: expect.stringContaining('联系管理员'),
    })
  })

  it('is never sent to an unverified address or number', async () => {
    const { email, phone, prove } = await signedInOwner({ emailValid: 1 })
    await prove('email')
    expect(await templatesTo(email)).toEqual([])
    expect(await templatesTo(phone)).toEqual(['emailChangeCode'])
    const other = await signedInOwner({ phoneValid: 1 })
    await other.prove('phone')
    expect(await templatesTo(other.phone)).toEqual([])
    expect(await templatesTo(other.email)).toEqual(['phoneChangeCode'])
  })
})

describe('an unverified number', () => {
  it('becomes verified by its own code, for one account only', async () => {
    const owner = await signedInOwner({ phoneValid: 1 })
    const { phone } = owner
    const other = await signedInOwner({ phone, phoneKey: phone, phoneValid: 1 })
    expect(await selfOf(owner.token)).toMatchObject({ phone, phoneValid: 1 })
    await other.begin('phone', phone)
    const othersCode = await codeSentTo(phone)
    expect(await owner.move('phone', phone)).toMatchObject({ code: codes.ok })
    expect(await selfOf(owner.token)).toMatchObject({ phone, phoneValid: 0 })
    expect(await templatesTo(phone)).toEqual(['newContactCode', 'newContactCode'])
    expect(await other.confirm('phone', othersCode)).toMatchObject({ code: codes.conflict })
    expect(await selfOf(other.token)).toMatchObject({ phone, phoneValid: 1 })
    expect(await owner.begin('phone', phone)).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'contact', message: expect.stringContaining('相同') }],
    })
  })
})

describe('a pending change', () => {
  it('does not block an invitation for the contact, and is rejected once another user has it', async () => {
    const contact = newEmail()
    const squatter = await signedInOwner()
    await squatter.begin('email', contact)
    const code = await codeSentTo(contact)
    const { tenantId, userId: invitedBy } = suite.here
    await inTransaction(suite.database.db, asTenants([tenantId]), (trx) =>
      invite(trx, testServices(suite.database), { tenantId, email: contact, language: 'zh', invitedBy }),
    )
    const username = `newcomer-${newPhone()}`
    const accepted = await send(suite.server, register, {
      key: await codeSentTo(contact),
      positionId: globalEntryId(categories.position, 'PM'),
      name: '王晓',
      username,
      phone: newPhone(),
      password: await encrypt(suite.server, {
        password: 'Fresh0Password',
        purpose: 'registration',
        name: username,
      }),
    })
    expect(accepted).toMatchObject({ code: codes.ok })
    expect(await squatter.confirm('email', code)).toMatchObject({
      code: codes.conflict,
      message: '该邮箱或手机号已被其他账号使用，请换一个',
    })
    expect(await stateOf(squatter.token)).toMatchObject({ pending: [] })
    expect(await selfOf(squatter.token)).toMatchObject({ email: squatter.email })
    expect(await squatter.confirm('email', code)).toMatchObject({
      message: expect.stringContaining('重新开始'),
    })
  })

  it('does not block the contact for administrators or other users', async () => {
    const waiting = await signedInOwner()
    const [email, phone, wanted] = [newEmail(), newPhone(), newPhone()]
    await waiting.begin('email', email)
    await waiting.begin('phone', phone)
    const added = { userName: `u${phone}`, fullName: '新', email, phone, roleId: ordinaryUser.id }
    expect(await send(suite.server, userSave, added, suite.admin)).toMatchObject({ code: codes.ok })
    await waiting.begin('phone', wanted)
    const edited = await addUser(suite.database)
    const input = { id: edited.id, fullName: '改', email: newEmail(), phone: wanted }
    expect(await send(suite.server, userUpdateImportant, input, suite.admin)).toMatchObject({
      code: codes.ok,
    })
    const another = await signedInOwner()
    const both = newPhone()
    await waiting.begin('phone', both)
    const code = await codeSentTo(both)
    expect(await another.move('phone', both)).toMatchObject({ code: codes.ok })
    expect(await waiting.confirm('phone', code)).toMatchObject({ code: codes.conflict })
  })

  it('starts with the same response whether or not another user has the contact', async () => {
    const [one, other, owner] = [await signedInOwner(), await signedInOwner(), await signedInOwner()]
    const free = await one.begin('phone', newPhone())
    expect(await other.begin('phone', owner.phone)).toEqual(free)
    expect(await templatesTo(owner.phone)).toEqual(['newContactCode'])
    const sender = { token: other.token, address: newAddress() }
    const wrong = { kind: 'phone', code: anotherCode(await codeSentTo(owner.phone)) } as const
    expect(await send(suite.server, confirmContact, wrong, sender)).toMatchObject({ code: codes.badCode })
    expect(await other.confirm('phone', await codeSentTo(owner.phone))).toMatchObject({
      code: codes.conflict,
    })
  })

  it('can only be confirmed by its own user with the latest code, in at most five tries', async () => {
    const [user, thief] = [await signedInOwner(), await signedInOwner()]
    const [first, second] = [newPhone(), newPhone()]
    await user.begin('phone', first)
    const code = await codeSentTo(first)
    expect(await thief.confirm('phone', code)).toMatchObject({ code: codes.conflict })
    await thief.begin('phone', first)
    expect(await thief.confirm('phone', code)).toMatchObject({ code: codes.badCode })
    await user.begin('phone', second)
    expect(await user.confirm('phone', code)).toMatchObject({ code: codes.badCode })
    const right = await codeSentTo(second)
    for (let time = 1; time <= 4; time++) await user.confirm('phone', anotherCode(right))
    expect(await user.confirm('phone', right)).toMatchObject({ code: codes.badCode })
    expect(await selfOf(user.token)).toMatchObject({ phone: user.phone })
  })

  it('succeeds once when two users claim the same contact at once', async () => {
    const people = [await signedInOwner(), await signedInOwner()]
    const contact = newPhone()
    const sent: string[] = []
    for (const { begin } of people) {
      await begin('phone', contact)
      sent.push(await codeSentTo(contact))
    }
    const responses = await Promise.all(
      people.map(({ confirm }, index) => confirm('phone', sent[index] ?? '')),
    )
    expect(responses.map(({ code }) => code).sort()).toEqual([codes.ok, codes.conflict])
    const { begin, confirm } = await signedInOwner()
    const own = newPhone()
    await begin('phone', own)
    const code = await codeSentTo(own)
    const twice = await Promise.all([confirm('phone', code), confirm('phone', code)])
    expect(twice.filter((response) => response.code === codes.ok)).toHaveLength(1)
  })

  it('sends a new code after a minute, and at most ten a day across all contacts', async () => {
    const { begin, again, withdraw } = await signedInOwner()
    const contact = newPhone()
    await begin('phone', contact)
    expect(await again('phone')).toMatchObject({
      code: codes.limitReached,
      message: expect.stringMatching(/请 \d+ 秒后再获取/),
    })
    await ageCodes(suite.database, 60)
    expect(await again('phone')).toMatchObject({ code: codes.ok })
    for (let time = 3; time <= 10; time++)
      expect(await begin('phone', newPhone())).toMatchObject({ code: codes.ok })
    const late = newPhone()
    expect(await begin('phone', late)).toMatchObject({
      code: codes.limitReached,
      message: expect.stringContaining('10 次'),
    })
    expect(await templatesTo(late)).toEqual([])
    await ageLimits(suite.database, 86_400)
    expect(await begin('phone', late)).toMatchObject({ code: codes.ok })
    expect(await withdraw('phone')).toMatchObject({ code: codes.ok })
    expect(await again('phone')).toMatchObject({ code: codes.conflict })
  })

  it.each([
    ['the password', { passwordChangedAt: sql<Date>`now()` }],
    ['the contact to be replaced', { phone: '', phoneKey: null }],
  ])('ends when %s changes', async (_, changed) => {
    const { id, token, begin, confirm } = await signedInOwner()
    const contact = newPhone()
    await begin('phone', contact)
    await suite.database.owner.updateTable('appUser').set(changed).where('id', '=', id).execute()
    expect(await stateOf(token)).toMatchObject({ pending: [] })
    expect(await confirm('phone', await codeSentTo(contact))).toMatchObject({ code: codes.conflict })
  })

  it('ends when it is withdrawn, or after a day', async () => {
    const { id, begin, confirm, withdraw } = await signedInOwner()
    const contact = newPhone()
    await begin('phone', contact)
    expect(await withdraw('phone')).toMatchObject({ code: codes.ok })
    expect(await confirm('phone', await codeSentTo(contact))).toMatchObject({ code: codes.conflict })
    expect(await withdraw('phone')).toMatchObject({ code: codes.conflict })
    const later = newPhone()
    await begin('phone', later)
    const passed = { expiresAt: sql<Date>`expires_at - interval '1 day'` }
    await suite.database.owner.updateTable('contactChange').set(passed).where('userId', '=', id).execute()
    expect(await confirm('phone', await codeSentTo(later))).toMatchObject({
      code: codes.conflict,
      message: '此次更换已过期或已撤销，请重新开始',
    })
  })
})
