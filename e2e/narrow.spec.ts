import type { Page } from '@playwright/test'
import { openTenantDialog, openTenants, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 390, height: 844 } })

/** Returns how far the page itself can be scrolled sideways, in pixels. */
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('the menu is a drawer that closes when an entry is chosen', async ({ page }) => {
  await page.goto('/#/systemManger/dictionary')
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeHidden()
  const button = page.getByRole('button', { name: '打开菜单' })
  await button.click()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await button.click()
  await page.getByRole('dialog', { name: '主菜单' }).getByRole('link', { name: '租户管理' }).click()
  await expect(page.getByRole('heading', { name: '租户管理' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeHidden()
})

test('a dialog fills the screen, and its buttons stay visible', async ({ page }) => {
  await openTenants(page)
  const dialog = await openTenantDialog(page)
  await expect.poll(() => dialog.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
  await dialog.getByLabel('邮政编码').scrollIntoViewIfNeeded()
  await expect(dialog.getByRole('button', { name: '保存' })).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByRole('button', { name: '关闭' })).toBeInViewport({ ratio: 1 })
})

test('filters collapse, and a row’s buttons become a menu', async ({ page }) => {
  await openTenants(page)
  const keyword = page.getByPlaceholder('搜索名称、简称、编码或联系人')
  await expect(keyword).toBeHidden()
  await page.getByRole('button', { name: '筛选', exact: true }).click()
  await keyword.fill('鹿鸣溪')
  await expect(page.getByRole('button', { name: '筛选 (1)' })).toBeVisible()
  await rowOf(page, '鹿鸣溪').getByRole('button', { name: /操作/ }).click()
  await page.getByRole('menuitem', { name: '编辑' }).click()
  await expect(page.getByRole('dialog').getByLabel('租户名称')).toHaveValue(/鹿鸣溪/)
})

test('buttons that add something stay visible when filters collapse', async ({ page }) => {
  await page.goto('/#/projectManager/training?part=evidence')
  await expect(page.getByRole('button', { name: '登记培训证明', exact: true })).toBeVisible()
  await page.getByRole('tab', { name: '培训', exact: true }).click()
  await expect(page.getByRole('button', { name: '新增培训', exact: true })).toBeVisible()
})

test('no page scrolls sideways', async ({ page }) => {
  for (const [path, heading] of [
    ['softIndex', /平台管理员/],
    ['systemManger/tenant', '租户管理'],
    ['systemManger/dictionary', '数据字典'],
    ['systemManger/site', '中心管理'],
    ['software/safeStrategyManage', '安全策略管理'],
    ['software/unblinding', '揭盲登记'],
    ['software/privacy', '个人信息保护'],
    ['software/inspections', '检查室'],
    ['projectManager/accessRequest', '访问申请'],
    ['projectManager/training', '培训管理'],
    ['tenantManager/tenantUser', '租户用户'],
    ['base/email', '邮件推送'],
    ['setting/module', '模块管理'],
    ['setting/operations', '运维'],
    ['tenantManager/tenantRelease', '模块版本'],
    ['signIn/modifyPwd', '修改密码'],
    ['no/such/page', '页面不存在'],
  ] as const) {
    await page.goto(`/#/${path}`)
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
    if (path.startsWith('systemManger')) await expect(page.getByRole('row').nth(1)).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(await sideways(page), path).toBe(0)
  }
})

test.describe('without a session', () => {
  test.use({ as: 'nobody' })
  test('the sign-in page does not scroll sideways', async ({ page }) => {
    await page.goto('/#/signIn/index')
    await expect(page.getByRole('heading', { name: '登录' })).toBeVisible()
    expect(await sideways(page)).toBe(0)
  })
})
