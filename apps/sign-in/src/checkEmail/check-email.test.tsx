import { codes } from '@atrium/contract'
import { endSession, installNotifier, setLanguage } from '@atrium/shared-api'
import { envelope, startApi } from '@atrium/shared-api/testing'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { act, cleanup, screen } from '@testing-library/react'
import { show, user } from '../testing/show.tsx'
import CheckEmailPage from './CheckEmailPage.tsx'

let answer: (language: unknown) => ReturnType<typeof envelope>
let api: Awaited<ReturnType<typeof startApi>>

beforeEach(async () => {
  installNotifier({ error: () => undefined })
  endSession()
  api = await startApi(({ headers }) => answer(headers.language))
})
afterEach(async () => {
  cleanup()
  await setLanguage('zh')
  await api.stop()
})

describe('the link of a verification e-mail', () => {
  it('verifies the address, with one call whatever the language becomes', async () => {
    answer = () => envelope(200, '')
    await show(CheckEmailPage, '/checkEmail?key=k-1')
    expect(await screen.findByText('邮箱验证成功')).toBeTruthy()
    await act(() => setLanguage('en'))
    expect(await screen.findByText('E-mail address verified')).toBeTruthy()
    expect(api.seen.map(({ path, query }) => [path, query.get('key')])).toEqual([
      ['/account/email/valid', 'k-1'],
    ])
  })

  it('says why it was refused, in the language of the page', async () => {
    answer = (language) => envelope(codes.badCode, language === 'en' ? 'This link has expired' : '链接已过期')
    await show(CheckEmailPage, '/checkEmail?key=k-2')
    const message = await screen.findByText('链接已过期')
    expect(message.getAttribute('role')).toBe('alert')
    await act(() => setLanguage('en'))
    expect(await screen.findByText('This link has expired')).toBeTruthy()
  })

  it('can be tried again when the server could not be reached', async () => {
    answer = () => ({ status: 503 })
    await show(CheckEmailPage, '/checkEmail?key=k-3')
    const again = await screen.findByRole('button', { name: '重试' })
    answer = () => envelope(200, '')
    await user.click(again)
    expect(await screen.findByText('邮箱验证成功')).toBeTruthy()
  })
})
