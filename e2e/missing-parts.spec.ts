import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

/** The browser reports files that fail to load, and React reports parts of the page that are missing. */
test.use({ newBrowser: true, expectedComplaints: [/Failed to load resource|could not be fetched/] })

const scripts = '**/*.js'

/**
 * Blocks further code, as if the network were down.
 * @returns a function that allows it again
 */
const withholdCode = async (page: Page) => {
  await page.waitForLoadState('networkidle')
  await page.route(scripts, (route) => route.abort())
  return () => page.unroute(scripts)
}

test.describe('before signing in', () => {
  test.use({ as: 'nobody' })

  test('a form that fails to load is loaded again on request, and the other form stays', async ({ page }) => {
    await page.goto('/#/signIn/index')
    await page.getByLabel('用户名').fill('zhangwei')
    const giveCode = await withholdCode(page)
    await page.getByRole('tab', { name: '短信登录' }).click()
    const retry = page.getByRole('button', { name: '重试' })
    await expect(page.getByRole('alert').filter({ has: retry })).toContainText('这部分内容未能加载')
    await giveCode()
    await retry.click()
    await expect(page.getByLabel('手机号')).toBeVisible()
    await page.getByRole('tab', { name: '密码登录' }).click()
    await expect(page.getByLabel('用户名')).toHaveValue('zhangwei')
  })
})

test.describe('without the texts of a remote', () => {
  test.use({
    as: 'nobody',
    expectedComplaints: [/Failed to load resource|could not be fetched/],
  })

  test('shows the failure after every retry, and no text keys', async ({ page }) => {
    // The texts are fetched in a separate file, or joined with everything else that the page loads first.
    const texts = /\/remotes\/sign-in\/[^/]+\/(texts|joined)-/
    await page.route(texts, (route) => route.abort())
    await page.goto('/#/signIn/index')
    const failure = page.getByRole('alert').filter({ hasText: '“登录”模块未能加载' })
    for (const _try of [1, 2]) {
      const asked = page.waitForRequest(texts)
      await failure.getByRole('button', { name: '重试' }).click()
      await asked
      await expect(failure).toBeVisible()
    }
    await expect(page.getByText('signIn.')).toHaveCount(0)
    await page.unroute(texts)
    await failure.getByRole('button', { name: '重试' }).click()
    await expect(page.getByLabel('用户名')).toBeVisible()
  })
})

test('parts of the top bar that fail to load leave the page unchanged and are loaded at the next try', async ({
  page,
}) => {
  await page.goto('/#/softIndex')
  const greeting = page.getByRole('heading', { name: /平台管理员/ })
  await expect(greeting).toBeVisible()
  const giveCode = await withholdCode(page)
  const choose = async (entry: string) => {
    await page.getByRole('button', { name: '用户菜单' }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  const failure = page.getByText('请求失败')
  for (const entry of ['个人信息', '退出登录']) {
    await choose(entry)
    await expect(failure).toBeVisible()
    await expect(greeting).toBeVisible()
    await expect(failure).toBeHidden()
  }
  await page.getByRole('button', { name: '帮助手册' }).click()
  await page.getByRole('menuitem').first().click()
  const missing = page.getByRole('alert').filter({ hasText: '页面未能加载' })
  await expect(missing).toBeVisible()

  await giveCode()
  await missing.getByRole('button', { name: '重试' }).click()
  await expect(page.getByRole('article').getByRole('heading').first()).toBeVisible()
  await choose('个人信息')
  await expect(page.getByRole('dialog', { name: '个人信息' })).toBeVisible()
})
