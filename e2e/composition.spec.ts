import { type HandledKey, openInputMethod } from './support/input-method.ts'
import { openTenantDialog, openTenants } from './support/tenants.ts'
import { expect, test } from './support/test.ts'

const keys: readonly HandledKey[] = ['Enter', 'ArrowDown', 'Tab', 'Escape']

test('a dialog and its fields ignore keys that an input method handles, but not later ones', async ({
  page,
}) => {
  await openTenants(page)
  const dialog = await openTenantDialog(page)
  const name = dialog.getByLabel('租户名称')
  const method = await openInputMethod(page)
  await method.compose('luming')
  await method.press(...keys)
  await expect(name).toHaveValue('luming')
  await expect(name).toBeFocused()
  await method.commit('鹿鸣')
  await expect(name).toHaveValue('鹿鸣')
  await expect(dialog).toBeVisible()
  await expect(dialog.locator('.arco-form-message')).toHaveCount(0)

  await page.keyboard.press('Escape')
  await expect(page.getByText('放弃未保存的内容？')).toBeVisible()
})

test('a select chooses nothing and stays open while its search is composed', async ({ page }) => {
  await openTenants(page)
  const dialog = await openTenantDialog(page)
  const category = dialog.getByRole('combobox', { name: '类别' })
  await category.click()
  await expect(page.getByRole('option').first()).toBeVisible()
  const method = await openInputMethod(page)
  await method.compose('shenban')
  await method.press('ArrowDown', 'Enter', 'Escape')
  await expect(page.getByRole('option').first()).toBeVisible()
  await method.commit('申办方')
  await expect(page.getByRole('option')).toHaveText(['申办方'])
  await expect(category).toContainText('请选择')

  await page.keyboard.press('Enter')
  await expect(category).toContainText('申办方')
})

test('the search of a manual continues, or is cleared, only after composition has ended', async ({
  page,
}) => {
  await page.goto('/#/helpCommon')
  const search = page.getByRole('search')
  const field = search.getByRole('textbox', { name: '在本页中查找' })
  await field.fill('验证码')
  await expect(search).toContainText('第 1 处')
  const method = await openInputMethod(page)
  await field.press('Home')
  await method.compose('tuxing')
  await method.press('Enter', 'Escape')
  await method.commit('图形')
  await expect(field).toHaveValue('图形验证码')
  await expect(search).toContainText('第 1 处')
  await field.press('Escape')
  await expect(field).toHaveValue('')
})
