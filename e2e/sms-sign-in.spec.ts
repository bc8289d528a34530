import { codeIn, messagesTo, nextMessageTo } from './support/inbox.ts'
import { newAccount } from './support/invitations.ts'
import { phoneOf } from './support/phones.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

test.use({ as: 'nobody' })

test('a code sent by SMS signs in', async ({ page }) => {
  const { phone } = await newAccount('sms')
  await page.goto('/#/signIn/index')
  await page.getByRole('tab', { name: '短信登录' }).click()
  await page.getByLabel('手机号').fill(phone)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText('验证码已发送，10 分钟内有效')).toBeVisible()
  await expect(page.getByLabel('短信验证码')).toBeFocused()

  await page.getByLabel('短信验证码').fill('000000')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('验证码错误或已过期')

  await page.getByLabel('短信验证码').fill(codeIn(await nextMessageTo(phone, 1)))
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/#\/softIndex$/)
})

test('the waiting time for another code survives a reload, and a double click sends only one', async ({
  page,
}) => {
  const phone = phoneOf(unique('nobody'))
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.goto('/#/signIn/index?tab=sms')
  await page.getByLabel('手机号').fill(phone)
  await page.getByRole('button', { name: '获取验证码' }).dblclick()
  const waiting = page.getByRole('button', { name: /秒后重新获取/ })
  await expect(waiting).toBeDisabled()
  await page.reload()
  await expect(waiting).toBeDisabled()
  expect(sent.filter((url) => url.endsWith('/sys/login/sendAuthCode'))).toHaveLength(1)
  expect(await messagesTo(phone)).toEqual([])
})

test('input stays in the other tab, and arrow keys switch the tabs', async ({ page }) => {
  await page.goto('/#/signIn/index')
  await page.getByLabel('用户名').fill('zhang.wei')
  await page.getByRole('tab', { name: '密码登录' }).press('ArrowRight')
  await expect(page.getByRole('tab', { name: '短信登录' })).toBeFocused()
  await page.getByLabel('手机号').fill('138')
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText('手机号格式不正确')).toBeVisible()
  await page.getByRole('tab', { name: '短信登录' }).press('ArrowLeft')
  await expect(page.getByLabel('用户名')).toHaveValue('zhang.wei')
})
