import { codes } from '@atrium/contract'
import { lastSignIn } from '@atrium/shared-api'
import { envelope } from '@atrium/shared-api/testing'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { show, user } from '../testing/show.tsx'
import { type SignInApi, startSignInApi } from '../testing/sign-in-api.ts'
import ForgotPage from './ForgotPage.tsx'

const path = '/signIn/getBackPwd'
const newPassword = 'Fresh2026new'

let responses: Record<string, ReturnType<typeof envelope>>
let api: SignInApi

beforeEach(async () => {
  responses = {
    '/account/forget/find': envelope(200, '', { phone: '*******8000' }),
    '/account/forget/send/code': envelope(200, ''),
    '/account/forget/check/auth': envelope(200, ''),
  }
  api = await startSignInApi(({ path }) => responses[path] ?? envelope(200, ''))
})
afterEach(async () => {
  cleanup()
  await api.stop()
})

const address = () => screen.getByTestId('address').textContent
const next = () => user.click(screen.getByRole('button', { name: '下一步' }))
const reset = () => user.click(screen.getByRole('button', { name: '重置密码' }))
const asked = (path: string) => api.seen.filter((request) => request.path === path)

async function toPassword(): Promise<void> {
  await user.type(await screen.findByLabelText('用户名'), ' admin ')
  await next()
  await user.click(await screen.findByRole('button', { name: '获取验证码' }))
  await screen.findByRole('button', { name: /秒后重新获取/ })
  await user.type(screen.getByLabelText('验证码'), '123456')
  await next()
  await user.type(await screen.findByLabelText('新密码'), newPassword)
}

describe('a forgotten password', () => {
  it('is reset in four steps', async () => {
    await show(ForgotPage, path)
    await toPassword()
    expect(address()).toBe(`${path}?step=password`)
    await user.type(screen.getByLabelText('确认新密码'), newPassword)
    await reset()
    await waitFor(() => expect(address()).toBe('/signIn/index?tab=password'))
    const sealed = expect.stringMatching(/^v2\.k1\./)
    expect(asked('/account/forget/check/auth')[0]?.body).toEqual({
      userName: 'admin',
      phone: '*******8000',
      authCode: '123456',
      password: sealed,
      rePassword: sealed,
    })
    expect(lastSignIn.name()).toBe('admin')
  })

  it('reveals no phone number, and requires a code to be requested first', async () => {
    await show(ForgotPage, path)
    const name = await screen.findByLabelText('用户名')
    await waitFor(() => expect(document.activeElement).toBe(name))
    expect(document.title).toBe('找回密码 - Atrium 用户中心')
    await user.type(name, 'admin')
    await next()
    const code = await screen.findByLabelText('验证码')
    await waitFor(() => expect(document.activeElement).toBe(code))
    expect(screen.getByText(/已绑定手机号或已验证邮箱/)).toBeTruthy()
    expect(document.body.textContent).not.toContain('8000')
    await next()
    expect(await screen.findByText('请先获取验证码')).toBeTruthy()
    expect(address()).toBe(`${path}?step=code`)
  })

  it('starts over when the user returns to a finished reset', async () => {
    await show(ForgotPage, path)
    await toPassword()
    const { state } = screen.getByTestId('address').dataset
    await user.type(screen.getByLabelText('确认新密码'), newPassword)
    await reset()
    await waitFor(() => expect(address()).toBe('/signIn/index?tab=password'))
    cleanup()
    await show(ForgotPage, `${path}?step=code`, JSON.parse(state ?? ''))
    expect((await screen.findByLabelText<HTMLInputElement>('用户名')).value).toBe('')
    expect(address()).toBe(path)
  })

  it('is not sent while the repetition differs', async () => {
    await show(ForgotPage, path)
    await toPassword()
    await user.type(screen.getByLabelText('确认新密码'), 'Other2026')
    await reset()
    expect(await screen.findByText('两次输入的密码不一致')).toBeTruthy()
    expect(asked('/account/forget/check/auth')).toHaveLength(0)
  })

  it('returns to a wrong code and keeps the new password', async () => {
    responses['/account/forget/check/auth'] = envelope(codes.badCode, '验证码错误或已过期')
    await show(ForgotPage, path)
    await toPassword()
    await user.type(screen.getByLabelText('确认新密码'), newPassword)
    await reset()
    expect(await screen.findByText('验证码错误或已过期')).toBeTruthy()
    expect(address()).toBe(`${path}?step=code`)
    await next()
    expect((await screen.findByLabelText<HTMLInputElement>('新密码')).value).toBe(newPassword)
  })

  it('shows the server’s message about the password next to its field', async () => {
    const errors = [{ field: 'password', message: '新密码不能与原密码相同' }]
    responses['/account/forget/check/auth'] = envelope(codes.invalid, '填写内容有误', null, { errors })
    await show(ForgotPage, path)
    await toPassword()
    await user.type(screen.getByLabelText('确认新密码'), newPassword)
    await reset()
    expect(await screen.findByText('新密码不能与原密码相同')).toBeTruthy()
    expect(screen.queryByText('填写内容有误')).toBeNull()
  })

  it('asks for a captcha for the name and the code when the server requires it, and clears no input', async () => {
    const demand = envelope(codes.captchaNeeded, '操作较为频繁，请输入图形验证码')
    responses['/sys/captcha'] = envelope(200, '', { image: 'data:image/png;base64,AA==', key: 'captcha-1' })
    responses['/account/forget/find'] = demand
    await show(ForgotPage, path)
    await user.type(await screen.findByLabelText('用户名'), 'admin')
    await next()
    await user.type(await screen.findByLabelText('图形验证码'), 'AB12')
    await screen.findByAltText('图形验证码图片')
    expect(screen.getByLabelText<HTMLInputElement>('用户名').value).toBe('admin')
    responses['/account/forget/find'] = envelope(200, '', { phone: '*******8000' })
    await next()
    const solved = { userName: 'admin', captcha: 'AB12', checkKey: 'captcha-1' }
    await screen.findByRole('button', { name: '获取验证码' })
    expect(asked('/account/forget/find').at(-1)?.body).toEqual(solved)

    responses['/account/forget/send/code'] = demand
    await user.click(screen.getByRole('button', { name: '获取验证码' }))
    await user.type(await screen.findByLabelText('图形验证码'), 'AB12')
    await screen.findByAltText('图形验证码图片')
    responses['/account/forget/send/code'] = envelope(200, '')
    await user.click(screen.getByRole('button', { name: '获取验证码' }))
    await screen.findByRole('button', { name: /秒后重新获取/ })
    expect(asked('/account/forget/send/code').at(-1)?.body).toEqual(solved)
    expect(screen.queryByLabelText('图形验证码')).toBeNull()
    await user.type(screen.getByLabelText('验证码'), '123456')
    await next()
    expect(await screen.findByLabelText('新密码')).toBeTruthy()
  })

  it('starts with the user name, whatever step is in the address', async () => {
    await show(ForgotPage, `${path}?step=password`)
    expect(await screen.findByLabelText('用户名')).toBeTruthy()
    await waitFor(() => expect(address()).toBe(path))
  })
})

