import type { Page } from '@playwright/test'
import { agePassword, newAccount } from './support/invitations.ts'
import { signIn, submitSignIn } from './support/sessions.ts'
import { administrator } from './support/suite.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

test.use({ as: 'nobody' })

const submit = async (page: Page, userName: string, password: string) => {
  await page.getByLabel('用户名').fill(userName)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

test('the right password leads to the landing page, which greets the user and offers their menus', async ({
  page,
}) => {
  await signIn(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('平台管理员')
  await page.getByRole('link', { name: /用户中心 管理租户/ }).click()
  await expect(page).toHaveURL(/#\/systemManger\/dictionary/)
})

test('earlier addresses of the sign-in page still lead to it', async ({ page }) => {
  for (const address of ['/#/signIn', '/#/login']) {
    await page.goto(address)
    await expect(page).toHaveURL(/#\/signIn\/index$/)
  }
})

test('a wrong password is rejected beside the form, and the name stays', async ({ page }) => {
  await page.goto('/#/signIn/index')
  const userName = unique('nobody-here')
  await submit(page, userName, 'Wrong2026pass')
  await expect(page.getByRole('alert')).toContainText('用户名、密码或图形验证码不正确')
  await expect(page.getByLabel('用户名')).toHaveValue(userName)
  await expect(page.getByLabel('密码', { exact: true })).toBeFocused()
})

test('after more than three failures a captcha is required, and a click or key loads another image', async ({
  page,
}) => {
  await page.goto('/#/signIn/index')
  const captcha = page.getByRole('textbox', { name: '图形验证码' })
  const userName = unique('captcha')
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    await expect(captcha).toBeHidden()
    const answered = page.waitForResponse('**/api/sys/login')
    await submit(page, userName, `Wrong2026${attempt}`)
    await answered
  }
  await expect(captcha).toBeVisible()

  const image = page.getByRole('img', { name: '图形验证码图片' })
  const sourceBefore = async (act: () => Promise<void>) => {
    const before = await image.getAttribute('src')
    await act()
    await expect(image).not.toHaveAttribute('src', before ?? '')
  }
  await sourceBefore(() => image.click())
  await captcha.focus()
  await page.keyboard.press('Tab')
  await sourceBefore(() => page.keyboard.press('Enter'))

  await submit(page, userName, 'Wrong2026five')
  await expect(page.getByText('请输入图形验证码！')).toBeVisible()
})

test('input survives a change of language, and error messages change with it', async ({ page }) => {
  await page.goto('/#/signIn/index')
  await page.getByLabel('用户名').fill('zhang.wei')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('请输入密码！')).toBeVisible()
  await page.getByRole('button', { name: /中文/ }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByLabel('User name')).toHaveValue('zhang.wei')
  await expect(page.getByText('Please enter Password!')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('a signed-in user who opens the sign-in page is redirected, and signing out leads back to it', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/#/signIn/index')
  await expect(page).toHaveURL(/#\/softIndex$/)
  await page.getByRole('button', { name: '用户菜单' }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(page.getByRole('dialog').getByRole('button')).toHaveText(['取消', '退出'])
  await page.getByRole('button', { name: '退出', exact: true }).click()
  await expect(page).toHaveURL(/#\/signIn\/index/)
  await page.goto('/#/softIndex')
  await expect(page).toHaveURL(/#\/signIn\/index/)
})

test('a user who returns to the sign-in page while the landing page is being drawn is redirected too', async ({
  page,
}) => {
  await page.goto('/#/signIn/index')
  await page.getByLabel('用户名').waitFor()
  // The landing page is not drawn yet during the redirect.
  await page.evaluate(() => {
    const { replaceState } = history
    history.replaceState = (...args) => {
      replaceState.apply(history, args)
      if (!String(args[2]).endsWith('#/softIndex')) return
      history.replaceState = replaceState
      location.hash = '#/signIn/index'
    }
  })
  await submit(page, administrator.userName, administrator.password)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('平台管理员')
  await expect(page).toHaveURL(/#\/softIndex$/)
})

test('a password that expires soon can be changed now or later, but an expired one must be changed first', async ({
  page,
}) => {
  const account = await newAccount('expiring')
  await agePassword(account.userName, 85)
  const dialog = page.getByRole('dialog', { name: '密码即将过期' })
  await submitSignIn(page, account)
  await expect(dialog).toContainText('您的密码将在 5 天后过期')
  await dialog.getByRole('button', { name: '稍后再说' }).click()
  await expect(page).toHaveURL(/#\/softIndex$/)

  await page.context().clearCookies({ name: 'usercache' })
  await page.reload()
  await submitSignIn(page, account)
  await dialog.getByRole('button', { name: '立即修改' }).click()
  await expect(page).toHaveURL(/#\/signIn\/modifyPwd$/)

  await page.context().clearCookies({ name: 'usercache' })
  await agePassword(account.userName, 91)
  await page.reload()
  await submitSignIn(page, account)
  await expect(page).toHaveURL(/#\/signIn\/modifyPwd$/)
  await expect(page.getByLabel('用户名')).toHaveValue(account.userName)
})

test.describe('in English', () => {
  test.use({ language: 'en', newBrowser: true })

  test('the page needs no more than eight requests, as in Chinese', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto('/#/signIn/index')
    await expect(page.getByLabel('User name')).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(8)
  })
})
