import { codes, systemRoles, userPull } from '@atrium/contract'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { ordinaryUser, platformAdministrator } from '../../access/index.ts'
import { addReachable, send } from '../sign-in/test-kit/index.ts'
import { type Servers, signedInColleague, startServers, systemRole } from './test-kit/index.ts'

let suite: Servers

beforeAll(async () => {
  suite = await startServers()
})

afterAll(() => suite.close())

const pull = (input: { email?: string; phone?: string }, token = suite.admin.token) =>
  send(suite.server, userPull, input, { token })

describe('pulling an existing user', () => {
  it('finds a user by complete e-mail address or number, in any notation', async () => {
    const { id, userName, email, phone } = await addReachable(suite.database)
    const found = { code: codes.ok, data: { ucId: id, fullName: '测试用户', userName, email, phone } }
    for (const input of [
      { email },
      { email: ` ${email.toUpperCase()} ` },
      { phone },
      { phone: `+86 ${phone.slice(0, 3)}-${phone.slice(3)}` },
      { email, phone },
    ])
      expect(await pull(input)).toMatchObject(found)
    expect(Object.keys((await pull({ email })).data ?? {})).toHaveLength(5)
  })

  it('finds no user by part of a contact, or by contacts of two different users', async () => {
    const [one, two] = [await addReachable(suite.database), await addReachable(suite.database)]
    for (const input of [
      { phone: one.phone.slice(0, 10) },
      { email: one.email.slice(1) },
      { email: one.email, phone: two.phone },
      { phone: '%' },
    ])
      expect(await pull(input)).toMatchObject({
        code: codes.notFound,
        message: '没有用户验证过该邮箱或手机号',
        data: null,
      })
  })

  it('requires at least one contact', async () => {
    expect(await pull({})).toMatchObject({ code: codes.invalid, errors: [{ field: 'email' }] })
    expect(await pull({ email: 'nobody' })).toMatchObject({
      code: codes.invalid,
      errors: [{ field: 'email' }],
    })
  })

  it('is limited per hour and caller, whether or not users are found', async () => {
    const { token } = await signedInColleague(suite, { roleId: platformAdministrator.id })
    const responses: number[] = []
    for (let time = 0; time < 121; time++) responses.push((await pull({ phone: '00000' }, token)).code)
    expect(responses).toEqual([...Array(120).fill(codes.notFound), codes.limitReached])
    expect(await pull({ phone: '00000' })).toMatchObject({ code: codes.notFound })
  })
})

describe('the roles that a caller may grant', () => {
  const offered = async (token: string, language: 'zh' | 'en' = 'zh') =>
    (await send(suite.server, systemRoles, {}, { token, language })).data ?? []

  it('include all open system roles for a super administrator, in their language', async () => {
    const closed = await systemRole(suite, [], { status: 1 })
    const zh = await offered(suite.admin.token)
    expect(zh).toContainEqual({ code: platformAdministrator.id, desc: '平台管理员' })
    expect(zh).toContainEqual({ code: ordinaryUser.id, desc: '普通用户' })
    expect(await offered(suite.admin.token, 'en')).toContainEqual({
      code: ordinaryUser.id,
      desc: 'Ordinary user',
    })
    const ids = zh.map(({ code }) => code)
    expect(ids).not.toContain(closed)
    expect(ids).not.toContain('tenant-administrator')
  })

  it('are limited to the caller’s own rights for others', async () => {
    const desk = await systemRole(suite, ['systemManger', 'user', 'dictionary'])
    const less = await systemRole(suite, ['systemManger', 'user'])
    const more = await systemRole(suite, ['systemManger', 'user', 'tenant'])
    const { token } = await signedInColleague(suite, { roleId: desk })
    const ids = (await offered(token)).map(({ code }) => code)
    expect(ids).toEqual(expect.arrayContaining([desk, less, ordinaryUser.id]))
    expect(ids).not.toContain(more)
    expect(ids).not.toContain(platformAdministrator.id)
  })
})
