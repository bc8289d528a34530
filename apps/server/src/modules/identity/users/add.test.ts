import { codes, passwordPattern, userCenterInfo, userSave } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ordinaryUser, platformAdministrator } from '../../access/index.ts'
import { addReachable, messagesTo, secretSentTo, send, trySignIn } from '../sign-in/test-kit/index.ts'
import {
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

let count = 0
const fields = (more: object = {}) => ({
  ...newContacts(),
  fullName: '林晓雨',
  userName: `newcomer${++count}`,
  roleId: ordinaryUser.id,
  ...more,
})

const save = (input: Record<string, unknown>, token = suite.admin.token, server = suite.server) =>
  send(server, userSave, input as ReturnType<typeof fields>, { token })

const rejectedFields = async (input: Record<string, unknown>) => {
  const response = await save(input)
  expect(response.code).toBe(codes.invalid)
  return response.errors?.map(({ field }) => field)
}

describe('adding a user', () => {
  it('stores an unverified user and sends a password in their language', async () => {
    const input = fields({
      language: 'en',
      sex: '1',
      birthday: '1990-02-28',
      remark: '备注',
      countryId: 'CN',
      provinceId: '310000',
      cityId: '310100',
    })
    const { code, data: id } = await save(input)
    expect(code).toBe(codes.ok)
    expect(await listed(suite, input.userName)).toMatchObject({
      ...input,
      id,
      emailValid: 1,
      status: '0',
      userType: '0',
      org: '',
      external: false,
      rowVersion: 1,
      roleName: '普通用户',
      cityName: '上海市',
    })
    const [mail, ...more] = await messagesTo(suite.database, input.email)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ kind: 'email', template: 'newAccount', language: 'en' })
    expect(mail?.secret).toMatch(passwordPattern)
    expect(mail?.text).toContain(input.userName)
    expect(mail?.text).toContain('3 days')
  })

  it('records the administrator who added the user', async () => {
    const { data: id = '' } = await save(fields())
    const kept = suite.database.owner.selectFrom('appUser').select('addedBy').where('id', '=', id)
    expect(await kept.execute()).toEqual([{ addedBy: suite.admin.userId }])
  })

  it('uses Chinese if no language is given', async () => {
    const input = fields()
    await save(input)
    expect(await listed(suite, input.userName)).toMatchObject({ language: 'zh', sex: '', birthday: '' })
    expect(await messagesTo(suite.database, input.email)).toMatchObject([{ language: 'zh' }])
  })

  it('stores the password only in the message, not in the audit trail or the log', async () => {
    const input = fields()
    const { data: id } = await save(input, suite.admin.token, suite.other)
    const password = await secretSentTo(suite.database, input.email)
    const { passwordHash } = await suite.database.owner
      .selectFrom('appUser')
      .select('passwordHash')
      .where('id', '=', String(id))
      .executeTakeFirstOrThrow()
    const events = await eventsOf(suite, String(id), userSave)
    expect(events).toMatchObject([{ before: null, after: { userName: input.userName } }])
    expect(suite.log()).toContain(userSave.path)
    const written = JSON.stringify(events) + suite.log()
    for (const secret of [password, passwordHash ?? '']) expect(written).not.toContain(secret)
  })

  it.each([
    ['HTML and quotes', `<img src=x onerror="alert('1')">&amp;'";--`],
    ['emoji', '👩‍⚕️🧪 研究护士 👨‍👩‍👧‍👦'],
    ['right-to-left text', 'د. ليلى حسن ‏(مستشفى)‎ אבי'],
    ['formulas', '=HYPERLINK("http://x.example")'],
    ['a very long name', '很'.repeat(100)],
  ])('stores %s unchanged', async (_, text) => {
    const input = fields({ fullName: text, remark: text })
    expect((await save(input)).code).toBe(codes.ok)
    expect(await listed(suite, input.userName)).toMatchObject({ fullName: text, remark: text })
  })

  it('rejects all missing or malformed fields at once', async () => {
    expect(await rejectedFields({})).toEqual(['userName', 'fullName', 'email', 'phone', 'roleId'])
    const wrong = { userName: 'a@bcd', email: 'nobody', phone: '1234', fullName: '名'.repeat(101) }
    expect(await rejectedFields(fields({ ...wrong, roleId: 'x' }))).toEqual([
      'userName',
      'fullName',
      'email',
      'phone',
    ])
    expect(await rejectedFields(fields({ countryId: 'CN', provinceId: 'US' }))).toEqual(['provinceId'])
    expect(await rejectedFields(fields({ roleId: 'tenant-administrator' }))).toEqual(['roleId'])
  })

  it('rejects a role with more rights than the caller', async () => {
    const desk = await systemRole(suite, ['systemManger', 'user'])
    const { token } = await signedInColleague(suite, { roleId: desk })
    expect(await save(fields({ roleId: platformAdministrator.id }), token)).toMatchObject({
      code: codes.forbidden,
    })
    expect(await save(fields({ roleId: desk }), token)).toMatchObject({ code: codes.ok })
  })

  it('is available to the platform only', async () => {
    const { owner } = suite.database
    await owner.insertInto('roleMenu').values({ roleId: 'tenant-administrator', menuId: 'user' }).execute()
    expect(await save(fields(), suite.here.token)).toMatchObject({ code: codes.forbidden })
    await owner.deleteFrom('roleMenu').where('menuId', '=', 'user').execute()
  })
})