describe('a forgotten user name', () => {
  it.each([
    [' a@b.cn ', '/account/forget/email/find', { email: 'a@b.cn' }],
    ['138 0013 8000', '/account/forget/phone/find', { phone: '138 0013 8000' }],
  ])('is sent to %j', async (typed, call, body) => {
    await show(ForgotPage, `${path}?step=remind`)
    await user.type(await screen.findByLabelText('邮箱或手机号'), typed)
    await user.click(screen.getByRole('button', { name: '发送用户名' }))
    expect(await screen.findByText(/用户名将发送至此/)).toBeTruthy()
    expect(asked(call)[0]?.body).toEqual({ ...body, captcha: '', checkKey: '' })
  })

  it('is sent with a captcha when the server requires it', async () => {
    responses['/sys/captcha'] = envelope(200, '', { image: 'data:image/png;base64,AA==', key: 'captcha-1' })
    responses['/account/forget/email/find'] = envelope(codes.captchaNeeded, '操作较为频繁，请输入图形验证码')
    await show(ForgotPage, `${path}?step=remind`)
    await user.type(await screen.findByLabelText('邮箱或手机号'), 'a@b.cn')
    await user.click(screen.getByRole('button', { name: '发送用户名' }))
    await user.type(await screen.findByLabelText('图形验证码'), 'AB12')
    await screen.findByAltText('图形验证码图片')
    responses['/account/forget/email/find'] = envelope(200, '')
    await user.click(screen.getByRole('button', { name: '发送用户名' }))
    expect(await screen.findByText(/用户名将发送至此/)).toBeTruthy()
    const body = { email: 'a@b.cn', captcha: 'AB12', checkKey: 'captcha-1' }
    expect(asked('/account/forget/email/find').at(-1)?.body).toEqual(body)
  })

  it('is not requested for input that is neither an e-mail address nor a phone number', async () => {
    await show(ForgotPage, `${path}?step=remind`)
    await user.type(await screen.findByLabelText('邮箱或手机号'), 'admin')
    await user.click(screen.getByRole('button', { name: '发送用户名' }))
    expect(await screen.findByText('邮箱或手机号格式不正确')).toBeTruthy()
    expect(api.seen).toHaveLength(0)
  })
})
