import { categories, dictionaryList, tenantSave } from '@atrium/contract'
import { expect, type Locator, type Page } from '@playwright/test'
import type { Api } from './api.ts'

export const searchField = (page: Page): Locator => page.getByPlaceholder('搜索名称、简称、编码或联系人')

/** Returns the row of a table that contains a text. */
export const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })

/** Opens the tenant list in Chinese, with the given query parameters. */
export const openTenants = async (page: Page, state: Record<string, string> = {}): Promise<void> => {
  await page.goto(`/#/systemManger/tenant?${new URLSearchParams(state)}`)
  await expect(page.getByRole('heading', { name: '租户管理' })).toBeVisible()
}

/** Opens the dialog for a new tenant. */
export const openTenantDialog = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: '新增租户' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('租户名称')).toBeFocused()
  return dialog
}

/** Chooses an option of a select by typing, as users do in long lists. */
export const choose = async (page: Page, field: string, option: string): Promise<void> => {
  const select = page.getByRole('dialog').getByRole('combobox', { name: field })
  await select.click()
  await page.keyboard.type(option)
  await page.getByRole('option', { name: option, exact: true }).click()
  await expect(select).toContainText(option)
}

/**
 * Adds tenants, numbered from 1 if there are several.
 * @returns their ids
 */
export const addTenants = async (api: Api, name: string, count = 1): Promise<string[]> => {
  const category = { categoryId: categories.tenantCategory, page: 1, limit: 1 }
  const { list } = await api(dictionaryList, category)
  const ids: string[] = []
  for (let number = 1; number <= count; number += 1) {
    const tenantName = count === 1 ? name : `${name}-${number}`
    ids.push(
      await api(tenantSave, { tenantName, abbr: '测试', categoryId: list[0]?.id ?? '', contact: '李蕾' }),
    )
  }
  return ids
}
