import { tabTo } from './support/keyboard.ts'
import { administrator } from './support/suite.ts'
import { rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

test.use({ as: 'nobody' })

test('signing in, adding a tenant and closing dialogs works without a mouse', async ({ page }) => {
  await page.goto('/#/signIn/index')
  await tabTo(page, page.getByRole('textbox', { name: '用户名' }))
  await page.keyboard.type(administrator.userName)
  await page.keyboard.press('Tab')
  await page.keyboard.type(administrator.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/softIndex$/)

  await tabTo(page, page.getByRole('link', { name: /用户中心 管理租户/ }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: '租户管理' }))
  await page.keyboard.press('Enter')

  const add = await tabTo(page, page.getByRole('button', { name: '新增租户' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('租户名称')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(add).toBeFocused()

  const name = unique('键盘医药')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('租户名称')).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await page.keyboard.type('键盘')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('combobox', { name: '类别' }).locator('input')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('申办方')
  await expect(page.getByRole('option', { name: '申办方', exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('combobox', { name: '类别' })).toContainText('申办方')
  await page.keyboard.press('Tab')
  await page.keyboard.type('李蕾')
  await page.keyboard.press('Enter')
  await expect(page.getByText('新增成功')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(add).toBeFocused()
  await expect(rowOf(page, name)).toBeVisible()
})

test('the language menu is used with arrow keys and closed with Escape', async ({ page }) => {
  await page.goto('/#/signIn/index')
  const button = await tabTo(page, page.getByRole('button', { name: /语言/ }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitemradio', { name: '中文' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitemradio', { name: 'English' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(button).toBeFocused()
})
