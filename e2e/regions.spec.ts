import { regionSave } from '@atrium/contract'
import type { Locator, Page } from '@playwright/test'
import type { Api } from './support/api.ts'
import { choose, openTenantDialog, openTenants } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

type Table = '国家/地区' | '省份' | '城市'

const tableOf = (page: Page, name: Table): Locator => page.getByRole('region', { name })
const rowIn = (page: Page, table: Table, text: string): Locator =>
  tableOf(page, table).getByRole('row').filter({ hasText: text })
const choice = (page: Page, table: Table, name: string): Locator =>
  tableOf(page, table).getByRole('button', { name, exact: true })

const openRegions = async (page: Page, state: Record<string, string> = {}): Promise<void> => {
  await page.goto(`/#/systemManger/eare?${new URLSearchParams(state)}`)
  await expect(page.getByRole('heading', { name: '区域管理' })).toBeVisible()
}

const search = async (page: Page, keyWord: string): Promise<void> => {
  await page.getByPlaceholder('搜索名称或编码').fill(keyWord)
  await expect(rowIn(page, '国家/地区', keyWord)).toBeVisible()
}

const fill = async (page: Page, name: string): Promise<void> => {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('区域名称').fill(name)
  await dialog.getByLabel('排序').fill('900')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
}

const act = async (page: Page, table: Table, name: string, action: '编辑' | '删除'): Promise<void> => {
  await rowIn(page, table, name).getByRole('button', { name: /操作/ }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

const remove = async (page: Page, table: Table, name: string): Promise<void> => {
  await act(page, table, name, '删除')
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
}

/** Adds a country with a province. */
const addCountry = async (api: Api): Promise<{ country: string; province: string }> => {
  const [country, province] = [unique('试国'), unique('试省')]
  const parentId = await api(regionSave, { areaName: country, sort: 900 })
  await api(regionSave, { areaName: province, parentId, sort: 1 })
  return { country, province }
}

/** Expects the choice of the page size on the same line as the pager. */
const expectPagingInOneRow = async (page: Page): Promise<void> => {
  const paging = page.getByRole('navigation', { name: '分页' }).first()
  const middleOf = async (part: Locator) => {
    const box = await part.boundingBox()
    return box && Math.round(box.y + box.height / 2)
  }
  const pageField = paging.getByRole('textbox', { name: '页码' })
  const pageSize = paging.getByRole('combobox', { name: '每页条数' })
  await expect(pageField).toBeVisible()
  await expect
    .poll(async () => (await middleOf(pageSize)) === (await middleOf(pageField)), 'one row of paging')
    .toBe(true)
}

test('a selected region shows its children, and the URL keeps it', async ({ page }) => {
  await openRegions(page)
  await expect(choice(page, '国家/地区', '中国')).toHaveAttribute('aria-current', 'true')
  await expect(choice(page, '省份', '北京市')).toHaveAttribute('aria-current', 'true')
  await expect(rowIn(page, '城市', '北京市')).toBeVisible()
  await expectPagingInOneRow(page)

  await choice(page, '省份', '江苏省').click()
  await expect(rowIn(page, '城市', '苏州市')).toBeVisible()
  await page.reload()
  await expect(choice(page, '省份', '江苏省')).toHaveAttribute('aria-current', 'true')
  await expect(rowIn(page, '城市', '苏州市')).toBeVisible()

  await choice(page, '国家/地区', '阿富汗').click()
  await expect(tableOf(page, '省份')).toContainText('还没有省份')
  await expect(tableOf(page, '城市')).toContainText('请先新增并选择省份。')
  await expect(page.getByRole('button', { name: '新增城市' })).toBeHidden()
  await page.goBack()
  await expect(rowIn(page, '城市', '苏州市')).toBeVisible()

  await page.getByRole('listitem', { name: '下一页' }).first().click()
  await expect(choice(page, '国家/地区', '安哥拉')).toHaveAttribute('aria-current', 'true')
})

test('regions are added below the selected one, changed, and deleted from the bottom up', async ({
  page,
}) => {
  const [country, province, city] = [unique('新国'), unique('新省'), unique('新市')]
  await openRegions(page)
  await page.getByRole('button', { name: '新增国家/地区' }).click()
  await expect(page.getByRole('dialog', { name: '新增国家/地区' })).not.toContainText('上级区域')
  await fill(page, country)
  await search(page, country)

  await page.getByRole('button', { name: '新增省份' }).click()
  await expect(page.getByRole('dialog', { name: '新增省份' })).toContainText(`上级区域${country}`)
  await fill(page, province)
  await expect(choice(page, '省份', province)).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: '新增城市' }).click()
  await fill(page, city)
  await act(page, '城市', city, '编辑')
  await fill(page, `${city}改`)
  await expect(rowIn(page, '城市', `${city}改`)).toBeVisible()

  await remove(page, '省份', province)
  await expect(page.getByText('正在使用中，无法删除：1 个下级区域')).toBeVisible()
  await remove(page, '城市', city)
  await expect(tableOf(page, '城市')).toContainText('还没有城市')
  await remove(page, '省份', province)
  await expect(tableOf(page, '省份')).toContainText('还没有省份')
  await remove(page, '国家/地区', country)
  await expect(page.getByText('没有符合所有筛选条件的结果')).toBeVisible()
})

