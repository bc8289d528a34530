import { codes } from '@atrium/contract'
import { isSignedIn, startSession } from '@atrium/shared-api'
import { envelope } from '@atrium/shared-api/testing'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { cleanup, screen } from '@testing-library/react'
import { show, user } from '../testing/show.tsx'
import { type SignInApi, startSignInApi } from '../testing/sign-in-api.ts'
import RegisterPage from './RegisterPage.tsx'

const invitation = {
  tenantName: '鹿鸣溪生物',
  name: '',
  username: '',
  email: 'w@hospital.example',
  phone: '',
  remark: '',
  isUser: false,
  positionId: 'pm',
  positionList: [{ id: 'pm', name: '项目经理' }],
  phoneCodeNeeded: false,
}

let found: ReturnType<typeof envelope>
let accepted: ReturnType<typeof envelope>
/** The signed-in user, if there is one. */
const visitor = {
  id: '1',
  userName: 'lilei',
  fullName: '李蕾',
  displayName: '李蕾',
  email: 'l@hospital.example',
  language: 'zh',
}
let api: SignInApi
let keys = 0
let present: typeof visitor
let address: string

beforeEach(async () => {
  // A new key for each test, because the result of a key is cached.
  const linkKey = `key-${++keys}`
  address = `/register?key=${linkKey}`
  found = envelope(200, '', { ...invitation, key: linkKey })
  accepted = envelope(200, '')
  present = visitor
  api = await startSignInApi(({ path }) => {
    if (path === '/sys/user/info') return envelope(200, '', present)
    return path === '/account/email/getTenantUser' ? found : accepted
  })
})
afterEach(async () => {
  cleanup()
  await api.stop()
})

const submit = (name: string) => user.click(screen.getByRole('button', { name }))
const sent = () => api.seen.find(({ path }) => path === '/account/email/authorization')?.body

