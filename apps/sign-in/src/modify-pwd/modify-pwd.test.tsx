import { codes } from '@atrium/contract'
import { isSignedIn, startSession } from '@atrium/shared-api'
import { envelope, type Result } from '@atrium/shared-api/testing'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { cleanup, screen } from '@testing-library/react'
import { show as showAt, user } from '../testing/show.tsx'
import { type SignInApi, startSignInApi } from '../testing/sign-in-api.ts'
import ModifyPwdPage from './ModifyPwdPage.tsx'

/** Profile of the signed-in user. */
const own = { userName: 'li.lei', language: 'zh' }
let response: Result
let api: SignInApi

beforeEach(async () => {
  response = envelope(200, '')
  api = await startSignInApi(({ path }) => (path === '/sys/user/info' ? envelope(200, '', own) : response))
})
afterEach(async () => {
  cleanup()
  await api.stop()
})

const show = (state?: object) => showAt(ModifyPwdPage, '/signIn/modifyPwd', state)

async function change(old: string, fresh: string, again = fresh) {
  await user.type(await screen.findByLabelText('原密码'), old)
  await user.type(screen.getByLabelText('新密码'), fresh)
  await user.type(screen.getByLabelText('确认新密码'), again)
  await user.click(screen.getByRole('button', { name: '确认修改' }))
}
const sent = () => api.seen.filter(({ path }) => !['/sys/login/key', '/sys/user/info'].includes(path))

describe('the password change', () => {
  it('changes a password that must be changed, for the user name passed on', async () => {
    await show({ userName: 'zhang.san' })
    await change('Old12345', 'New12345')
    expect(await screen.findByText('/signIn/index')).toBeTruthy()
    expect(sent()[0]).toMatchObject({
      path: '/sys/user/username/password',
      body: { username: 'zhang.san', newPassword: expect.stringMatching(/^v2\.k1\./) },
    })
  })

  it('changes the user’s own password and ends the session', async () => {
    startSession('k')
    await show()
    expect(screen.queryByLabelText('用户名')).toBeNull()
    await change('Old12345', 'New12345')
    expect(await screen.findByText('/signIn/index')).toBeTruthy()
    expect(sent()[0]?.path).toBe('/sys/user/password')
    expect(isSignedIn()).toBe(false)
  })

  it.each([
    ['New12345', 'New12346', '两次输入的密码不一致'],
    ['Old12345', 'Old12345', '新密码不能与原密码相同'],
    ['short', 'short', '新密码须为 8-16 位字母和数字，且同时包含大写字母、小写字母和数字'],
  ])('rejects %j with %j before it is sent', async (fresh, again, message) => {
    startSession('k')
    await show()
    await change('Old12345', fresh, again)
    expect(await screen.findByText(message)).toBeTruthy()
    expect(api.seen).toHaveLength(0)
  })

  it('shows the server’s message next to its field', async () => {
    startSession('k')
    response = envelope(codes.invalid, '填写内容有误', null, {
      errors: [{ field: 'password', message: '原密码不正确' }],
    })
    await show()
    await change('Old12345', 'New12345')
    expect(await screen.findByText('原密码不正确')).toBeTruthy()
    expect(isSignedIn()).toBe(true)
  })

  it('shows a message that belongs to no field above the form', async () => {
    startSession('k')
    response = envelope(codes.limitReached, '操作过于频繁，请稍后再试')
    await show()
    await change('Old12345', 'New12345')
    const message = await screen.findByText('操作过于频繁，请稍后再试')
    expect(message.closest('[role="alert"]')).toBeTruthy()
  })
})
