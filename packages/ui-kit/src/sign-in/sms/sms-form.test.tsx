import '../../index.ts'
import { codes, type SignInResponse } from '@atrium/contract'
import { failedSignIns, installNotifier, lastSignIn, MemoryRouter, textsSettled } from '@atrium/shared-api'
import { envelope, startApi } from '@atrium/shared-api/testing'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import SmsForm from './SmsForm.tsx'

// Typing and lazy loading take longer on a busy machine.
jest.setTimeout(180_000)
configure({ asyncUtilTimeout: 10_000 })

let responses: Record<string, ReturnType<typeof envelope>>
let api: Awaited<ReturnType<typeof startApi>>
let entered: (SignInResponse | string)[]

beforeEach(async () => {
  installNotifier({ error: () => undefined })
  localStorage.clear()
  sessionStorage.clear()
  failedSignIns.reset()
  entered = []
  responses = {
    '/sys/captcha': envelope(200, '', { image: 'data:image/png;base64,AA==', key: 'captcha-1' }),
    '/sys/login/sendAuthCode': envelope(200, ''),
    '/sys/login/checkAuthCode': envelope(200, '', { token: 't', isOverdue: false, nearExpiredDay: 60 }),
  }
  api = await startApi(({ path }) => responses[path] ?? { status: 404 })
  await textsSettled()
})
afterEach(async () => {
  cleanup()
  await api.stop()
})

const user = userEvent.setup()
const note = (what: SignInResponse | string): void => void entered.push(what)
const show = (account?: string) =>
  render(
    <MemoryRouter>
      <Suspense>
        <SmsForm
          id="sms"
          account={account}
          onSignedIn={note}
          onMustChange={(name) => note(`change ${name}`)}
        />
      </Suspense>
    </MemoryRouter>,
  )
const asked = (path: string) => api.seen.filter((request) => request.path === path)
const askForCode = async () => user.click(await screen.findByRole('button', { name: '获取验证码' }))
const signIn = () => user.click(screen.getByRole('button', { name: '登录' }))

describe('the SMS sign-in form', () => {
  it('requires a phone number before a code is sent', async () => {
    show()
    await askForCode()
    expect(await screen.findByText('请输入手机号！')).toBeTruthy()
    await user.type(screen.getByLabelText('手机号'), '12')
    await askForCode()
    expect(await screen.findByText('手机号格式不正确')).toBeTruthy()
    expect(asked('/sys/login/sendAuthCode')).toHaveLength(0)
  })

  it('accepts a phone number and a code in common pasted formats', async () => {
    show()
    const phone = await screen.findByLabelText<HTMLInputElement>('手机号')
    await waitFor(() => expect(document.activeElement).toBe(phone))
    await user.paste('\u202d（０１０）１２３４—５６７８\u202c')
    expect(phone.value).toBe('010-1234-5678')
    await askForCode()
    await screen.findByRole('button', { name: /秒后重新获取/ })
    const code = screen.getByLabelText<HTMLInputElement>('短信验证码')
    expect(document.activeElement).toBe(code)
    for (const [pasted, taken] of [
      [' 040491', '040491'],
      ['０４０ ４９１', '040491'],
      ['040-491\n', '040491'],
      ['您的登录验证码为 040491，10 分钟内有效。', '040491'],
      ['0404917', '0404917'],
    ] as const) {
      await user.clear(code)
      await user.paste(pasted)
      expect(code.value).toBe(taken)
    }
    await signIn()
    expect(await screen.findByText('短信验证码不能超过 6 个字符')).toBeTruthy()
    expect(document.activeElement).toBe(code)
    expect(asked('/sys/login/checkAuthCode')).toHaveLength(0)
  })

  it('shows that a code must be requested first', async () => {
    show('13800138000')
    await user.click(await screen.findByLabelText('短信验证码'))
    await user.tab()
    expect(screen.queryByText('请先获取验证码')).toBeNull()
    await signIn()
    expect(await screen.findByText('请先获取验证码')).toBeTruthy()
  })

  it('sends a code, makes the user wait for the next one, and signs in with the code', async () => {
    show()
    await user.type(await screen.findByLabelText('手机号'), '13800138000')
    await askForCode()
    const again = await screen.findByRole<HTMLButtonElement>('button', { name: /秒后重新获取/ })
    expect(again.disabled).toBe(true)
    await user.type(screen.getByLabelText('短信验证码'), '123456')
    await signIn()
    await waitFor(() => expect(entered).toEqual([{ token: 't', isOverdue: false, nearExpiredDay: 60 }]))
    const sent = { phone: '13800138000', phoneCaptcha: '123456' }
    expect(asked('/sys/login/checkAuthCode')[0]?.body).toEqual(sent)
    expect([lastSignIn.type(), lastSignIn.name()]).toEqual(['phone', '13800138000'])
  })

  it('shows the daily limit near the form, and does not start the waiting time', async () => {
    responses['/sys/login/sendAuthCode'] = envelope(
      codes.limitReached,
      '当天验证码已达上限（30 次），请明天再试',
    )
    show()
    await user.type(await screen.findByLabelText('手机号'), '13800138000')
    await askForCode()
    const message = await screen.findByText('当天验证码已达上限（30 次），请明天再试')
    expect(message.closest('[role="alert"]')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /秒后重新获取/ })).toBeNull()
  })

  it('shows the captcha when the server requires it, and sends it with the next request for a code', async () => {
    responses['/sys/login/sendAuthCode'] = envelope(codes.captchaNeeded, '请输入图形验证码')
    show('13800138000')
    await askForCode()
    const captcha = await screen.findByLabelText<HTMLInputElement>('图形验证码')
    await waitFor(() => expect(document.activeElement).toBe(captcha))
    await user.type(captcha, 'WRNG')
    await askForCode()
    await waitFor(() => expect(captcha.value).toBe(''))
    expect(document.activeElement).toBe(captcha)
    await user.type(captcha, 'AB12')
    await screen.findByAltText('图形验证码图片')
    responses['/sys/login/sendAuthCode'] = envelope(200, '')
    await askForCode()
    await screen.findByRole('button', { name: /秒后重新获取/ })
    const last = asked('/sys/login/sendAuthCode').at(-1)?.body
    expect(last).toEqual({ phone: '13800138000', captcha: 'AB12', checkKey: 'captcha-1' })
  })

  it('leads to the password change if the password must be changed', async () => {
    responses['/sys/login/checkAuthCode'] = envelope(codes.mustChangePassword, '请先修改密码再登录')
    show('13800138000')
    expect((await screen.findByLabelText<HTMLInputElement>('手机号')).disabled).toBe(true)
    await user.type(screen.getByLabelText('短信验证码'), '123456')
    await signIn()
    await waitFor(() => expect(entered).toEqual(['change ']))
  })
})
