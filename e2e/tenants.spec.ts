import { addTenants, choose, openTenantDialog, openTenants, rowOf, searchField } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

test('a tenant is added, found, changed and deleted', async ({ page }) => {
  const name = unique('青禾医药')
  await openTenants(page)
  const dialog = await openTenantDialog(page)
  await dialog.getByLabel('租户名称').fill(name)
  await dialog.getByLabel('简称').fill('测试')
  await choose(page, '类别', '申办方')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('新增成功')).toBeVisible()
  await expect(dialog).toBeHidden()

  await searchField(page).fill(name)
  const row = rowOf(page, name)
  await expect(row).toBeVisible()
  await expect(page.getByText('共 1 条')).toBeVisible()

  await row.getByRole('button', { name: '编辑' }).click()
  await expect(dialog.getByLabel('租户名称')).toHaveValue(name)
  await choose(page, '国家/地区', '中国')
  await choose(page, '省份', '浙江省')
  await choose(page, '城市', '杭州市')
  await dialog.getByLabel('联系人').fill('赵敏')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('修改成功')).toBeVisible()
  await expect(row).toContainText('赵敏')
  await expect(row).toContainText('杭州市')

  await row.getByRole('button', { name: '删除' }).click()
  await page.getByRole('button', { name: '取消' }).click()
  await expect(page.getByText('操作已取消')).toBeVisible()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: '删除' }).click()
  await expect(page.getByRole('dialog')).toContainText('确定要删除该信息吗？')
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('删除成功')).toBeVisible()
  await expect(page.getByText('没有符合所有筛选条件的结果')).toBeVisible()
  await page.getByRole('button', { name: '清除筛选' }).click()
  await expect(searchField(page)).toHaveValue('')
  await expect(page.getByText(/^共 [\d,]+ 条$/)).toBeVisible()
})

test('page, size, order and filter are kept in the URL, after a reload and on the way back', async ({
  page,
  api,
}) => {
  const series = unique('分页')
  await addTenants(api, series, 11)
  await openTenants(page)
  await searchField(page).fill(series)
  await expect(page.getByText('共 11 条')).toBeVisible()
  await page.getByRole('button', { name: '租户名称' }).click()
  await expect(page.getByRole('columnheader', { name: '租户名称' })).toHaveAttribute('aria-sort', 'ascending')

  const rows = rowOf(page, series)
  await page.getByRole('navigation', { name: '分页' }).getByText('2', { exact: true }).click()
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('cell', { name: '11', exact: true })).toBeVisible()

  await page.reload()
  await expect(searchField(page)).toHaveValue(series)
  await expect(rows).toHaveCount(1)
  await page.goBack()
  await expect(rows).toHaveCount(10)

  await page.getByRole('combobox', { name: '每页条数' }).click()
  await page.getByRole('option', { name: '20 条/页' }).click()
  await expect(rows).toHaveCount(11)
  await expect(page).toHaveURL(/size=20/)
})