test('a duplicate name is rejected at its field, and no input is cleared', async ({ page, api }) => {
  const { country, province } = await addCountry(api)
  await openRegions(page, { keyWord: country })
  await page.getByRole('button', { name: '新增省份' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('区域名称').fill(province.toUpperCase())
  await dialog.getByLabel('排序').fill('0')
  await dialog.getByLabel('标志').fill('1')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText('排序必须是正整数，且不能以 0 开头')).toBeVisible()
  await dialog.getByLabel('排序').fill('2')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText('区域名称已被使用，请换一个')).toBeVisible()
  await expect(dialog.getByLabel('标志')).toHaveValue('1')
})

test('a new name appears wherever regions are chosen, without a reload', async ({ page, api }) => {
  const { country, province } = await addCountry(api)
  await openTenants(page)
  await openTenantDialog(page)
  await choose(page, '国家/地区', country)
  await choose(page, '省份', province)
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '放弃' }).click()

  await page.getByRole('link', { name: '区域管理' }).click()
  await search(page, country)
  await act(page, '省份', province, '编辑')
  await fill(page, `${province}改名`)
  await expect(rowIn(page, '省份', `${province}改名`)).toBeVisible()

  await page.getByRole('link', { name: '租户管理' }).click()
  await openTenantDialog(page)
  await choose(page, '国家/地区', country)
  await choose(page, '省份', `${province}改名`)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('shows one table at a time, with a way back up', async ({ page }) => {
    await openRegions(page)
    await expect(tableOf(page, '省份')).toBeHidden()
    await expectPagingInOneRow(page)
    await choice(page, '国家/地区', '中国').click()
    await choice(page, '省份', '浙江省').click()
    await expect(rowIn(page, '城市', '杭州市')).toBeVisible()
    await expect(tableOf(page, '省份')).toBeHidden()
    const trail = page.getByRole('navigation', { name: '区域层级' })
    await expect(trail).toContainText('浙江省')

    await page.reload()
    await expect(rowIn(page, '城市', '杭州市')).toBeVisible()
    await trail.getByRole('button', { name: '中国' }).click()
    await expect(rowIn(page, '省份', '浙江省')).toBeVisible()
    await page.goBack()
    await expect(rowIn(page, '城市', '杭州市')).toBeVisible()
    await trail.getByRole('button', { name: '国家/地区' }).click()
    await expect(choice(page, '国家/地区', '中国')).toBeVisible()
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBe(0)
  })
})
