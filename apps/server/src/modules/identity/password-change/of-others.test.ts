import { changePassword, changePasswordByName, codes, userCenterInfo, userInfo } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Suite, startSuite } from '../../../app/test-kit/index.ts'
import { ordinaryUser, platformAdministrator } from '../../access/index.ts'
import { hashPassword } from '../passwords/index.ts'
import { addUser, encrypt, password, send, signInAs, trySignIn } from '../sign-in/test-kit/index.ts'

let suite: Suite

beforeAll(async () => {
  suite = await startSuite({ identitySources: ['hospital'] })
})

afterAll(() => suite.close())

const next = 'Next0Password'
/** Password of a user that the administrator does not know. */
const theirs = 'Their0Password'

const change = async (id: string, own = password, token = suite.admin.token, chosen = next) => {
  const caller = await send(suite.server, userInfo, {}, { token })
  const user = suite.database.owner.selectFrom('appUser').select('userName').where('id', '=', id)
  const name = (await user.executeTakeFirst())?.userName ?? id
  const passwords = {
    password: await encrypt(suite.server, {
      ...{ password: own, purpose: 'change-old', name: caller.data?.userName ?? '' },
    }),
    newPassword: await encrypt(suite.server, { password: chosen, purpose: 'change-new', name }),
  }
  return send(suite.server, changePassword, { id, ...passwords }, { token })
}

const somebody = (facts?: Parameters<typeof addUser>[1]) => addUser(suite.database, facts)

describe('changing another user’s password', () => {
  it('requires one’s own password, ends the user’s sessions and forces another password at the next sign-in', async () => {
    const { id, userName } = await somebody({ passwordHash: await hashPassword(theirs) })
    const token = (await trySignIn(suite.server, { userName, password: theirs })).data?.token
    expect(await change(id)).toMatchObject({ code: codes.ok })
    expect((await send(suite.server, userCenterInfo, {}, { token })).code).toBe(codes.sessionEnded)
    expect((await send(suite.server, userCenterInfo, {}, suite.admin)).code).toBe(codes.ok)
    expect((await trySignIn(suite.server, { userName, password: theirs })).code).toBe(codes.badCredentials)
    expect((await trySignIn(suite.server, { userName, password: next })).code).toBe(codes.mustChangePassword)
    const own = await send(suite.server, changePasswordByName, {
      username: userName,
      password: await encrypt(suite.server, { password: next, purpose: 'due-change-old', name: userName }),
      newPassword: await encrypt(suite.server, {
        password: 'Own0Password',
        purpose: 'due-change-new',
        name: userName,
      }),
    })
    expect(own.code).toBe(codes.ok)
    expect((await trySignIn(suite.server, { userName, password: 'Own0Password' })).code).toBe(codes.ok)
  })

  it('records the administrator as the actor in the audit trail', async () => {
    const { id } = await somebody()
    await change(id)
    const events = suite.database.owner.selectFrom('auditEvent').selectAll().where('entityId', '=', id)
    expect(await events.execute()).toMatchObject([{ actorId: suite.admin.userId, call: changePassword.path }])
  })

  it('rejects the user’s old password as proof', async () => {
    const { id, userName } = await somebody({ passwordHash: await hashPassword(theirs) })
    expect(await change(id, theirs)).toMatchObject({
      code: codes.badCredentials,
      message: '您的登录密码不正确',
    })
    expect((await trySignIn(suite.server, { userName, password: theirs })).code).toBe(codes.ok)
  })

  it('counts wrong passwords as failures of the administrator, and stops at ten', async () => {
    const [{ id, userName }, desk] = [await somebody(), await somebody({ roleId: platformAdministrator.id })]
    const token = await signInAs(suite.server, desk.userName)
    for (let time = 1; time <= 10; time++)
      expect((await change(id, 'Wrong0Password', token)).code).toBe(codes.badCredentials)
    expect((await change(id, password, token)).code).toBe(codes.limitReached)
    expect((await trySignIn(suite.server, { userName: desk.userName })).code).toBe(codes.captchaNeeded)
    expect((await trySignIn(suite.server, { userName })).code).toBe(codes.ok)
  })

  it('clears the failures that lock the user out', async () => {
    const { id, userName } = await somebody()
    for (let time = 1; time <= 5; time++)
      await trySignIn(suite.server, { userName, password: 'Wrong0Password' })
    expect((await trySignIn(suite.server, { userName })).code).toBe(codes.captchaNeeded)
    await change(id)
    expect((await trySignIn(suite.server, { userName, password: next })).code).toBe(codes.mustChangePassword)
  })

  it('rejects a new password that breaks the rules or equals the administrator’s own', async () => {
    const { id } = await somebody()
    for (const chosen of ['short', password])
      expect(await change(id, password, suite.admin.token, chosen)).toMatchObject({
        code: codes.invalid,
        errors: [{ field: 'newPassword' }],
      })
  })

  it('is rejected for external and locked users', async () => {
    const external = await somebody({ org: 'hospital' })
    expect(await change(external.id)).toMatchObject({
      code: codes.forbidden,
      message: '该用户由外部身份源管理，不能在此修改密码',
    })
    const locked = await somebody({ status: '1' })
    expect(await change(locked.id)).toMatchObject({ code: codes.conflict })
  })

  it('reports not found to users without the right, and for unknown ids', async () => {
    const { id } = await somebody()
    const plain = await somebody({ roleId: ordinaryUser.id })
    for (const token of [await signInAs(suite.server, plain.userName), suite.here.token, suite.guest.token])
      expect(await change(id, password, token)).toMatchObject({ code: codes.notFound })
    expect(await change('nobody')).toMatchObject({ code: codes.notFound })
  })

  it('is rejected for a user with more rights', async () => {
    const { owner } = suite.database
    await owner.insertInto('role').values({ id: 'desk', name: '服务台', roleType: 1 }).execute()
    await owner.insertInto('roleMenu').values({ roleId: 'desk', menuId: 'user' }).execute()
    const desk = await somebody({ roleId: 'desk' })
    const mighty = await somebody({ roleId: platformAdministrator.id })
    const token = await signInAs(suite.server, desk.userName)
    expect(await change(mighty.id, password, token)).toMatchObject({ code: codes.forbidden })
  })

  it('changes one’s own password if the id is one’s own', async () => {
    const { id, userName } = await somebody()
    const token = await signInAs(suite.server, userName)
    expect(await change(id, password, token)).toMatchObject({ code: codes.ok })
    expect((await trySignIn(suite.server, { userName, password: next })).code).toBe(codes.ok)
  })
})
