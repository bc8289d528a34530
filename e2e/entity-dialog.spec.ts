import { openTenantDialog, openTenants } from './support/tenants.ts'
import { expect, test } from './support/test.ts'

const question = '放弃未保存的内容？'

test('the dialog asks about unsaved changes however it is closed, and before a reload', async ({ page }) => {
  await openTenants(page)
  const dialog = page.getByRole('dialog', { name: '新增租户' })
  const name = dialog.getByLabel('租户名称')
  await openTenantDialog(page)
  await name.fill('还没保存')
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: '取消' }).click(),
    () => dialog.getByRole('button', { name: '关闭' }).click(),
  ]) {
    await leave()
    await expect(page.getByText(question)).toBeVisible()
    await page.getByRole('button', { name: '继续编辑' }).click()
    await expect(page.getByText(question)).toBeHidden()
    await expect(name).toHaveValue('还没保存')
  }
  const asked = page.waitForEvent('dialog')
  const reload = page.evaluate(() => setTimeout(() => location.reload()))
  const beforeReload = await asked
  expect(beforeReload.type()).toBe('beforeunload')
  await beforeReload.dismiss()
  await reload
  await expect(name).toHaveValue('还没保存')

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '放弃' }).click()
  await expect(dialog).toBeHidden()
  await openTenantDialog(page)
  await expect(name).toHaveValue('')
})

/** Deletes the Navigation API, which older browsers lack: the page then uses the step numbers of its router. */
const withoutNavigation = () => Reflect.deleteProperty(window, 'navigation')

for (const navigation of [true, false]) {
  const browser = navigation ? '' : ' by an older browser'
  test(`the page asks about unsaved changes before it is left${browser}`, async ({ page }) => {
    if (!navigation) await page.addInitScript(withoutNavigation)
    await page.goto('/#/systemManger/dictionary')
    await expect(page.getByRole('heading', { name: '数据字典' })).toBeVisible()
    expect(await page.evaluate(() => 'navigation' in window)).toBe(navigation)
    await page.getByRole('link', { name: '租户管理' }).click()
    const name = (await openTenantDialog(page)).getByLabel('租户名称')
    await name.fill('还没保存')

    await page.goBack()
    await expect(page.getByText(question)).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/systemManger\/tenant/)
    await expect(page.getByText(question)).toHaveCount(1)
    await page.getByRole('button', { name: '继续编辑' }).click()
    await expect(page.getByText(question)).toBeHidden()
    await expect(name).toHaveValue('还没保存')

    await page.goBack()
    await page.getByRole('button', { name: '放弃' }).click()
    await expect(page).toHaveURL(/systemManger\/dictionary/)
    await expect(page.getByRole('heading', { name: '数据字典' })).toBeVisible()
  })
}

test('a half-filled form follows a language change in another tab', async ({ page, context }) => {
  await openTenants(page)
  const dialog = await openTenantDialog(page)
  await dialog.getByLabel('租户名称').fill('写到一半')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('请输入简称！')).toBeVisible()

  const other = await context.newPage()
  await openTenants(other)
  await other.getByRole('button', { name: /中文/ }).click()
  await other.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(other.getByRole('heading', { name: 'Tenants' })).toBeVisible()

  await expect(dialog.getByLabel('Tenant name')).toHaveValue('写到一半')
  await expect(dialog.getByText('Please enter Abbreviation!')).toBeVisible()
})
