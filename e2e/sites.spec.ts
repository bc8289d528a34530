import { categories, dictionaryList, siteSave } from '@atrium/contract'
import type { Locator, Page } from '@playwright/test'
import type { Api } from './support/api.ts'
import { choose, rowOf } from './support/tenants.ts'
import { expect, test } from './support/test.ts'
import { unique } from './support/unique.ts'

const searchField = (page: Page): Locator => page.getByPlaceholder('搜索中心名称或地址')

const openSites = async (page: Page, state: Record<string, string> = {}): Promise<void> => {
  await page.goto(`/#/systemManger/site?${new URLSearchParams(state)}`)
  await expect(page.getByRole('heading', { name: '中心管理' })).toBeVisible()
}

const openSiteDialog = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: '新增中心' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('中心名称')).toBeFocused()
  return dialog
}

const chooseHangzhou = async (page: Page): Promise<void> => {
  await choose(page, '国家/地区', '中国')
  await choose(page, '省份', '浙江省')
  await choose(page, '城市', '杭州市')
}

const save = (dialog: Locator) => dialog.getByRole('button', { name: '保存', exact: true }).click()

/** Returns the required dictionary terms of a site. */
const terms = async (api: Api) => {
  const first = async (categoryId: string) =>
    (await api(dictionaryList, { categoryId, page: 1, limit: 1 })).list[0]?.id ?? ''
  return { levelId: await first(categories.siteLevel), typeId: await first(categories.siteType) }
}

test('a site is added, found, changed and deleted', async ({ page }) => {
  const name = unique('青禾医院')
  await openSites(page)
  const dialog = await openSiteDialog(page)
  await save(dialog)
  for (const message of ['请输入中心名称！', '请选择中心级别！', '请选择中心类型！']) {
    await expect(dialog.getByText(message)).toBeVisible()
  }
  await dialog.getByLabel('中心名称').fill(name)
  await chooseHangzhou(page)
  await choose(page, '中心级别', '三级甲等')
  await choose(page, '中心类型', '专科医院')
  await dialog.getByLabel('地址').fill('西湖区试验路 1 号')
  await save(dialog)
  await expect(page.getByText('新增成功')).toBeVisible()

  await searchField(page).fill(name)
  const row = rowOf(page, name)
  for (const text of ['中国 - 浙江省 - 杭州市', '三级甲等', '专科医院', '西湖区试验路 1 号']) {
    await expect(row).toContainText(text)
  }
  await row.getByRole('button', { name: '编辑' }).click()
  await expect(dialog.getByRole('combobox', { name: '城市' })).toContainText('杭州市')
  await choose(page, '中心级别', '二级甲等')
  await save(dialog)
  await expect(page.getByText('修改成功')).toBeVisible()
  await expect(row).toContainText('二级甲等')

  await row.getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('删除成功')).toBeVisible()
  await expect(row).toBeHidden()
})

test('a site that came with the platform can be edited but not deleted', async ({ page }) => {
  await openSites(page, { keyWord: '示例大学附属云汀医院' })
  const row = rowOf(page, '示例大学附属云汀医院')
  await expect(row.getByRole('button', { name: '编辑' })).toBeVisible()
  await expect(row.getByRole('button', { name: '删除' })).toBeHidden()
})

test('a second site of the same name in a city causes a warning, but can be saved on confirmation', async ({
  page,
  api,
}) => {
  const name = unique('Twin 医院')
  const region = { countryId: 'CN', provinceId: '330000', cityId: '330100' }
  await api(siteSave, { siteName: name, ...region, ...(await terms(api)) })
  await openSites(page, { keyWord: name })
  await expect(rowOf(page, name)).toHaveCount(1)
  const dialog = await openSiteDialog(page)
  await dialog.getByLabel('中心名称').fill(name.toLowerCase())
  await chooseHangzhou(page)
  await choose(page, '中心级别', '三级甲等')
  await choose(page, '中心类型', '综合医院')
  await save(dialog)
  const warning = dialog.getByText(`“中国 - 浙江省 - 杭州市”已有名为“${name}”的中心`)
  const insist = dialog.getByRole('button', { name: '仍要新增' })
  await expect(warning).toBeVisible()
  await expect(insist).toBeVisible()

  await dialog.getByLabel('地址').fill('西湖区')
  await expect(insist).toBeHidden()
  await save(dialog)
  await expect(warning).toBeVisible()
  await insist.click()
  await expect(page.getByText('新增成功')).toBeVisible()
  await expect(rowOf(page, name)).toHaveCount(2)
})

test('the second of two editors of one site sees the changes, with names instead of ids', async ({
  page,
  api,
}) => {
  const siteName = unique('争用医院')
  const fields = { siteName, ...(await terms(api)) }
  const id = await api(siteSave, fields)
  await openSites(page, { keyWord: siteName })
  await rowOf(page, siteName).getByRole('button', { name: '编辑' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('中心名称')).toHaveValue(siteName)
  await api(siteSave, { ...fields, id, countryId: 'CN', provinceId: '330000' })
  await dialog.getByLabel('地址').fill('本地')
  await save(dialog)
  await expect(dialog.getByRole('row', { name: /省份/ })).toContainText('浙江省')
  await dialog.getByRole('button', { name: '采用最新内容' }).click()
  await save(dialog)
  await expect(page.getByText('修改成功')).toBeVisible()
  await expect(rowOf(page, siteName)).toContainText('中国 - 浙江省')
  await expect(rowOf(page, siteName)).toContainText('本地')
})

test('names are shown as text, whatever they contain, and never break the table', async ({ page, api }) => {
  const mark = unique('')
  const names = [`<b>"${mark}"</b>`, `🏥${mark}`, `مستشفى ${mark}`, `${'很长'.repeat(80)}${mark}`]
  const rest = await terms(api)
  for (const siteName of names) await api(siteSave, { siteName, ...rest })
  await openSites(page, { keyWord: mark, sortBy: 'siteName' })
  await expect(page.getByText('共 4 条')).toBeVisible()
  for (const name of names) {
    const row = rowOf(page, name)
    await expect(row).toHaveCount(1)
    await expect.poll(async () => (await row.boundingBox())?.height).toBeLessThan(60)
  }
  await page.reload()
  await expect(page.getByRole('columnheader', { name: '中心名称' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(searchField(page)).toHaveValue(mark)
})
