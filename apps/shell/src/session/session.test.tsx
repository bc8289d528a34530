import { codes } from '@atrium/contract'
import {
  endSession,
  installNotifier,
  MemoryRouter,
  Route,
  Routes,
  returnAddress,
  startSession,
  textsSettled,
  useLocation,
  useNavigate,
} from '@atrium/shared-api'
import { envelope, startApi } from '@atrium/shared-api/testing'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { act, cleanup, configure, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, Suspense, use } from 'react'
import '../texts/index.ts'
import { SessionGuard } from './SessionGuard.tsx'
import { SignInArea } from './SignInArea.tsx'

// Long timeouts, in milliseconds: typing and lazy parts are slow on a busy machine.
jest.setTimeout(120_000)
configure({ asyncUtilTimeout: 10_000 })

let response: ReturnType<typeof envelope>
let api: Awaited<ReturnType<typeof startApi>>
const user = { id: '1', userName: 'admin', displayName: '管理员', menuList: [], tenants: [] }

beforeEach(async () => {
  installNotifier({ error: () => undefined })
  sessionStorage.clear()
  endSession()
  response = envelope(200, '', user)
  api = await startApi(() => response)
  await textsSettled()
})
afterEach(async () => {
  cleanup()
  await api.stop()
})

let navigate: ReturnType<typeof useNavigate>

function Path() {
  navigate = useNavigate()
  return <output>{useLocation().pathname}</output>
}

const show = (path: string, form: ReactNode = 'form') =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Suspense>
        <Routes>
          <Route element={<SignInArea />}>
            <Route path="signIn/*" element={form} />
          </Route>
          <Route element={<SessionGuard />}>
            <Route path="*" element="inside" />
          </Route>
        </Routes>
        <Path />
      </Suspense>
    </MemoryRouter>,
  )

describe('the session guard', () => {
  it('leads to the sign-in page without a session', async () => {
    show('/softIndex')
    expect(await screen.findByText('/signIn/index')).toBeTruthy()
    expect(screen.queryByText('inside')).toBeNull()
    expect(api.seen).toHaveLength(0)
  })

  it('admits signed-in users once their data has arrived', async () => {
    startSession('k')
    show('/softIndex')
    expect(screen.queryByText('inside')).toBeNull()
    expect(await screen.findByText('inside')).toBeTruthy()
    expect(api.seen.map(({ path }) => path)).toEqual(['/sys/user/info'])
  })

  it('leads to the sign-in page when the server does not recognise the session', async () => {
    response = envelope(codes.sessionExpired, '登录身份已过期')
    startSession('k')
    show('/softIndex')
    expect(await screen.findByText('/signIn/index')).toBeTruthy()
  })

  it('offers a retry when the server cannot be reached', async () => {
    response = { status: 503 }
    startSession('k')
    show('/softIndex')
    const again = await screen.findByRole('button', { name: '重试' })
    response = envelope(200, '', user)
    await userEvent.setup().click(again)
    expect(await screen.findByText('inside')).toBeTruthy()
  })

  it('does not lead back after signing out', async () => {
    startSession('k')
    show('/softIndex')
    await screen.findByText('inside')
    act(endSession)
    expect(await screen.findByText('/signIn/index')).toBeTruthy()
    expect(returnAddress.take()).toBeUndefined()
  })

  it('redirects again when the user goes back before the page has loaded', async () => {
    const form = Promise.withResolvers<string>()
    const Form = () => use(form.promise)
    startSession('k')
    show('/softIndex', <Form />)
    await screen.findByText('inside')
    await act(async () => endSession())
    await act(async () => void navigate('/softIndex'))
    await act(async () => form.resolve('form'))
    expect(await screen.findByText('form')).toBeTruthy()
    expect(screen.getByText('/signIn/index')).toBeTruthy()
  })
})

describe('the sign-in area', () => {
  it('leads signed-in users to the page they requested', async () => {
    returnAddress.keep('/systemManger/tenant')
    startSession('k')
    show('/signIn/index')
    expect(await screen.findByText('/systemManger/tenant')).toBeTruthy()
  })

  it('does not lead to a page that was stored for another user', async () => {
    for (const [owner, path] of [
      ['1', '/systemManger/tenant'],
      ['2', '/softIndex'],
    ] as const) {
      returnAddress.keep('/systemManger/tenant', owner)
      startSession(`k${owner}`)
      show('/signIn/index')
      expect(await screen.findByText(path)).toBeTruthy()
      expect(returnAddress.owner()).toBeUndefined()
      cleanup()
    }
  })

  it('asks the signed-in user about a link for another account, and continues with the user who signs in', async () => {
    startSession('k')
    show('/signIn/index?account=li.na')
    expect(await screen.findByText('form')).toBeTruthy()
    await act(async () => endSession())
    expect(screen.getByText('form')).toBeTruthy()
    await act(async () => startSession('k2'))
    expect(await screen.findByText('inside')).toBeTruthy()
  })

  it('lets signed-in users change their password', async () => {
    startSession('k')
    show('/signIn/modifyPwd')
    expect(await screen.findByText('form')).toBeTruthy()
  })
})
