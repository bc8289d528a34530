import { codes } from '@atrium/contract'
import {
  failedSignIns,
  installProfile,
  lastSignIn,
  profile,
  startSession,
  useSession,
} from '@atrium/shared-api'
import { envelope } from '@atrium/shared-api/testing'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { show as showAt, user } from '../testing/show.tsx'
import { type SignInApi, startSignInApi } from '../testing/sign-in-api.ts'
import { SignInPage } from './SignInPage.tsx'

const image = { image: 'data:image/png;base64,AA==', key: 'captcha-1' }

let onSignIn: (body: unknown) => ReturnType<typeof envelope>
let api: SignInApi

beforeEach(async () => {
  api = await startSignInApi(({ path, body }) =>
    path === '/sys/captcha' ? envelope(200, '', image) : onSignIn(body),
  )
})
afterEach(async () => {
  cleanup()
  await api.stop()
})

/** The signed-in user, if there is one. */
const visitor = { id: '1', userName: 'wang', fullName: '王晓', displayName: '王晓', language: 'zh' }

const show = () => showAt(SignInPage, '/signIn/index')

async function fillIn() {
  await user.type(await screen.findByLabelText('用户名'), ' admin ')
  await user.type(screen.getByLabelText('密码'), 'Wrong123')
}
const submit = () => user.click(screen.getByRole('button', { name: '登录' }))
const sent = () => api.seen.filter(({ path }) => path === '/sys/login')

describe('the sign-in page of a link for an account', () => {
  const open = (account: string) => showAt(SignInPage, `/signIn/index?account=${encodeURIComponent(account)}`)

  it('prefills the user name of the link, whoever signed in last and in whatever way', async () => {
    lastSignIn.keep('phone', '13800138000')
    await open('li.na')
    expect((await screen.findByLabelText<HTMLInputElement>('用户名')).value).toBe('li.na')
  })

  it('names the signed-in user, and shows the form after signing out', async () => {
    startSession('k')
    onSignIn = () => envelope(200, '', visitor)
    await open('li.na')
    expect(await screen.findByText('当前登录的是王晓（wang）')).toBeTruthy()
    expect(screen.getByText('此链接是发给账号“li.na”的。')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '退出当前账号并继续' }))
    expect((await screen.findByLabelText<HTMLInputElement>('用户名')).value).toBe('li.na')
    expect(useSession.getState().key).toBeUndefined()
  })

  it('leads the link’s own user into the suite', async () => {
    startSession('k')
    onSignIn = () => envelope(200, '', visitor)
    await open('wang')
    expect(await screen.findByText('/softIndex')).toBeTruthy()
    expect(useSession.getState().key).toBe('k')
  })

  it.each(['call 12345 now', 'x'.repeat(65)])('shows no text from the address: %j', async (account) => {
    await open(account)
    expect((await screen.findByLabelText<HTMLInputElement>('用户名')).value).toBe('')
  })
})

it('prefills the name that a product proposes, also for a signed-in user', async () => {
  startSession('k')
  await showAt(SignInPage, '/signIn/index?proposed=li.na')
  expect((await screen.findByLabelText<HTMLInputElement>('用户名')).value).toBe('li.na')
})

describe('the sign-in page', () => {
  it('refers users without an account to the provider, or to their administrator if the deployment has no contacts', async () => {
    await show()
    expect(await screen.findByText(/请联系本单位管理员。$/)).toBeTruthy()
    cleanup()
    const before = profile()
    installProfile({ ...before, support: { hotline: '', email: 'help@atrium.example' } })
    await show()
    expect(await screen.findByText(/请联系我们：$/)).toBeTruthy()
    expect(screen.getByText('邮箱 help@atrium.example')).toBeTruthy()
    installProfile(before)
  })

  it('points out blank fields before sending anything', async () => {
    await show()
    await user.click(await screen.findByRole('button', { name: '登录' }))
    expect(await screen.findByText('请输入用户名！')).toBeTruthy()
    expect(await screen.findByText('请输入密码！')).toBeTruthy()
    expect(api.seen).toHaveLength(0)
  })

  it('starts the session, with the password encrypted in transit', async () => {
    onSignIn = () => envelope(200, '', { token: 't-1', isOverdue: false, nearExpiredDay: 60 })
    failedSignIns.add()
    await show()
    await fillIn()
    await submit()
    await waitFor(() => expect(useSession.getState().key).toBe('t-1'))
    expect(sent()[0]?.body).toMatchObject({ userName: 'admin', password: expect.stringMatching(/^v2\.k1\./) })
    expect(localStorage.getItem('atrium.failedSignIns')).toBe('0')
  })

  it.each([' Wrong123', 'Wrong123\u00a0', '\u3000Wrong123\u200b', '\ufeffWrong123\u2060 '])(
    'trims the blanks around a pasted password: %j',
    async (pasted) => {
      onSignIn = () => envelope(200, '', { token: 't-3', isOverdue: false, nearExpiredDay: 60 })
      await show()
      const field = await screen.findByLabelText<HTMLInputElement>('密码')
      await user.click(field)
      await user.paste(pasted)
      expect(field.value).toBe('Wrong123')
    },
  )

  it('announces the error to screen readers', async () => {
    onSignIn = () => envelope(codes.badCredentials, '用户名、密码或图形验证码不正确')
    await show()
    await fillIn()
    await submit()
    const message = await screen.findByText('用户名、密码或图形验证码不正确')
    expect(message.closest('[role="alert"]')).toBeTruthy()
    expect(localStorage.getItem('atrium.failedSignIns')).toBe('1')
  })

  it('asks for the captcha after more than three failures, and sends it', async () => {
    onSignIn = () => envelope(codes.badCredentials, '不正确')
    for (const _ of [1, 2, 3]) failedSignIns.add()
    await show()
    await fillIn()
    expect(screen.queryByLabelText('图形验证码')).toBeNull()
    await submit()
    await user.type(await screen.findByLabelText('图形验证码'), 'AB12')
    await screen.findByAltText('图形验证码图片')
    await submit()
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()[1]?.body).toMatchObject({ captcha: 'AB12', checkKey: 'captcha-1' })
  })

  it('asks for the captcha when the server requires it', async () => {
    onSignIn = () => envelope(codes.captchaNeeded, '请输入图形验证码')
    await show()
    await fillIn()
    await submit()
    expect(await screen.findByLabelText('图形验证码')).toBeTruthy()
    expect(localStorage.getItem('atrium.failedSignIns')).toBe('4')
  })

  it('leads to the password change and passes the user name on', async () => {
    onSignIn = () => envelope(codes.mustChangePassword, '请先修改密码再登录')
    await show()
    await fillIn()
    await submit()
    const address = await screen.findByText('/signIn/modifyPwd')
    expect(address.dataset.state).toBe(JSON.stringify({ userName: 'admin' }))
  })

  it('asks about an expiring password before it continues', async () => {
    onSignIn = () => envelope(200, '', { token: 't-2', isOverdue: true, nearExpiredDay: 5 })
    await show()
    await fillIn()
    await submit()
    expect(await screen.findByText('您的密码将在 5 天后过期，请及时修改。')).toBeTruthy()
    expect(useSession.getState().key).toBeUndefined()
    await user.click(screen.getByRole('button', { name: '稍后再说' }))
    expect(useSession.getState().key).toBe('t-2')
  })
})
