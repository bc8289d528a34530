import { codes } from '@atrium/contract'
import { isSignedIn, setLanguage, startSession } from '@atrium/shared-api'
import { envelope, type Result } from '@atrium/shared-api/testing'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { act, cleanup, screen } from '@testing-library/react'
import { show, user } from '../testing/show.tsx'
import { type SignInApi, startSignInApi } from '../testing/sign-in-api.ts'
import CheckEmailPage from './CheckEmailPage.tsx'

const verification = { userName: 'li.na', email: 'li.na@hospital.example' }

let found: (language: unknown) => Result
let confirmed: Result
let visitor: Result
let api: SignInApi
let keys = 0
let address: string

beforeEach(async () => {
  // A new key for each test, because the result of a key is cached.
  address = `/checkEmail?key=k-${++keys}`
  found = () => envelope(200, '', verification)
  confirmed = envelope(200, '')
  visitor = envelope(200, '', {
    id: '1',
    userName: 'wang',
    fullName: '王晓',
    displayName: '王晓',
    language: 'zh',
  })
  api = await startSignInApi(({ path, headers }) => {
    if (path === '/account/email/valid/find') return found(headers.language)
    return path === '/account/email/valid/confirm' ? confirmed : visitor
  })
})
afterEach(async () => {
  cleanup()
  await setLanguage('zh')
  await api.stop()
})

const confirm = () => screen.findByRole('button', { name: '验证邮箱' })
const sent = (path: string) => api.seen.filter((request) => request.path === path)

describe('the link of a verification e-mail', () => {
  it('names the account, and verifies nothing until the button is pressed', async () => {
    await show(CheckEmailPage, address)
    const button = await confirm()
    expect(screen.getByText(/li\.na 登记了邮箱 li\.na@hospital\.example/)).toBeTruthy()
    await act(() => setLanguage('en'))
    expect(await screen.findByText('Verify your e-mail address')).toBeTruthy()
    expect(new Set(api.seen.map(({ path }) => path))).toEqual(new Set(['/account/email/valid/find']))
    await user.click(button)
    expect(await screen.findByText('E-mail address verified')).toBeTruthy()
    expect(sent('/account/email/valid/confirm').map(({ body }) => body)).toEqual([{ key: `k-${keys}` }])
  })

  it('reports that the address is already verified, and leads to the sign-in page', async () => {
    found = () => envelope(codes.conflict, '该邮箱已完成验证')
    await show(CheckEmailPage, address)
    expect(await screen.findByText('邮箱已验证')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    await user.click(screen.getByRole('button', { name: '去登录' }))
    expect(await screen.findByText('/signIn/index')).toBeTruthy()
  })

  it('reports that it was used elsewhere in the meantime', async () => {
    await show(CheckEmailPage, address)
    const button = await confirm()
    confirmed = envelope(codes.conflict, '该邮箱已完成验证')
    found = () => confirmed
    await user.click(button)
    expect(await screen.findByText('邮箱已验证')).toBeTruthy()
  })

  it('shows why it was rejected, in the language of the page', async () => {
    found = (language) => envelope(codes.badCode, language === 'en' ? 'This link has expired' : '链接已过期')
    await show(CheckEmailPage, address)
    const message = await screen.findByText('链接已过期')
    expect(message.getAttribute('role')).toBe('alert')
    await act(() => setLanguage('en'))
    expect(await screen.findByText('This link has expired')).toBeTruthy()
  })

  it('offers a retry when the server cannot be reached, before and after the button is pressed', async () => {
    found = () => ({ status: 503 })
    await show(CheckEmailPage, address)
    const again = await screen.findByRole('button', { name: '重试' })
    found = () => envelope(200, '', verification)
    await user.click(again)
    confirmed = { status: 503 }
    await user.click(await confirm())
    confirmed = envelope(200, '')
    await user.click(await confirm())
    expect(await screen.findByText('邮箱验证成功')).toBeTruthy()
  })
})

describe('when another user is signed in', () => {
  it('names that user, and continues with the link after signing out', async () => {
    startSession('k')
    await show(CheckEmailPage, address)
    expect(await screen.findByText('当前登录的是王晓（wang）')).toBeTruthy()
    expect(screen.getByText('此链接是发给账号“li.na”的。')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '验证邮箱' })).toBeNull()
    await user.click(screen.getByRole('button', { name: '退出当前账号并继续' }))
    expect(await confirm()).toBeTruthy()
    expect(isSignedIn()).toBe(false)
    expect(sent('/sys/logout')).toHaveLength(1)
  })

  it('lets that user stay without verifying anything', async () => {
    startSession('k')
    await show(CheckEmailPage, address)
    await user.click(await screen.findByRole('button', { name: '以王晓（wang）的身份进入系统' }))
    expect(await screen.findByText('/softIndex')).toBeTruthy()
    expect(isSignedIn()).toBe(true)
    expect(sent('/account/email/valid/confirm')).toEqual([])
  })

  it('does not ask the account’s own user, nor any user whose session has ended', async () => {
    startSession('k')
    visitor = envelope(200, '', {
      id: '2',
      userName: 'li.na',
      fullName: '李娜',
      displayName: '李娜',
      language: 'zh',
    })
    await show(CheckEmailPage, address)
    expect(await confirm()).toBeTruthy()
    cleanup()
    visitor = envelope(codes.sessionExpired, '登录身份已过期')
    await show(CheckEmailPage, address)
    expect(await confirm()).toBeTruthy()
  })

  it('names the user in the button that continues into a session', async () => {
    startSession('k')
    found = () => envelope(codes.badCode, '链接已过期')
    await show(CheckEmailPage, address)
    await screen.findByText('链接已过期')
    expect(await screen.findByRole('button', { name: '以王晓（wang）的身份进入系统' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '退出并使用其他账号登录' }))
    expect(await screen.findByText('/signIn/index')).toBeTruthy()
    expect(isSignedIn()).toBe(false)
  })
})
