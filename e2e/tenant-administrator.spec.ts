import { tenantCombobox, tenantList } from '@atrium/contract'
import { apiOf } from './support/api.ts'
import { rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'

test.use({ as: 'tenantAdministrator' })

test('a tenant’s administrator sees only the menus of their role', async ({ page }) => {
  await page.goto('/#/index')
  await expect(page).toHaveURL(/#\/systemManger\/dictionary/)
  const menu = page.getByRole('navigation', { name: '主菜单' })
  await expect(menu.getByRole('link', { name: '数据字典' })).toBeVisible()
  await expect(menu.getByRole('link', { name: '租户管理' })).toHaveCount(0)
})

test('the menu shows the current screen, even on a low screen', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 480 })
  await page.goto('/#/projectManager/authorization')
  const entry = page.getByRole('navigation', { name: '主菜单' }).locator('[aria-current=page]')
  await expect(entry).toHaveText('用户预授权')
  await expect(entry).toBeInViewport()
})

test('the URL of a screen outside the menu leads to a friendly page, and its call is rejected', async ({
  page,
  sessionOf,
}) => {
  await page.goto('/#/systemManger/tenant')
  await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible()
  await expect(
    apiOf((await sessionOf('tenantAdministrator')).key)(tenantList, { page: 1, limit: 10 }),
  ).rejects.toThrow('403')
  await page.getByRole('button', { name: '返回首页' }).click()
  await expect(page).toHaveURL(/#\/softIndex/)
})

test('own dictionary entries can be edited, shared ones are read-only', async ({ page }) => {
  await page.goto('/#/systemManger/dictionary')
  await page.getByRole('button', { name: '岗位', exact: true }).click()
  await expect(page.getByRole('combobox', { name: '租户' })).toContainText('鹿鸣溪')
  const own = rowOf(page, '临床药理师')
  await expect(own.getByRole('button', { name: '编辑' })).toBeVisible()
  const shared = page.getByRole('row').filter({ hasText: '公共' })
  await expect(shared.first()).toBeVisible()
  await expect(shared.getByRole('button')).toHaveCount(0)

  await page.getByRole('button', { name: '研究分期', exact: true }).click()
  await expect(page.getByText('该类别由平台统一维护').first()).toBeVisible()
  await expect(page.getByRole('button', { name: '新增条目' })).toHaveCount(0)
})

/** Screens of the tenant area, by route. */
const screensOfTenant = [
  ['syslist', '系统列表', 'System list'],
  ['tenantSite', '租户中心', 'Tenant sites'],
  ['tenantPin', 'PIN 码设置', 'PIN settings'],
  ['tenantUser', '租户用户', 'Tenant users'],
  ['tenantPorject', '研究管理', 'Studies'],
  ['userDepartment', '用户部门', 'User departments'],
  ['department', '部门管理', 'Departments'],
  ['tenantRelease', '模块版本', 'Releases'],
] as const

/** Beginnings of other demonstration tenants' names. */
const otherTenants = /衡序澜|青屿岚/

test('each screen of the tenant area starts with the own tenant, and lists or offers no other', async ({
  page,
}) => {
  await page.goto('/#/index')
  const menu = page.getByRole('navigation', { name: '主菜单' })
  for (const [route, name] of screensOfTenant) {
    await page.goto(`/#/tenantManager/${route}`)
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
    const tenant = page.getByRole('combobox', { name: '租户', exact: true })
    await expect(tenant).toContainText('鹿鸣溪')
    await page.waitForLoadState('networkidle')
    await tenant.click()
    await expect(page.getByRole('option', { name: /鹿鸣溪/ })).toBeVisible()
    await expect(page.getByRole('option', { name: otherTenants })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByText(otherTenants)).toHaveCount(0)
  }
})

test('a URL with another tenant’s id shows the own tenant, or that there is none', async ({ page, api }) => {
  const [other] = await api(tenantCombobox, { keyWord: '衡序澜' })
  for (const [route, name] of screensOfTenant) {
    await page.goto(`/#/tenantManager/${route}?tenantId=${other?.code}`)
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.getByText(otherTenants)).toHaveCount(0)
  }
})

test.describe('in English', () => {
  test.use({ language: 'en' })

  test('screens of the tenant area have English names', async ({ page }) => {
    await page.goto('/#/tenantManager/syslist')
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    for (const [, , name] of screensOfTenant) {
      await menu.getByRole('link', { name, exact: true }).click()
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    }
  })
})