describe('a user name', () => {
  it('is unique regardless of case or Unicode form', async () => {
    await save(fields({ userName: 'Müller-Ａ1' }))
    for (const userName of ['müller-a1', 'MU\u0308LLER-A1', 'Müller-Ａ１']) {
      const response = await save(fields({ userName }))
      expect(response).toMatchObject({
        code: codes.invalid,
        errors: [{ field: 'userName', message: '用户名已被使用，请换一个' }],
      })
    }
  })

  it('is given to only one of several parallel requests for its variants, with one password sent', async () => {
    const variants = [
      'Ångström',
      'ångström',
      'A\u030Angstro\u0308m',
      'ÅNGSTRÖM',
      'Ångström',
      'ａ\u030Angström',
    ]
    const wanted = variants.map((userName) => fields({ userName }))
    const servers = [suite.server, suite.other]
    const responses = await Promise.all(
      wanted.map((input, index) => save(input, suite.admin.token, servers[index % 2])),
    )
    expect(responses.map(({ code }) => code).sort()).toEqual([codes.ok, ...Array(5).fill(codes.invalid)])
    const mails = await Promise.all(wanted.map(({ email }) => messagesTo(suite.database, email)))
    expect(mails.flat()).toHaveLength(1)
  })

  it('is never freed, because no database role may delete users', async () => {
    const { id } = await addReachable(suite.database)
    const rights = await suite.database.owner
      .selectNoFrom((eb) =>
        (['atrium_platform', 'atrium_system', 'atrium_tenant'] as const).map((role) =>
          eb
            .fn<boolean>('has_table_privilege', [eb.val(role), eb.val('app_user'), eb.val('delete')])
            .as(role),
        ),
      )
      .executeTakeFirstOrThrow()
    expect(id).not.toBe('')
    expect(Object.values(rights)).toEqual([false, false, false])
  })
})

describe('an address and a number', () => {
  it('are unique in any notation', async () => {
    const taken = fields()
    await save(taken)
    await suite.database.owner
      .updateTable('appUser')
      .set({ emailValid: 0, phoneValid: 0 })
      .where('userName', '=', taken.userName)
      .execute()
    expect(await rejectedFields(fields({ email: taken.email.toUpperCase() }))).toEqual(['email'])
    expect(await rejectedFields(fields({ phone: `+86 ${taken.phone}` }))).toEqual(['phone'])
  })

  it('can be shared by several users while unverified', async () => {
    const { email, phone } = fields()
    for (const input of [fields({ email, phone }), fields({ email, phone })])
      expect(await save(input)).toMatchObject({ code: codes.ok })
  })
})

describe('a user who already has an account', () => {
  const pulled = (user: { id: string; userName: string }, more: object = {}) =>
    fields({ userName: user.userName, ucId: user.id, ...more })

  it('gets the role and the given details, but no other change and no password', async () => {
    const user = await addReachable(suite.database, { birthday: '1980-01-01', remark: '旧', sex: '0' })
    const before = await listed(suite, user.userName)
    const { code, data } = await save(pulled(user, { fullName: '别名', sex: '1', remark: '' }))
    expect({ code, data }).toEqual({ code: codes.ok, data: user.id })
    expect(await listed(suite, user.userName)).toEqual({
      ...before,
      roleId: ordinaryUser.id,
      roleName: '普通用户',
      sex: '1',
      rowVersion: 2,
    })
    expect(await messagesTo(suite.database, user.email)).toEqual([])
    expect((await trySignIn(suite.server, { userName: user.userName })).code).toBe(codes.ok)
  })

  it('is signed out everywhere by a change of role', async () => {
    const user = await signedInColleague(suite)
    await save(pulled(user))
    for (const server of [suite.server, suite.other])
      expect((await send(server, userCenterInfo, {}, user)).code).toBe(codes.sessionEnded)
  })

  it('may come from an external identity source', async () => {
    const user = await addReachable(suite.database, { org: source })
    expect(await save(pulled(user))).toMatchObject({ code: codes.ok })
  })

  it('is rejected by the same rules as any other change of role', async () => {
    const { id, userName, token } = await signedInColleague(suite, { roleId: platformAdministrator.id })
    expect(await save(pulled({ id, userName }), token)).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'roleId' }],
    })
    const unknown = { id: 'nobody', userName: 'nobody-here' }
    expect(await save(pulled(unknown))).toMatchObject({ code: codes.notFound })
  })
})
