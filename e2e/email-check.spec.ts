import { sendEmailVerification, userUpdateImportant } from '@atrium/contract'
import { messagesTo, nextMessageTo } from './support/inbox.ts'
import { newAccount } from './support/invitations.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'
import { listedUser } from './support/users.ts'

test.use({ as: 'nobody' })

test('the link of an e-mail verifies the address, once', async ({ page, context, api: administrator }) => {
  const { api, userName, phone } = await newAccount('unverified')
  const { id } = await listedUser(administrator, userName)
  const email = `${unique('unverified')}@hospital.example`
  await administrator(userUpdateImportant, { id, fullName: userName, email, phone })
  await api(sendEmailVerification, {})
  const { text } = await nextMessageTo(email)
  const key = /\/#\/checkEmail\?key=([\w-]+)/.exec(text)?.[1]

  await page.goto(`/#/checkEmail?key=${key}`)
  await expect(page.getByRole('heading', { name: '邮箱验证成功' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: '邮箱验证成功' })).toBeVisible()

  const again = await context.newPage()
  await again.goto(`/#/checkEmail?key=${key}`)
  await expect(again.getByRole('heading', { name: '邮箱验证失败' })).toBeVisible()
  await expect(again.getByRole('alert')).toContainText('该链接已使用过')
  await again.getByRole('button', { name: /中文/ }).click()
  await again.getByText('English', { exact: true }).click()
  await expect(again.getByRole('alert')).toContainText('This link has already been used')
  await again.getByRole('button', { name: 'Sign in' }).click()
  await expect(again).toHaveURL(/#\/signIn\/index$/)
  expect(await messagesTo(email)).toHaveLength(1)
})

test('a link that is not whole is refused without asking', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.goto('/#/checkEmail')
  await expect(page.getByRole('alert')).toContainText('链接无效，请确认地址是否完整')
  expect(sent.filter((url) => url.includes('/account/email/valid'))).toEqual([])
})
