import { generateKeyPairSync } from 'node:crypto'
import { codes } from '@atrium/contract'
import {
  endSession,
  failedSignIns,
  installNotifier,
  MemoryRouter,
  textsReady,
  useLocation,
  useSession,
} from '@atrium/shared-api'
import { envelope, startApi } from '@atrium/shared-api/testing'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { SignInPage } from './SignInPage.tsx'

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const key = { keyId: 'k1', publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64') }
const image = { image: 'data:image/png;base64,AA==', key: 'captcha-1' }

// Typing and what is fetched lazily take their time on a busy machine.
jest.setTimeout(30_000)
configure({ asyncUtilTimeout: 10_000 })

let onSignIn: (body: unknown) => ReturnType<typeof envelope>
let api: Awaited<ReturnType<typeof startApi>>

beforeEach(async () => {
  Object.defineProperty(window, 'isSecureContext', { value: false, configurable: true })
  installNotifier({ error: () => undefined })
  localStorage.clear()
  endSession()
  api = await startApi(({ path, body }) => {
    if (path === '/sys/login/key') return envelope(200, '', key)
    if (path === '/sys/captcha') return envelope(200, '', image)
    return onSignIn(body)
  })
  await textsReady()
})
afterEach(async () => {
  cleanup()
  await api.stop()
})

function Place() {
  const { pathname, state } = useLocation()
  return <output>{JSON.stringify({ pathname, state })}</output>
}

const show = () =>
  render(
    <MemoryRouter initialEntries={['/signIn/index']}>
      <Suspense>
        <SignInPage />
        <Place />
      </Suspense>
    </MemoryRouter>,
  )

async function fillIn() {
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('用户名'), ' admin ')
  await user.type(screen.getByLabelText('密码'), 'Wrong123')
  return user
}
const submit = (user: Awaited<ReturnType<typeof fillIn>>) =>
  user.click(screen.getByRole('button', { name: '登录' }))
const sent = () => api.seen.filter(({ path }) => path === '/sys/login')

describe('the sign-in page', () => {
  it('asks for blank fields before it sends anything', async () => {
    show()
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '登录' }))
    expect(await screen.findByText('请输入用户名！')).toBeTruthy()
    expect(await screen.findByText('请输入密码！')).toBeTruthy()
    expect(api.seen).toHaveLength(0)
  })

  it('starts the session, with the password encrypted on its way', async () => {
    onSignIn = () => envelope(200, '', { token: 't-1', isOverdue: false, nearExpiredDay: 60 })
    failedSignIns.add()
    show()
    await submit(await fillIn())
    await waitFor(() => expect(useSession.getState().key).toBe('t-1'))
    expect(sent()[0]?.body).toMatchObject({ userName: 'admin', password: expect.stringMatching(/^v1\.k1\./) })
    expect(localStorage.getItem('atrium.failedSignIns')).toBe('0')
  })

  it('says what was wrong, in a place that is read out', async () => {
    onSignIn = () => envelope(codes.badCredentials, '用户名、密码或图形验证码不正确')
    show()
    await submit(await fillIn())
    const message = await screen.findByText('用户名、密码或图形验证码不正确')
    expect(message.closest('[role="alert"]')).toBeTruthy()
    expect(localStorage.getItem('atrium.failedSignIns')).toBe('1')
  })

  it('asks for the captcha after more than three failures, and sends it', async () => {
    onSignIn = () => envelope(codes.badCredentials, '不正确')
    for (const _ of [1, 2, 3]) failedSignIns.add()
    show()
    const user = await fillIn()
    expect(screen.queryByLabelText('图形验证码')).toBeNull()
    await submit(user)
    await user.type(await screen.findByLabelText('图形验证码'), 'AB12')
    await screen.findByAltText('图形验证码图片')
    await submit(user)
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent()[1]?.body).toMatchObject({ captcha: 'AB12', checkKey: 'captcha-1' })
  })

  it('asks for the captcha when the server does', async () => {
    onSignIn = () => envelope(codes.captchaNeeded, '请输入图形验证码')
    show()
    await submit(await fillIn())
    expect(await screen.findByLabelText('图形验证码')).toBeTruthy()
    expect(localStorage.getItem('atrium.failedSignIns')).toBe('4')
  })

  it('leads to the password change, the user name carried over', async () => {
    onSignIn = () => envelope(codes.mustChangePassword, '请先修改密码再登录')
    show()
    await submit(await fillIn())
    const place = { pathname: '/signIn/modifyPwd', state: { userName: 'admin' } }
    expect(await screen.findByText(JSON.stringify(place))).toBeTruthy()
  })

  it('asks about a password that expires soon before it goes on', async () => {
    onSignIn = () => envelope(200, '', { token: 't-2', isOverdue: true, nearExpiredDay: 5 })
    show()
    const user = await fillIn()
    await submit(user)
    expect(await screen.findByText('您的密码将在 5 天后过期，请及时修改。')).toBeTruthy()
    expect(useSession.getState().key).toBeUndefined()
    await user.click(screen.getByRole('button', { name: '稍后再说' }))
    expect(useSession.getState().key).toBe('t-2')
  })
})
