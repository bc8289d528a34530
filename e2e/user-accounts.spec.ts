import type { Browser, Page } from '@playwright/test'
import { nextMessageTo, type ReceivedMessage } from './support/inbox.ts'
import { newAccount } from './support/invitations.ts'
import { signIn, submitSignIn } from './support/sessions.ts'
import { administrator } from './support/suite.ts'
import { choose, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { chooseAction, dialogOf, listedUser, newContacts, openUsers, saveDialog } from './support/users.ts'

/** Returns the password in a message. */
const passwordIn = ({ text }: ReceivedMessage): string =>
  /(?<![A-Za-z\d])(?=[A-Za-z\d]*[a-z])(?=[A-Za-z\d]*[A-Z])(?=[A-Za-z\d]*\d)[A-Za-z\d]{8,16}(?![A-Za-z\d])/.exec(
    text,
  )?.[0] ?? ''

/** Opens a page for another user, in Chinese. */
const pageOfAnother = async (browser: Browser, baseURL = ''): Promise<Page> => {
  const context = await browser.newContext({ baseURL })
  await context.addCookies([{ name: 'language', value: 'zh', url: baseURL }])
  return context.newPage()
}

test('a new user receives a password, signs in with it and must change it', async ({
  page,
  browser,
  baseURL,
}) => {
  const { userName, email, phone } = newContacts('lin')
  await openUsers(page)
  await page.getByRole('button', { name: '新增用户' }).click()
  const dialog = dialogOf(page, '新增用户')
  await saveDialog(page)
  await expect(dialog.getByText('请输入用户名！')).toBeVisible()
  await expect(dialog.getByText('请选择角色！')).toBeVisible()
  await dialog.getByLabel('用户名', { exact: true }).fill('Admin')
  await dialog.getByLabel('姓名').fill('林晓雨')
  await dialog.getByLabel('电子邮箱').fill(email)
  await dialog.getByLabel('手机号').fill(phone)
  await choose(page, '角色', '普通用户')
  await saveDialog(page)
  await expect(dialog.getByText('用户名已被使用，请换一个')).toBeVisible()
  await dialog.getByLabel('用户名', { exact: true }).fill(userName)
  await saveDialog(page)
  await expect(page.getByText('新增成功')).toBeVisible()
  await page.getByPlaceholder('搜索用户名').fill(userName)
  await expect(rowOf(page, userName)).toContainText('普通用户')

  const first = passwordIn(await nextMessageTo(email))
  const theirs = await pageOfAnother(browser, baseURL)
  await submitSignIn(theirs, { userName, password: first })
  await expect(theirs).toHaveURL(/#\/signIn\/modifyPwd$/)
  await theirs.getByLabel('原密码').fill(first)
  await theirs.getByLabel('新密码', { exact: true }).fill('Own2026lin')
  await theirs.getByLabel('确认新密码').fill('Own2026lin')
  await theirs.getByRole('button', { name: '确认修改' }).click()
  await expect(theirs).toHaveURL(/#\/signIn\/index$/)
  await signIn(theirs, { userName, password: 'Own2026lin' })
  await theirs.context().close()
})

test('locking a user ends their sessions at once, and so does a reset, which e-mails a password', async ({
  page,
  browser,
  baseURL,
}) => {
  const account = await newAccount('locked')
  const theirs = await pageOfAnother(browser, baseURL)
  await signIn(theirs, account)
  await openUsers(page, { userName: account.userName })
  const row = rowOf(page, account.userName)
  await chooseAction(row, '锁定')
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await expect(page.getByText('操作已取消')).toBeVisible()
  await chooseAction(row, '锁定')
  await expect(page.getByRole('dialog')).toContainText('将退出登录，且无法再次登录。系统会立即通知产品')
  await page.getByRole('dialog').getByRole('button', { name: '锁定' }).click()
  await expect(row).toContainText('已锁定')
  await theirs.reload()
  await expect(theirs.getByRole('dialog', { name: '超时验证' })).toContainText('您的登录身份已过期')

  await chooseAction(row, '解锁')
  await page.getByRole('dialog').getByRole('button', { name: '解锁' }).click()
  await expect(row).toContainText('正常')
  await chooseAction(row, '重置密码')
  await expect(page.getByRole('dialog')).toContainText(account.email)
  await page.getByRole('dialog').getByRole('button', { name: '重置并发送' }).click()
  await expect(page.getByText(`新密码已发送至 ${account.email}`)).toBeVisible()
  const password = passwordIn(await nextMessageTo(account.email, 1))
  await theirs.context().close()
  const again = await pageOfAnother(browser, baseURL)
  await submitSignIn(again, { ...account, password })
  await expect(again).toHaveURL(/#\/signIn\/modifyPwd$/)
  await again.context().close()
})

test('an administrator sets a user’s password with their own, and adds an existing account', async ({
  page,
  api,
}) => {
  const account = await newAccount('pulled')
  await openUsers(page, { userName: account.userName })
  const row = rowOf(page, account.userName)
  await chooseAction(row, '修改密码')
  const password = page.getByRole('dialog')
  await password.getByRole('textbox', { name: '您的登录密码' }).fill('Wrong2026old')
  await password.getByRole('textbox', { name: '新密码', exact: true }).fill('Other2026new')
  await password.getByRole('textbox', { name: '确认密码' }).fill('Other2026')
  await password.getByRole('button', { name: '确认修改' }).click()
  await expect(password.getByText('两次输入的密码不一致')).toBeVisible()
  await password.getByRole('textbox', { name: '确认密码' }).fill('Other2026new')
  await password.getByRole('button', { name: '确认修改' }).click()
  await expect(password.getByText('您的登录密码不正确')).toBeVisible()
  await password.getByRole('textbox', { name: '您的登录密码' }).fill(administrator.password)
  await password.getByRole('button', { name: '确认修改' }).click()
  await expect(page.getByText('密码已修改')).toBeVisible()
  await expect(password).toBeHidden()

  await page.getByRole('button', { name: '新增用户' }).click()
  const dialog = dialogOf(page, '新增用户')
  const contact = dialog.getByLabel('查找已有用户')
  await contact.fill('nobody@hospital.example')
  await contact.press('Enter')
  await expect(dialog.getByRole('status')).toContainText('没有用户验证过该邮箱或手机号')
  await contact.fill(account.phone)
  await dialog.getByRole('button', { name: '查找' }).click()
  await expect(dialog.getByLabel('用户名', { exact: true })).toHaveValue(account.userName)
  await expect(dialog.getByLabel('电子邮箱')).toBeDisabled()
  await expect(dialog.getByLabel('电子邮箱')).toHaveValue(account.email)
  await choose(page, '角色', '普通用户')
  await saveDialog(page)
  await expect(page.getByText('新增成功')).toBeVisible()
  await expect(row).toContainText('普通用户')
  expect(await listedUser(api, account.userName)).toMatchObject({ fullName: '王晓', email: account.email })
})
