import type { Page } from '@playwright/test'
import { nextMessageTo } from './support/inbox.ts'
import { newAccount } from './support/invitations.ts'
import { phoneOf } from './support/phones.ts'
import { readAccount, signIn } from './support/sessions.ts'
import { suiteUrl, tenantAdministrator } from './support/suite.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

test.use({ as: 'tenantAdministrator' })
// They change one user's profile.
test.describe.configure({ mode: 'serial' })

const openInfo = async (page: Page) => {
  await page.goto('/#/softIndex')
  await page.locator('.top-user').click()
  await page.getByRole('menuitem', { name: '个人信息' }).click()
  return page.getByRole('dialog', { name: '个人信息', exact: true })
}

test('users edit their own profile; a changed e-mail is verified by the link that is sent', async ({
  page,
}) => {
  const email = `${unique('user')}@example.com`
  const info = await openInfo(page)
  await info.getByRole('button', { name: '编辑' }).click()
  const form = page.getByRole('dialog', { name: '编辑个人信息' })
  await form.getByLabel('电子邮箱').fill('不是邮箱')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form.getByText('电子邮箱格式不正确')).toBeVisible()
  await form.getByLabel('电子邮箱').fill(email)
  await form.getByLabel('手机号').fill(`139${Math.random().toString().slice(2, 10)}`)
  await form.getByLabel('出生日期').fill('1988-05-17')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form).toBeHidden()
  await expect(info).toContainText(email)
  await expect(info).toContainText('未验证')
  await expect(info).toContainText('1988-05-17')

  await info.getByRole('button', { name: '发送验证邮件' }).click()
  await expect(page.getByText(`验证邮件已发送至 ${email}`)).toBeVisible()
  const { text } = await nextMessageTo(email)
  const hash = /#\/checkEmail\?key=[\w-]+/.exec(text)?.[0]
  await page.goto(`/${hash}`)
  await expect(page.getByText('邮箱验证成功').first()).toBeVisible()
  await expect(await openInfo(page)).toContainText('已验证')
})

test.describe('a session of a test’s own', () => {
  test.use({ as: 'nobody' })
  test('a new e-mail address and phone are told where the user was reached so far', async ({ page }) => {
    const account = await newAccount('moved')
    await signIn(page, account)
    const info = await openInfo(page)
    await info.getByRole('button', { name: '编辑' }).click()
    const form = page.getByRole('dialog', { name: '编辑个人信息' })
    await form.getByLabel('电子邮箱').fill(`new.${account.email}`)
    await form.getByRole('textbox', { name: /手机/ }).fill(phoneOf('moved to'))
    await form.getByRole('button', { name: '保存' }).click()
    await expect(form).toBeHidden()
    expect((await nextMessageTo(account.email, 2)).text).toContain(account.userName)
    expect((await nextMessageTo(account.phone)).text).toContain('手机号')
  })
})

test('the language is kept in the profile and comes along to another machine', async ({ page, browser }) => {
  await page.goto('/#/softIndex')
  await page.getByRole('button', { name: '中文' }).click()
  const saved = page.waitForResponse(/update\/self/)
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await saved
  const elsewhere = await browser.newContext({ baseURL: suiteUrl, storageState: undefined })
  try {
    const other = await elsewhere.newPage()
    await signIn(other, await readAccount(tenantAdministrator))
    await expect(other.locator('html')).toHaveAttribute('lang', 'en')
    await other.getByRole('button', { name: 'English' }).click()
    const restored = other.waitForResponse(/update\/self/)
    await other.getByRole('menuitemradio', { name: '中文' }).click()
    await restored
  } finally {
    await elsewhere.close()
  }
})