describe('an invitation', () => {
  it('creates an account with the input', async () => {
    await show(RegisterPage, address)
    await user.type(await screen.findByLabelText('姓名'), '王晓')
    await user.type(screen.getByLabelText('用户名'), 'wangxiao')
    await user.type(screen.getByLabelText('密码'), 'Fresh2026')
    await user.type(screen.getByLabelText('手机号'), '13800138000')
    await submit('注册并加入')
    expect(await screen.findByText('注册成功')).toBeTruthy()
    expect(sent()).toEqual({
      key: `key-${keys}`,
      name: '王晓',
      username: 'wangxiao',
      phone: '13800138000',
      phoneCode: '',
      positionId: 'pm',
      password: expect.stringMatching(/^v2\.k1\./),
    })
  })

  it('sends the phone code when one is required', async () => {
    found = envelope(200, '', { ...invitation, phoneCodeNeeded: true, key: `key-${keys}` })
    await show(RegisterPage, address)
    await user.type(await screen.findByLabelText('姓名'), '王晓')
    await user.type(screen.getByLabelText('用户名'), 'wangxiao')
    await user.type(screen.getByLabelText('密码'), 'Fresh2026')
    await user.type(screen.getByLabelText('手机号'), '13800138000')
    await submit('注册并加入')
    expect(await screen.findByText('请先获取验证码')).toBeTruthy()
    await submit('获取验证码')
    await screen.findByText('验证码已发送，10 分钟内有效')
    const asked = api.seen.find(({ path }) => path === '/account/email/sendAuthCode')
    expect(asked?.body).toEqual({ key: `key-${keys}`, phone: '13800138000' })
    await user.type(screen.getByLabelText('短信验证码'), '482913')
    await submit('注册并加入')
    expect(await screen.findByText('注册成功')).toBeTruthy()
    expect(sent()).toMatchObject({ phone: '13800138000', phoneCode: '482913' })
  })

  it('lists missing fields before sending anything', async () => {
    await show(RegisterPage, address)
    await screen.findByLabelText('姓名')
    await submit('注册并加入')
    for (const field of ['姓名', '用户名', '密码', '手机号']) {
      expect(await screen.findByText(`请输入${field}！`)).toBeTruthy()
    }
    expect(sent()).toBeUndefined()
  })

  it('shows the server’s message next to its field', async () => {
    const errors = [{ field: 'username', message: '用户名已被使用，请换一个' }]
    accepted = envelope(codes.invalid, '填写内容有误', null, { errors })
    await show(RegisterPage, address)
    await user.type(await screen.findByLabelText('姓名'), '王晓')
    await user.type(screen.getByLabelText('用户名'), 'admin')
    await user.type(screen.getByLabelText('密码'), 'Fresh2026')
    await user.type(screen.getByLabelText('手机号'), '13800138000')
    await submit('注册并加入')
    expect(await screen.findByText('用户名已被使用，请换一个')).toBeTruthy()
  })

  it('asks users with an account only for the position', async () => {
    const known = { isUser: true, name: '李蕾', username: 'lilei', phone: '13900139000' }
    found = envelope(200, '', { ...invitation, ...known, key: `key-${keys}` })
    await show(RegisterPage, address)
    expect((await screen.findByLabelText<HTMLInputElement>('用户名')).readOnly).toBe(true)
    expect(screen.queryByLabelText('密码')).toBeNull()
    await submit('确认加入')
    expect(await screen.findByText('加入成功')).toBeTruthy()
    expect(sent()).toEqual({ key: `key-${keys}`, positionId: 'pm' })
  })

  it('leads to the sign-in page without an error if it was already accepted', async () => {
    found = envelope(codes.conflict, '该邀请已被接受，请直接登录')
    await show(RegisterPage, address)
    expect(await screen.findByText('邀请已被接受')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    await user.click(screen.getByRole('button', { name: '去登录' }))
    expect(await screen.findByText('/signIn/index')).toBeTruthy()
  })

  it('asks another signed-in user before showing the form for a new account', async () => {
    startSession('k')
    await show(RegisterPage, address)
    expect(await screen.findByText('当前登录的是李蕾（lilei）')).toBeTruthy()
    expect(screen.getByText('此邀请是发给邮箱 w@hospital.example 的。')).toBeTruthy()
    expect(screen.queryByLabelText('姓名')).toBeNull()
    await user.click(screen.getByRole('button', { name: '退出当前账号并继续' }))
    expect(await screen.findByLabelText('姓名')).toBeTruthy()
    expect(isSignedIn()).toBe(false)
  })

  it('asks users with an unverified address to verify it first', async () => {
    startSession('k')
    present = { ...visitor, email: 'W@hospital.example' }
    await show(RegisterPage, address)
    expect(await screen.findByText(/您的账号登记了该邮箱，但尚未验证/)).toBeTruthy()
  })

  it('can be accepted directly by the invited user who is signed in', async () => {
    startSession('k')
    found = envelope(200, '', {
      ...invitation,
      ...{ isUser: true, name: '李蕾', username: 'lilei', phone: '*******9000', key: `key-${keys}` },
    })
    await show(RegisterPage, address)
    await user.click(await screen.findByRole('button', { name: '确认加入' }))
    expect(await screen.findByText('加入成功')).toBeTruthy()
    expect(await screen.findByRole('button', { name: '以李蕾（lilei）的身份进入系统' })).toBeTruthy()
  })

  it('shows why it cannot be accepted, and a way to continue', async () => {
    found = envelope(codes.badCode, '邀请已过期，请联系邀请方重新发送')
    await show(RegisterPage, address)
    expect(await screen.findByText('邀请已过期，请联系邀请方重新发送')).toBeTruthy()
    expect(screen.getByRole('button', { name: '去登录' })).toBeTruthy()
  })

  it('is not requested without a key', async () => {
    await show(RegisterPage, '/register')
    expect(await screen.findByText('链接无效，请确认地址是否完整')).toBeTruthy()
    expect(api.seen).toHaveLength(0)
  })

  it('can be requested again when the server could not be reached', async () => {
    const sound = found
    found = { status: 503 }
    await show(RegisterPage, address)
    const again = await screen.findByRole('button', { name: '重试' })
    found = sound
    await user.click(again)
    expect(await screen.findByLabelText('姓名')).toBeTruthy()
  })
})
