import type { Browser, Page } from '@playwright/test'
import { newAccount } from './support/invitations.ts'
import { type Account, signIn } from './support/sessions.ts'
import { rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { chooseAction, dialogOf, openUsers } from './support/users.ts'

const edge =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0'

/**
 * Signs an account in on another device, in Chinese.
 * @returns its page
 */
const signInElsewhere = async (browser: Browser, account: Account, baseURL = ''): Promise<Page> => {
  const context = await browser.newContext({ baseURL, userAgent: edge })
  await context.addCookies([{ name: 'language', value: 'zh', url: baseURL }])
  const page = await context.newPage()
  await signIn(page, account)
  return page
}

const isSignedOut = async (page: Page) => {
  await page.reload()
  await expect(page.getByRole('dialog', { name: '超时验证' })).toContainText('您的登录身份已过期')
}

const openDevices = async (page: Page) => {
  await page.locator('.top-user').click()
  await page.getByRole('menuitem', { name: '个人信息' }).click()
  await page.getByRole('button', { name: '查看登录设备' }).click()
  return dialogOf(page, '登录设备')
}

/** Confirms the question, and waits until the dialog is gone. */
const agree = async (page: Page) => {
  const question = page.locator('.dialog-confirm')
  await question.getByRole('button', { name: '下线' }).press('Enter')
  await expect(question).toHaveCount(0)
}

test.describe('the user’s own devices', () => {
  test.use({ as: 'nobody' })

  test('are listed and signed out individually or all at once, also by keyboard, except the current one', async ({
    page,
    browser,
    baseURL,
  }) => {
    const account = await newAccount('devices')
    const first = await signInElsewhere(browser, account, baseURL)
    const second = await signInElsewhere(browser, account, baseURL)
    await signIn(page, account)
    const dialog = await openDevices(page)
    const items = dialog.getByRole('listitem')
    // One of the four sessions is from a client that is not a browser, which tried out the account.
    await expect(items).toHaveCount(4)
    await expect(items.first()).toContainText('当前设备')
    await expect(items.first()).toContainText(/登录时间\s*\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)
    await expect(items.first().getByRole('button')).toHaveCount(0)
    await expect(items.nth(1)).toContainText('Microsoft Edge 131 · Windows')
    await expect(items.last()).toContainText('node')

    await items.nth(1).getByRole('button', { name: '下线' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('.dialog-confirm')).toContainText('“Microsoft Edge 131 · Windows”（127.0.0.1）')
    await page.keyboard.press('Escape')
    await expect(page.getByText('操作已取消')).toBeVisible()
    await expect(page.locator('.dialog-confirm')).toHaveCount(0)
    await expect(items.nth(1).getByRole('button')).toBeFocused()
    await page.keyboard.press('Enter')
    await agree(page)
    await expect(items).toHaveCount(3)
    await expect(dialog.locator(':focus')).toHaveCount(1)
    await isSignedOut(second)

    await dialog.getByRole('button', { name: '下线其他设备' }).click()
    await agree(page)
    await expect(items).toHaveCount(1)
    await expect(dialog.getByRole('button', { name: '下线其他设备' })).toBeDisabled()
    await isSignedOut(first)
    await page.reload()
    await expect(page.locator('.top-user')).toBeVisible()
    for (const elsewhere of [first, second]) await elsewhere.context().close()
  })
})

test('an administrator signs a user out everywhere, after the list first failed to load', async ({
  page,
  browser,
  baseURL,
}) => {
  const account = await newAccount('left')
  const theirs = await signInElsewhere(browser, account, baseURL)
  await openUsers(page, { userName: account.userName })
  let fails = true
  await page.route('**/session/list/admin*', (route) =>
    fails
      ? route.fulfill({ json: { code: 403, success: false, isOk: false, message: '无权', data: null } })
      : route.continue(),
  )
  await chooseAction(rowOf(page, account.userName), '登录设备')
  const dialog = dialogOf(page, '“王晓”的登录设备')
  await expect(dialog.getByRole('alert')).toContainText('登录设备加载失败')
  fails = false
  await dialog.getByRole('button', { name: '重新加载' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog).not.toContainText('当前设备')
  await dialog.getByRole('button', { name: '全部下线' }).click()
  await agree(page)
  await expect(dialog).toContainText('没有登录中的设备')
  await expect(dialog.getByRole('button', { name: '全部下线' })).toBeDisabled()
  await isSignedOut(theirs)
  await theirs.context().close()
})
