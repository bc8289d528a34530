import { codes, sendEmailVerification, userUpdateImportant, verifyEmail } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { platformAdministrator } from '../../access/index.ts'
import { addReachable, messagesTo, secretSentTo, send } from '../sign-in/test-kit/index.ts'
import {
  change,
  eventsOf,
  listed,
  newContacts,
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
const unchanged = ({ email, phone }: { email: string; phone: string }) => ({
  fullName: '测试用户',
  email,
  phone,
})
const update = (input: Record<string, unknown>, token = suite.admin.token) =>
  send(
    suite.server,
    userUpdateImportant,
    input as { id: string } & ReturnType<typeof newContacts> & { fullName: string },
    { token },
  )
const templatesTo = async (recipient: string) =>
  (await messagesTo(suite.database, recipient)).map(({ template }) => template)

describe('changing important information', () => {
  it('changes name, address and number, and notifies the user at their previous contacts', async () => {
    const user = await somebody()
    const next = newContacts()
    expect(await update({ id: user.id, fullName: '新姓名', ...next })).toMatchObject({ code: codes.ok })
    expect(await listed(suite, user.userName)).toMatchObject({ fullName: '新姓名', ...next, emailValid: 1 })
    expect(await templatesTo(user.email)).toEqual(['emailWasChanged', 'phoneWasChanged'])
    expect(await templatesTo(user.phone)).toEqual(['phoneWasChanged'])
    expect(await templatesTo(next.email)).toEqual([])
    expect(await eventsOf(suite, user.id, userUpdateImportant)).toMatchObject([
      { actorId: suite.admin.userId, before: { email: user.email }, after: { email: next.email } },
    ])
  })

  it('keeps an e-mail address verified that only differs in notation, and sends no notice', async () => {
    const user = await somebody()
    await update({ id: user.id, ...unchanged(user), email: user.email.toUpperCase() })
    expect(await listed(suite, user.userName)).toMatchObject({
      email: user.email.toUpperCase(),
      emailValid: 0,
    })
    expect(await templatesTo(user.email)).toEqual([])
  })

  it('rejects an e-mail address or number that another user has verified', async () => {
    const [user, other] = [await somebody(), await somebody()]
    for (const field of ['email', 'phone'] as const)
      expect(await update({ id: user.id, ...unchanged(user), [field]: other[field] })).toMatchObject({
        code: codes.invalid,
        errors: [{ field }],
      })
    expect(await templatesTo(user.email)).toEqual([])
  })

  it('shows the second of two editors what the first one changed', async () => {
    const user = await somebody()
    await change(suite, { id: user.id, remark: '备注' })
    await update({ id: user.id, ...unchanged(user), fullName: '先到' })
    expect(await update({ id: user.id, ...unchanged(user), fullName: '后到', rowVersion: 1 })).toMatchObject({
      code: codes.conflict,
      changes: [
        { field: 'fullName', current: '先到' },
        { field: 'rowVersion', current: 3 },
      ],
    })
    expect(await listed(suite, user.userName)).toMatchObject({ fullName: '先到' })
  })

  it('rejects each changed field that an external identity source owns', async () => {
    const user = await somebody({ org: source })
    expect(await listed(suite, user.userName)).toMatchObject({ external: true })
    const there = await send(
      suite.other,
      userUpdateImportant,
      { id: user.id, ...newContacts(), fullName: '测试用户' },
      suite.admin,
    )
    expect(there).toMatchObject({ code: codes.invalid, errors: [{ field: 'email' }, { field: 'phone' }] })
    expect(
      await send(suite.other, userUpdateImportant, { id: user.id, ...unchanged(user) }, suite.admin),
    ).toMatchObject({ code: codes.ok })
  })

  it('is rejected for administrators with fewer rights than the user, who could otherwise take over the account', async () => {
    const desk = await systemRole(suite, ['systemManger', 'user'])
    const { token } = await signedInColleague(suite, { roleId: desk })
    const mighty = await somebody({ roleId: platformAdministrator.id })
    expect(await update({ id: mighty.id, fullName: '测试用户', ...newContacts() }, token)).toMatchObject({
      code: codes.forbidden,
      message: '不能修改权限高于您的用户',
    })
    const equal = await somebody({ roleId: desk })
    expect(await update({ id: equal.id, fullName: '改名', ...newContacts() }, token)).toMatchObject({
      code: codes.ok,
    })
  })

  it('reports an unknown id as not found', async () => {
    expect(await update({ id: 'nobody', fullName: '无', ...newContacts() })).toMatchObject({
      code: codes.notFound,
    })
  })
})

describe('the verification that an administrator sends', () => {
  it('is sent to the user in their language and verifies the address', async () => {
    const user = await somebody({ emailValid: 1, language: 'en' })
    expect(await send(suite.server, sendEmailVerification, { id: user.id }, suite.admin)).toMatchObject({
      code: codes.ok,
    })
    expect(await messagesTo(suite.database, user.email)).toMatchObject([
      { template: 'emailVerification', language: 'en' },
    ])
    await send(suite.server, verifyEmail, { key: await secretSentTo(suite.database, user.email) })
    expect(await listed(suite, user.userName)).toMatchObject({ emailValid: 0 })
  })

  it('can be sent to other users by the platform only', async () => {
    const user = await somebody({ emailValid: 1 })
    expect(await send(suite.server, sendEmailVerification, { id: user.id }, suite.here)).toMatchObject({
      code: codes.notFound,
    })
  })
})
