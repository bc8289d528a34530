import { categories } from '@atrium/contract'
import type { Page } from '@playwright/test'
import { rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

const openDictionary = async (page: Page, category: string, code: string) => {
  await page.goto(`/#/systemManger/dictionary?categoryId=${code}`)
  // The categories are paged: the page with the category from the URL is shown.
  const chosen = page.getByRole('button', { name: category, exact: true })
  await expect(chosen).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('heading', { name: category })).toBeVisible()
}

const fillEntry = async (page: Page, entry: { name: string; code: string; sort: string }) => {
  const dialog = page.getByRole('dialog', { name: /新增|编辑/ })
  await dialog.getByLabel('名称', { exact: true }).fill(entry.name)
  await dialog.getByLabel('编码').fill(entry.code)
  await dialog.getByLabel('排序').fill(entry.sort)
  await dialog.getByRole('button', { name: '保存' }).click()
}

test('an entry is added to a category, gets an error message for its sort, is changed and deleted', async ({
  page,
}) => {
  const name = unique('研究阶段')
  await openDictionary(page, '研究分期', categories.researchStage)
  await page.getByRole('button', { name: '新增条目' }).click()
  await fillEntry(page, { name, code: unique('P'), sort: '01' })
  await expect(page.getByText('排序必须是正整数，且不能以 0 开头')).toBeVisible()
  await page.getByRole('dialog').getByLabel('排序').fill('1')
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('新增成功')).toBeVisible()
  const row = rowOf(page, name)
  await row.getByRole('button', { name: '编辑' }).click()
  await page.getByRole('dialog').getByLabel('名称', { exact: true }).fill(`${name}改`)
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('修改成功')).toBeVisible()
  await expect(row).toContainText(`${name}改`)
  await row.getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('删除成功')).toBeVisible()
  await expect(row).toBeHidden()
})

test('an entry of a parent category has child entries, and cannot be deleted while it has', async ({
  page,
}) => {
  const [name, child] = [unique('肿瘤学'), unique('实体瘤')]
  await openDictionary(page, '治疗领域', categories.therapeuticArea)
  await page.getByRole('button', { name: '新增条目' }).click()
  await fillEntry(page, { name, code: unique('T'), sort: '1' })
  const parent = rowOf(page, name)
  await parent.getByRole('button', { name: `新增子条目 ${name}` }).click()
  await fillEntry(page, { name: child, code: unique('C'), sort: '1' })
  await expect(page.getByText('新增成功').first()).toBeVisible()

  await parent.getByRole('button', { name: `子条目 ${name}`, exact: true }).click()
  const children = page.getByRole('dialog', { name: `“${name}”的子条目` })
  await expect(rowOf(page, child)).toBeVisible()
  await children.getByRole('button', { name: '关闭' }).first().click()
  await expect(children).toBeHidden()

  await parent.getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('正在使用中，无法删除：1 个子条目')).toBeVisible()
  await expect(parent).toBeVisible()
})

test('tenant and category are kept in the URL, and so survive a reload', async ({ page }) => {
  await openDictionary(page, '岗位', categories.position)
  await page.getByRole('combobox', { name: '租户' }).click()
  await page.keyboard.type('鹿鸣溪')
  await page.getByRole('option', { name: /鹿鸣溪/ }).click()
  await expect(rowOf(page, '临床开发负责人')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: '岗位' })).toBeVisible()
  await expect(rowOf(page, '临床开发负责人')).toBeVisible()
})
